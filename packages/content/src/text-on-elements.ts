/**
 * Translators of browsers replace text nodes by elements of their own. A framework that keeps its text nodes then changes ones
 * that are no longer in the page, and its words are lost. So each text is set on an element, which translators leave in place.
 */

/** The part of a virtual node of Preact that matters here. A text has the type null, and the text as its props. */
interface VirtualNode {
  type: unknown;
  props: unknown;
}

interface PreactOptions {
  vnode?: ((node: never) => void) | undefined;
}

const isText = (child: unknown): boolean => typeof child === 'string' || typeof child === 'number';

/** Call once, before the first rendering. `options` are those of Preact. A text beside elements gets a `span`. */
export function setTextOnElements(options: PreactOptions): void {
  options.vnode = (node: VirtualNode): void => {
    const { type, props } = node;
    if (type === null) {
      node.type = 'span';
      // A number too: not every document writes 0.
      node.props = { textContent: String(props) };
    } else if (typeof type === 'string') {
      const children = [(props as { readonly children?: unknown }).children].flat();
      const words = children.filter(isText);
      const isOnlyText = words.length > 0 && !children.some((child) => child instanceof Object);
      if (isOnlyText) node.props = { ...(props as object), children: null, textContent: words.join('') };
    }
  };
}
