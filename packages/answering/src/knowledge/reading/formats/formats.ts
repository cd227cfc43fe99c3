/** The kinds of files that are read, by the end of their name, and how large each may be. */

export type Format = 'markdown' | 'html' | 'text' | 'pdf';

const ENDINGS: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
  '.pdf': 'pdf',
};
const MIB = 2 ** 20;
/** In bytes. Of what is text all through, 2 MiB are a thick book. */
export const LARGEST: Readonly<Record<Format, number>> = {
  markdown: 2 * MIB,
  html: 4 * MIB,
  text: 2 * MIB,
  pdf: 20 * MIB,
};
/** `booklet.pdf.about` says of `booklet.pdf` what a PDF has no place for: `url: https://…`. */
export const ABOUT = '.about';

/** Null for files that hold no article. */
export function formatOf(file: string): Format | null {
  const ending = /\.[a-z]+$/.exec(file.toLowerCase())?.[0] ?? '';
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] as Format) : null;
}

/** How the article is named in citations: the file's name, without the ending where that is Markdown's. */
export function documentId(file: string): string {
  return file.replace(/\.(?:md|markdown)$/i, '');
}

/** The language that a name says, as in `returns.de.md`. */
export function languageInName(file: string): string | null {
  return /\.([a-z]{2})\.[a-z]+$/i.exec(file)?.[1]?.toLowerCase() ?? null;
}
