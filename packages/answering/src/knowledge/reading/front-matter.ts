/**
 * The properties of an article, before its text or in the file beside it: `title: Returns`, one line each, and `questions:`
 * with one more line for each of them. `left-to: people` says that the file is no article (left-to-people.ts).
 */
import { languageCode } from '../language/languages.js';
import type { Particulars } from './article.js';
import { asItem } from './listed-questions.js';

/**
 * Takes the lines in front off a text: between two lines of `---`, or, as people write it in plain text, before the first
 * empty line when each of them is one of the names we know.
 */
export function inFront(source: string): { readonly particulars: Particulars; readonly body: string } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const fenced = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  if (fenced) return { particulars: particularsOf(fenced[1] as string), body: text.slice(fenced[0].length) };
  const bare =
    /^(?:(?:title|url|language|lang|left-to):[^\n]*\n|questions:[ \t]*\n(?:[ \t]*-[ \t][^\n]*\n)+)+(?=\n|$)/i.exec(
      text,
    );
  if (bare) return { particulars: particularsOf(bare[0]), body: text.slice(bare[0].length) };
  return { particulars: {}, body: text };
}

/** Reads the lines; names that mean nothing here are other tools' own. */
export function particularsOf(lines: string): Particulars {
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
    const listed = pair ? asItem(pair[2] as string) : /^\s*-/.test(line) ? asItem(line) : '';
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

/** The content of the file beside an article: the same lines, and then its headings with the questions of each. */
export function besideArticle(about: string): {
  readonly particulars: Particulars;
  readonly questions: ReadonlyMap<string, readonly string[]>;
} {
  const lines = about.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [front = '', ...sections] = `\n${lines}`.split(/\n(?=#{1,6}[ \t])/);
  const questions = new Map<string, readonly string[]>();
  for (const section of sections) {
    const [heading = '', ...items] = section.split('\n');
    const named = heading.replace(/^#+/, '').trim();
    const listed = items.map(asItem).filter((line) => line !== '');
    questions.set(named, [...(questions.get(named) ?? []), ...listed]);
  }
  return { particulars: particularsOf(front), questions };
}

/** An address that a link may lead to. Anything else would be a link that does nothing, or worse. */
export function webAddress(written: string | undefined): string | undefined {
  if (!written || !URL.canParse(written)) return undefined;
  const { protocol } = new URL(written);
  return protocol === 'https:' || protocol === 'http:' ? written : undefined;
}
