/**
 * Markdown into elements, never through HTML text: a parser makes tokens, an allow-list makes elements of them, and what
 * isn't on the list stays the characters it was written with. Loaded when the first answer needs it.
 */

import { cleanText } from '@service/protocol';
import MarkdownIt, { type Token } from 'markdown-it';
import { type ComponentChildren, Fragment, h } from 'preact';
import { CodeBlock } from './code-block.js';
import { Link } from './link.js';
import { safeLink } from './safe-link.js';

// No raw HTML, no guessing of links, no deep nesting: each of these has been an attack on somebody.
const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false, maxNesting: 20 }).disable([
  'image',
  'reference',
]);
// Addresses are judged by our own rule, with the text kept when they fail; the parser must not drop them first.
parser.validateLink = () => true;

/** Markdown tags that become elements. Headings start below the panel's own. */
const ELEMENTS: Readonly<Record<string, string>> = {
  p: 'p',
  strong: 'strong',
  em: 'em',
  s: 's',
  blockquote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h5',
  h6: 'h5',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

export interface MarkdownProps {
  readonly text: string;
  /** Makes the element for `[1]`, or null where there is no such source. */
  readonly citation: (number: number) => ComponentChildren | null;
}

export function Markdown({ text, citation }: MarkdownProps) {
  return <>{build(parser.parse(cleanText(text), {}), citation)}</>;
}

type Citation = MarkdownProps['citation'];

interface Open {
  readonly children: ComponentChildren[];
  close(children: ComponentChildren[]): ComponentChildren;
}

function build(tokens: readonly Token[], citation: Citation): ComponentChildren[] {
  const root: ComponentChildren[] = [];
  const stack: Open[] = [{ children: root, close: (children) => children }];
  const add = (child: ComponentChildren): void => void (stack[stack.length - 1] as Open).children.push(child);
  for (const token of tokens) {
    if (token.nesting === 1) stack.push(opening(token));
    else if (token.nesting === -1) {
      if (stack.length === 1) continue;
      const { children, close } = stack.pop() as Open;
      add(close(children));
    } else add(leaf(token, citation));
  }
  return root;
}

function opening(token: Token): Open {
  const children: ComponentChildren[] = [];
  if (token.type === 'link_open') {
    const link = safeLink(String(token.attrGet('href') ?? ''));
    return {
      children,
      close: (inside) =>
        link ? (
          <Link link={link} label={plain(inside)}>
            {inside}
          </Link>
        ) : (
          <Fragment>{inside}</Fragment>
        ),
    };
  }
  const tag = Object.hasOwn(ELEMENTS, token.tag) ? (ELEMENTS[token.tag] as string) : null;
  if (!tag || token.hidden) return { children, close: (inside) => <Fragment>{inside}</Fragment> };
  const start = tag === 'ol' ? Number(token.attrGet('start') ?? 1) : 1;
  const props = tag === 'ol' && start !== 1 ? { start } : null;
  return {
    children,
    close: (inside) => (tag === 'table' ? <div class="table">{h('table', null, inside)}</div> : h(tag, props, inside)),
  };
}

function leaf(token: Token, citation: Citation): ComponentChildren {
  switch (token.type) {
    case 'inline':
      return build(token.children ?? [], citation);
    case 'text':
      return withCitations(token.content, citation);
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return <CodeBlock code={token.content} />;
    default:
      return token.content;
  }
}

function withCitations(text: string, citation: Citation): ComponentChildren[] {
  return text.split(/(\[\d{1,2}\])/).map((part) => {
    const number = /^\[(\d{1,2})\]$/.exec(part)?.[1];
    return (number && citation(Number(number))) || part;
  });
}

function plain(children: ComponentChildren): string {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map(plain).join('');
  return '';
}
