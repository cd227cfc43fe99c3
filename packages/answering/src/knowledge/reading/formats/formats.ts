/** The file formats that are read, by extension, and their size limits. */

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
/** In bytes. 2 MiB of plain text are a thick book. */
export const LARGEST: Readonly<Record<Format, number>> = {
  markdown: 2 * MIB,
  html: 4 * MIB,
  text: 2 * MIB,
  pdf: 20 * MIB,
};
/** `booklet.pdf.about` holds properties of `booklet.pdf` for which a PDF has no place, such as `url: https://…`. */
export const ABOUT = '.about';

/** Null for files that hold no article. */
export function formatOf(file: string): Format | null {
  const ending = /\.[a-z]+$/.exec(file.toLowerCase())?.[0] ?? '';
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] as Format) : null;
}

/** The article's id in citations: the file's name, without the extension if it is Markdown. */
export function documentId(file: string): string {
  return file.replace(/\.(?:md|markdown)$/i, '');
}

/** The language in a file name such as `returns.de.md`. */
export function languageInName(file: string): string | null {
  return /\.([a-z]{2})\.[a-z]+$/i.exec(file)?.[1]?.toLowerCase() ?? null;
}
