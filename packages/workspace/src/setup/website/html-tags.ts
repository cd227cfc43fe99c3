/** The tags of a page that say something of it, without a parser of all of HTML. In time that grows with the page's length alone. */

export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** By name in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What is between it and the next tag. */
  readonly text: string;
}

/** Longer tags say nothing that is looked for. */
const TAG = /<([a-z][a-z0-9]{0,20})((?:\s[^<>]{0,4000})?)>([^<]{0,2000})/gi;
const ATTRIBUTE = /([^\s"'=/]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'`]+)))?/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Those of these names, in the order of the page. */
export function tagsIn(html: string, names: readonly string[]): readonly Tag[] {
  const found: Tag[] = [];
  for (const [, name = '', written = '', text = ''] of withoutComments(html).matchAll(TAG)) {
    const lower = name.toLowerCase();
    if (names.includes(lower))
      found.push({ name: lower, attributes: attributesIn(written), text: decoded(text).trim() });
  }
  return found;
}

/** By pieces: a pattern would look for the end of each beginning anew. */
const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((piece, at) => (at === 0 ? piece : afterComment(piece)))
    .join('');

function afterComment(piece: string): string {
  const end = piece.indexOf('-->');
  return end < 0 ? '' : piece.slice(end + '-->'.length);
}

function attributesIn(written: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= decoded(double ?? single ?? bare ?? '').trim();
  return attributes;
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
