import type { ContentElement, ContentNode } from '@service/content';
import { type ComponentChildren, h } from 'preact';
import { CodeBlock } from './code-block.js';
import { Link } from './link.js';

/** Makes the element for `[1]`, or null where there is no such source. */
export type DrawCitation = (number: number) => ComponentChildren | null;

interface ContentNodesProps {
  readonly nodes: readonly ContentNode[];
  readonly citation: DrawCitation;
}

/** Draws the tree of a Markdown text or of a visitor's message. */
export function ContentNodes({ nodes, citation }: ContentNodesProps) {
  return <>{nodes.map((node) => draw(node, citation))}</>;
}

function draw(node: ContentNode, citation: DrawCitation): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'citation':
      return citation(node.number) || node.text;
    case 'code':
      return <code>{node.text}</code>;
    case 'code-block':
      return <CodeBlock code={node.text} />;
    case 'line-break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'link':
      return (
        <Link href={node.href} realHost={node.realHost}>
          <ContentNodes nodes={node.children} citation={citation} />
        </Link>
      );
    case 'element':
      return drawElement(node, <ContentNodes nodes={node.children} citation={citation} />);
  }
}

function drawElement({ tag, start }: ContentElement, children: ComponentChildren): ComponentChildren {
  // A wide table scrolls in a box of its own.
  if (tag === 'table')
    return (
      <div class="table">
        <table>{children}</table>
      </div>
    );
  return h(tag, start === undefined ? null : { start }, children);
}
