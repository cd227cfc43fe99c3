/** Draws the same tree as the visitor's widget, under the same link policy. */
import type { ContentNode } from '@service/content';
import { parseMarkdown } from '@service/content/markdown';
import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';

export function Markdown({ text }: { readonly text: string }) {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  return <div class="content">{nodes.map(draw)}</div>;
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
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {node.children.map(draw)}
          {node.realHost !== null && ` (${node.realHost})`}
        </a>
      );
    case 'element':
      return h(node.tag, node.start === undefined ? null : { start: node.start }, node.children.map(draw));
  }
}
