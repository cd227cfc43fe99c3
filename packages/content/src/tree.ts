/** What a text becomes before an app draws it. A tree has no node for HTML, pictures or scripts, so no app can draw one. */

export type ContentNode =
  | { readonly type: 'text'; readonly text: string }
  /** `[1]` in an answer. Drawn as its text where the answer has no source of that number. */
  | { readonly type: 'citation'; readonly number: number; readonly text: string }
  /** Code inside a line. */
  | { readonly type: 'code'; readonly text: string }
  /** Ends with a line break, which a copy keeps and a drawing leaves out. */
  | { readonly type: 'code-block'; readonly text: string }
  | { readonly type: 'line-break' }
  | { readonly type: 'rule' }
  | ContentLink
  | ContentElement;

export interface ContentLink {
  readonly type: 'link';
  /** Passed the link policy. */
  readonly href: string;
  /** The host the link leads to, when its text names another one: apps show it beside the link. */
  readonly realHost: string | null;
  readonly children: readonly ContentNode[];
}

export interface ContentElement {
  readonly type: 'element';
  readonly tag: ContentTag;
  /** First number of an ordered list, when it isn't 1. */
  readonly start?: number;
  readonly children: readonly ContentNode[];
}

/** The HTML elements a text may become. Headings begin at `h3`, below those of the app around them. */
export type ContentTag = (typeof CONTENT_TAGS)[number];
export const CONTENT_TAGS = [
  ...(['p', 'h3', 'h4', 'h5', 'blockquote', 'ul', 'ol', 'li'] as const),
  ...(['strong', 'em', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;

/** The characters of a tree, without any of its marks. */
export function textOf(nodes: readonly ContentNode[]): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      if ('children' in node) return textOf(node.children);
      return node.type === 'line-break' ? '\n' : '';
    })
    .join('');
}
