/**
 * Knowledge bases of different fields with questions, for fitting the gate and for its figures. Those in fields/ were written for this
 * purpose: the articles of each in one file, each with an id after its title, and its questions. One author wrote both, so the figures are kinder than other people's questions are.
 * Others are read from a folder: `NAME.articles.jsonl` (`{ id, title, text }`) beside `NAME.questions.jsonl`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asked {
  readonly q: string;
  /** `near`: in the field, and no article answers it; `off`: of another field. */
  readonly kind: 'answerable' | 'near' | 'off';
  /** The files that answer it, with or without their extension. */
  readonly articles?: readonly string[];
}

export interface FieldArticle {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Field {
  readonly name: string;
  readonly language: string;
  /** Fields of one source are never fitted on each other. */
  readonly source: string;
  readonly articles: readonly FieldArticle[];
  readonly questions: readonly Asked[];
}

const OWN: Readonly<Record<string, string>> = {
  dentist: 'en',
  library: 'en',
  'invoices-app': 'en',
  schwimmbad: 'de',
  ryokan: 'ja',
};

export const readLines = <T>(file: string): readonly T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

export function ownFields(): readonly Field[] {
  return Object.entries(OWN).map(([name, language]) => {
    const folder = join(import.meta.dirname, 'fields');
    return {
      name,
      language,
      source: name,
      articles: articlesOf(readFileSync(join(folder, `${name}.md`), 'utf8')),
      questions: readLines<Asked>(join(folder, `${name}.jsonl`)),
    };
  });
}

/** `NAME` ends in the language, as in `covid-en`; what precedes it is the source. */
export function fieldsIn(folder: string): readonly Field[] {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.articles\.jsonl$/.exec(file)?.[1] ?? []);
  return names.map((name) => ({
    name,
    language: name.slice(name.lastIndexOf('-') + 1),
    source: name.slice(0, name.lastIndexOf('-')),
    articles: readLines<FieldArticle>(join(folder, `${name}.articles.jsonl`)),
    questions: readLines<Asked>(join(folder, `${name}.questions.jsonl`)),
  }));
}

function articlesOf(text: string): readonly FieldArticle[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      const [, title = '', id = ''] = /^(.*) \{#([\w-]+)\}$/.exec(section.slice(0, end)) ?? [];
      return { id, title, text: section.slice(end).trim() };
    });
}

/**
 * Writes the articles as files into `folder/knowledge`. With `listed`, each article lists so many of the questions that it answers;
 * they are left out of the questions that are returned.
 */
export function writeField({ articles, language, questions }: Field, folder: string, listed = 0): readonly Asked[] {
  mkdirSync(join(folder, 'knowledge'), { recursive: true });
  const used = new Set<Asked>();
  for (const { id, title, text } of articles) {
    const own = questions.filter((asked) => asked.articles?.includes(id)).slice(0, listed);
    for (const each of own) used.add(each);
    const lines = own.length > 0 ? `questions:\n${own.map(({ q }) => `- ${q}`).join('\n')}\n` : '';
    writeFileSync(
      join(folder, 'knowledge', `${id}.md`),
      `---\ntitle: ${JSON.stringify(title)}\nlanguage: ${language}\n${lines}---\n${text}\n`,
    );
  }
  return questions.filter((each) => !used.has(each));
}
