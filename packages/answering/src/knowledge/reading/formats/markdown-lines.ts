/**
 * Brings the spellings of Markdown to one, line by line, so that the lines keep their numbers: headings begin with `#`, rows of tables
 * begin and end with `|`, and blocks of code are taken out whole. What is written for a page's looks alone is left out.
 */

export interface MarkdownLines {
  readonly lines: readonly string[];
  /** By the line where it begins. */
  readonly code: ReadonlyMap<number, Code>;
}

export interface Code {
  /** Without the marks around it and their indent. */
  readonly text: string;
  /** As its mark names it; empty: it doesn't. */
  readonly language: string;
}

const FENCE = /^(\s*)(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]*)/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
/** What a line begins with that is no paragraph. */
const OTHER_BLOCK = /^\s*(?:$|#{1,6}[ \t]|[-*+•][ \t]|\d{1,3}[.)][ \t]|\||>)/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/;
const DEFINITION = /^ {0,3}\[([^\]^][^\]]{0,200})\]:[ \t]*<?(\S+?)>?(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/;
/** Tags that say how something looks. `<br>` is read by the chat. */
const TAGS =
  /<\/?(?:a|b|big|center|details|div|em|figure|figcaption|font|i|img|kbd|p|picture|section|small|source|span|strong|sub|summary|sup|u)(?:\s[^<>]*)?\/?>/gi;

export function markdownLines(source: readonly string[]): MarkdownLines {
  const { lines, code } = withoutCode(source);
  const addresses = new Map<string, string>();
  const defined = lines.map((line) => {
    const [, label, address] = DEFINITION.exec(line) ?? [];
    if (label === undefined || address === undefined) return line;
    addresses.set(labelKey(label), address);
    return '';
  });
  const plain = defined.map((line) => (line === '' ? line : outsideOfCode(line, (text) => plainText(text, addresses))));
  return { lines: withRows(withHeadings(plain)), code };
}

/** A fence that is never closed is none: all that follows would be code. */
function withoutCode(source: readonly string[]): { readonly lines: string[]; readonly code: Map<number, Code> } {
  const lines = [...source];
  const code = new Map<number, Code>();
  /** Marks that nothing closes from here on. */
  const open = new Set<string>();
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', mark = '', language = ''] = FENCE.exec(lines[at] as string) ?? [];
    if (mark === '') continue;
    const end = open.has(mark) ? -1 : lines.findIndex((line, i) => i > at && closes(line, mark));
    if (end < 0) {
      open.add(mark);
      lines[at] = '';
      continue;
    }
    const inside = lines.slice(at + 1, end).map((line) => withoutIndent(line, indent.length));
    if (inside.some((line) => line.trim() !== '')) code.set(at, { text: inside.join('\n').trimEnd(), language });
    lines.fill('', at, end + 1);
    at = end;
  }
  return { lines, code };
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === (mark[0] as string).repeat(text.length);
}

const withoutIndent = (line: string, most: number): string =>
  line.slice(Math.min(most, line.length - line.trimStart().length));

const labelKey = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

function outsideOfCode(line: string, change: (text: string) => string): string {
  return line
    .split(/(`{1,20}[^`]+`{1,20})/)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('');
}

function plainText(text: string, addresses: ReadonlyMap<string, string>): string {
  const linked = text.replace(
    /(?<![!\]\\])\[([^[\]]{1,300})\](?:\[([^[\]]{0,200})\])?(?![([:])/g,
    (written, label: string, named: string | undefined) => {
      const address = addresses.get(labelKey(named || label));
      return address === undefined ? written : `[${label}](${address})`;
    },
  );
  return linked.replace(TAGS, '');
}

function withHeadings(lines: readonly string[]): string[] {
  const shown = lines.map((line) =>
    /^ {0,3}#{1,6}[ \t]/.test(line) ? line.trim().replace(/\{#[\w.:-]{1,100}\}$/, '') : line,
  );
  for (const [at, line] of shown.entries()) {
    const mark = UNDERLINE.exec(line)?.[1];
    const above = shown[at - 1] ?? '';
    const isAlone = /^\s*$|^#{1,6}[ \t]/.test(shown[at - 2] ?? '');
    if (mark !== undefined && isAlone && !OTHER_BLOCK.test(above)) {
      shown[at - 1] = `${mark.startsWith('=') ? '#' : '##'} ${above.trim()}`;
      shown[at] = '';
    } else if (RULE.test(line)) shown[at] = '';
  }
  return shown;
}

/** Rows of a table may be written without the marks at their ends. */
function withRows(lines: string[]): string[] {
  for (let at = 1; at < lines.length; at++) {
    const above = lines[at - 1] as string;
    if (!DELIMITERS.test(lines[at] as string) || !above.includes('|')) continue;
    lines[at - 1] = asRow(above);
    for (; at < lines.length && (lines[at] as string).includes('|'); at++) lines[at] = asRow(lines[at] as string);
  }
  return lines;
}

const asRow = (line: string): string => `|${line.trim().replace(/^\||(?<!\\)\|$/g, '')}|`;
