/**
 * An article as the operator wrote it: Markdown with a title and perhaps an address in front. It is cut into passages,
 * one per heading, and each passage into the pieces an answer is made of: sentences, list items, table rows. A piece is
 * quoted as it stands, so cutting must never change a word.
 */

export interface Passage {
  /** Headings from the article's title down to this passage's own. */
  readonly heading: string;
  readonly pieces: readonly Piece[];
}

export interface Piece {
  /** Markdown of the piece, without its list marker. */
  readonly text: string;
  readonly kind: 'sentence' | 'item';
  /** `-` or `1.`; steps that lost their numbers would no longer be steps. */
  readonly marker: string;
  /** Pieces of one paragraph or one list share a number. */
  readonly block: number;
}

export interface Article {
  /** The file's name without `.md`. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly passages: readonly Passage[];
}

export function readArticle(id: string, source: string): Article {
  const { fields, body } = frontMatter(source);
  const firstHeading = /^#\s+(.+)$/m.exec(body)?.[1];
  const title = fields.get('title') ?? firstHeading?.trim() ?? id.replace(/[-_]+/g, ' ');
  const passages: Passage[] = [];
  let heading = '';
  let lines: string[] = [];
  let fenced = false;
  const close = (): void => {
    const pieces = piecesOf(lines);
    if (pieces.length > 0) passages.push({ heading, pieces });
    lines = [];
  };
  for (const line of body.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const found = fenced ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    if (!found) lines.push(line);
    else {
      close();
      const text = found[2] as string;
      heading = text === title ? '' : text;
    }
  }
  close();
  return { id, title, url: fields.get('url') ?? null, passages };
}

function frontMatter(source: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const found = /^---\n([\s\S]*?)\n---\n?/.exec(text);
  if (!found) return { fields: new Map(), body: text };
  const fields = new Map<string, string>();
  for (const line of (found[1] as string).split('\n')) {
    const pair = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    if (pair) fields.set(pair[1] as string, (pair[2] as string).trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { fields, body: text.slice(found[0].length) };
}

function piecesOf(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let block = 0;
  let paragraph: string[] = [];
  let columns: readonly string[] | null = null;
  const endParagraph = (): void => {
    if (paragraph.length > 0) {
      block += 1;
      for (const text of sentences(paragraph.join(' '))) pieces.push({ text, kind: 'sentence', marker: '', block });
    }
    paragraph = [];
  };
  let inList = false;
  for (const line of lines) {
    const item = /^\s*([-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line);
    const row = /^\s*\|(.+)\|\s*$/.exec(line);
    if (item) {
      endParagraph();
      if (!inList) block += 1;
      inList = true;
      const marker = /\d/.test(item[1] as string) ? (item[1] as string) : '-';
      pieces.push({ text: (item[2] as string).trim(), kind: 'item', marker, block });
    } else if (row) {
      endParagraph();
      inList = false;
      const cells = (row[1] as string).split('|').map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (columns === null) {
        columns = cells;
        block += 1;
      } else
        pieces.push({
          text: `**${cells[0]}**: ${cells
            .slice(1)
            .map((cell, i) => labelled(columns?.[i + 1], cell))
            .join(', ')}`,
          kind: 'item',
          marker: '-',
          block,
        });
    } else if (line.trim() === '') {
      endParagraph();
      inList = false;
      columns = null;
    } else if (inList && /^\s{2,}/.test(line)) {
      const last = pieces.pop() as Piece;
      pieces.push({ ...last, text: `${last.text} ${line.trim()}` });
    } else {
      inList = false;
      paragraph.push(line.trim().replace(/^>\s?/, ''));
    }
  }
  endParagraph();
  return pieces;
}

function labelled(column: string | undefined, cell: string): string {
  return column ? `${column} ${cell}` : cell;
}

/** Ends of sentences: not after an abbreviation or a number's dot, and only before something that begins a sentence. */
const SENTENCE_END =
  /(?<!\b[A-Z]|\b(?:e\.g|i\.e|etc|approx|no|nr|vs|Mr|Mrs|Ms|Dr|St))([.!?]["”')*_]*)\s+(?=["“'(*_]*[\p{Lu}\p{Lo}\d])/u;

export function sentences(text: string): readonly string[] {
  const found: string[] = [];
  let rest = text.trim();
  for (let end = SENTENCE_END.exec(rest); end; end = SENTENCE_END.exec(rest)) {
    const until = end.index + (end[1] as string).length;
    found.push(rest.slice(0, until));
    rest = rest.slice(until).trimStart();
  }
  if (rest !== '') found.push(rest);
  return found;
}
