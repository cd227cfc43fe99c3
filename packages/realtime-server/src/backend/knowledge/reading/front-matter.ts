/** What stands about an article before its text, or in the file beside it: `title: Returns`, one line each. */
import { languageCode } from '../language/languages.js';
import type { Particulars } from './article.js';

/**
 * Takes the lines in front off a text: between two lines of `---`, or, as people write it in plain text, before the first
 * empty line when each of them is one of the names we know.
 */
export function inFront(source: string): { readonly particulars: Particulars; readonly body: string } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const fenced = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  if (fenced) return { particulars: particularsOf(fenced[1] as string), body: text.slice(fenced[0].length) };
  const bare = /^(?:(?:title|url|language|lang):[^\n]*\n)+(?=\n|$)/i.exec(text);
  if (bare) return { particulars: particularsOf(bare[0]), body: text.slice(bare[0].length) };
  return { particulars: {}, body: text };
}

/** Reads the lines; names that mean nothing here are other tools' own. */
export function particularsOf(lines: string): Particulars {
  const fields = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const pair = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    if (pair) fields.set((pair[1] as string).toLowerCase(), (pair[2] as string).trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  const title = fields.get('title');
  const url = webAddress(fields.get('url'));
  const language = languageCode(fields.get('language') ?? fields.get('lang') ?? '');
  return { ...(title && { title }), ...(url && { url }), ...(language && { language }) };
}

/** An address that a link may lead to. Anything else would be a link that does nothing, or worse. */
export function webAddress(written: string | undefined): string | undefined {
  if (!written || !URL.canParse(written)) return undefined;
  const { protocol } = new URL(written);
  return protocol === 'https:' || protocol === 'http:' ? written : undefined;
}
