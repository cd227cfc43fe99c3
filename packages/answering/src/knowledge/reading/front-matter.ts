/**
 * The properties of an article, before its text or in the file beside it: `title: Returns`, one line each, and `questions:`
 * with one more line for each of them. `left-to: people` says that the file is no article (left-to-people.ts).
 */
import { languageCode } from '../language/languages.js';
import type { ArticleProperties } from './article.js';
import { itemText } from './listed-questions.js';

/**
 * Splits the front matter from a text: the lines between two lines of `---`, or, in plain text, the lines before the first empty one when
 * each begins with a known name.
 */
export function splitFrontMatter(source: string): { readonly properties: ArticleProperties; readonly body: string } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const fenced = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  if (fenced) return { properties: readProperties(fenced[1] as string), body: text.slice(fenced[0].length) };
  const bare =
    /^(?:(?:title|url|language|lang|left-to):[^\n]*\n|questions:[ \t]*\n(?:[ \t]*-[ \t][^\n]*\n)+)+(?=\n|$)/i.exec(
      text,
    );
  if (bare) return { properties: readProperties(bare[0]), body: text.slice(bare[0].length) };
  return { properties: {}, body: text };
}

/** Other names are ignored: they belong to other tools. */
export function readProperties(lines: string): ArticleProperties {
  const fields = new Map<string, string>();
  const questions: string[] = [];
  let name = '';
  for (const line of lines.split('\n')) {
    const pair = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    if (pair) {
      name = (pair[1] as string).toLowerCase();
      fields.set(name, (pair[2] as string).trim().replace(/^(["'])(.*)\1$/, '$2'));
    }
    if (name !== 'questions') continue;
    const listed = pair ? itemText(pair[2] as string) : /^\s*-/.test(line) ? itemText(line) : '';
    if (listed !== '') questions.push(listed);
  }
  const title = fields.get('title');
  const url = webAddress(fields.get('url'));
  const language = languageCode(fields.get('language') ?? fields.get('lang') ?? '');
  return {
    ...(title && { title }),
    ...(url && { url }),
    ...(language && { language }),
    ...(questions.length > 0 && { questions }),
    ...(fields.get('left-to')?.toLowerCase() === 'people' && { leftToPeople: true }),
  };
}

/** Reads the `.about` file beside an article: the same lines, followed by headings with the questions of each. */
export function readAboutFile(about: string): {
  readonly properties: ArticleProperties;
  readonly questions: ReadonlyMap<string, readonly string[]>;
} {
  const lines = about.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [front = '', ...sections] = `\n${lines}`.split(/\n(?=#{1,6}[ \t])/);
  const questions = new Map<string, readonly string[]>();
  for (const section of sections) {
    const [heading = '', ...items] = section.split('\n');
    const named = heading.replace(/^#+/, '').trim();
    const listed = items.map(itemText).filter((line) => line !== '');
    questions.set(named, [...(questions.get(named) ?? []), ...listed]);
  }
  return { properties: readProperties(front), questions };
}

/** The address when it is a web address. Other links would do nothing, or worse. */
export function webAddress(written: string | undefined): string | undefined {
  if (!written || !URL.canParse(written)) return undefined;
  const { protocol } = new URL(written);
  return protocol === 'https:' || protocol === 'http:' ? written : undefined;
}
