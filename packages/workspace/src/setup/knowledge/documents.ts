/** Sources that are one document: how they are named and written for the reader, and what is noted beside them. */
import { createHash } from 'node:crypto';
import type { KnowledgePages, KnowledgeSources } from '../../database/tables/knowledge-tables.js';
import type { DocumentSettings, Faq, ListedQuestion } from './source-fields.js';

/** Of a source that is one document: it has one page. */
export const DOCUMENT_KEY = '';

/** Its ending names the format. */
export const documentName = (type: string, { name }: DocumentSettings): string =>
  type === 'file' ? (name as string) : type === 'faq' ? 'faq.md' : 'article.md';

/** A heading for each question, which is listed below it as it is asked. */
export const faqMarkdown = (faq: Faq): string =>
  faq
    .map(({ question, answer }) => {
      const listed = question.includes('--') ? '' : `<!-- questions:\n- ${question}\n-->\n`;
      return `## ${question}\n${listed}\n${answer}\n`;
    })
    .join('\n');

type PageOfSource = Pick<KnowledgeSources, 'type' | 'title' | 'language' | 'settings' | 'left_to_people'> &
  Pick<KnowledgePages, 'address' | 'questions'>;

/** The properties and questions beside a page, in the form of an `.about` file. */
export function aboutOf(page: PageOfSource): string {
  const { type, title, language, settings, left_to_people, address, questions } = page;
  const { url, titled } = JSON.parse(settings) as DocumentSettings;
  const where = type === 'website' ? address : url;
  const isTitled = type === 'article' || type === 'faq' || titled;
  const byHeading = new Map<string, string[]>();
  for (const { heading, question } of JSON.parse(questions) as readonly ListedQuestion[])
    byHeading.set(heading, [...(byHeading.get(heading) ?? []), `- ${question}`]);
  const front = byHeading.get('') ?? [];
  byHeading.delete('');
  const lines = [
    isTitled && `title: ${title}`,
    where && `url: ${where}`,
    language && `language: ${language}`,
    left_to_people === 1 && 'left-to: people',
    front.length > 0 && ['questions:', ...front].join('\n'),
    ...[...byHeading].map(([heading, listed]) => [`## ${heading}`, ...listed].join('\n')),
  ];
  return lines.filter((each) => typeof each === 'string' && each !== '').join('\n');
}

export const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
