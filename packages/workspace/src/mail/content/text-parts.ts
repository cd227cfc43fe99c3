/** What a mail's text is made of: paragraphs, and links. */
export type TextPart =
  | { readonly kind: 'words'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly address: string };

const ADDRESS = /^https?:\/\/\S+$/;

/**
 * An address that is a line of its own is a link. Within a line it is words: the name of a person or an organization may hold one,
 * and our signed address must not lead where a stranger wrote.
 */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const paragraph of text.trim().split(/\n\s*\n/)) {
    let lines: string[] = [];
    const endLines = (): void => {
      if (lines.length > 0) parts.push({ kind: 'words', lines });
      lines = [];
    };
    for (const line of paragraph.split('\n').map((each) => each.trim())) {
      if (!ADDRESS.test(line) || !URL.canParse(line)) {
        lines.push(line);
        continue;
      }
      endLines();
      parts.push({ kind: 'link', address: line });
    }
    endLines();
  }
  return parts;
}
