import type { ContentNode } from '@service/content';
import { type ComponentChildren, h } from 'preact';

/** Draws the same tree as the visitor's widget. */
export function ContentNodes({ nodes }: { readonly nodes: readonly ContentNode[] }) {
  return <>{nodes.map(draw)}</>;
}

function draw(node: ContentNode): ComponentChildren {
  switch (node.type) {
    case 'text':
    case 'citation':
      return node.text;
    case 'code':
      return <code>{node.text}</code>;
    case 'code-block':
      return (
        <pre tabIndex={0}>
          <code>{node.text.replace(/\n$/, '')}</code>
        </pre>
      );
    case 'line-break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'link':
      return (
        // In its own direction: among Arabic or Hebrew words, an address would show its parts in another order.
        <a href={node.href} dir="auto" target="_blank" rel="noopener noreferrer nofollow ugc">
          {node.children.map(draw)}
          {node.realHost !== null && ` (${node.realHost})`}
        </a>
      );
    case 'element':
      return h(node.tag, node.start === undefined ? null : { start: node.start }, node.children.map(draw));
  }
}
