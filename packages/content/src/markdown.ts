/**
 * Markdown to a tree, never through HTML text: the parser makes tokens, an allow-list makes nodes of them, and anything
 * else stays the characters it was written with.
 */
import { cleanText, safeLink } from '@service/protocol';
import MarkdownIt, { type Token } from 'markdown-it';
import { addChatRules } from './markdown-rules.js';
import { realHost } from './real-host.js';
import { type ContentNode, type ContentTag, textOf } from './tree.js';

// No raw HTML, no deep nesting: each of these has been an attack.
const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false, maxNesting: 20 }).disable([
  'image',
  'reference',
]);
addChatRules(parser);
// The link policy decides about addresses and keeps the text of those it refuses; the parser must not drop them first.
parser.validateLink = () => true;

const TAGS: Readonly<Record<string, ContentTag>> = {
  ...{ p: 'p', strong: 'strong', em: 'em', s: 's', blockquote: 'blockquote', ul: 'ul', ol: 'ol', li: 'li' },
  ...{ h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h4', h5: 'h5', h6: 'h5' },
  ...{ table: 'table', thead: 'thead', tbody: 'tbody', tr: 'tr', th: 'th', td: 'td' },
};

export function parseMarkdown(text: string): readonly ContentNode[] {
  return nodesOf(parser.parse(cleanText(text), {}));
}

interface OpenNode {
  readonly children: ContentNode[];
  /** Called with the children when the closing token comes. */
  readonly close: (children: readonly ContentNode[]) => readonly ContentNode[];
}

function nodesOf(tokens: readonly Token[]): readonly ContentNode[] {
  const root: ContentNode[] = [];
  const open: OpenNode[] = [];
  const add = (nodes: readonly ContentNode[]): void => void (open.at(-1)?.children ?? root).push(...nodes);
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ children: [], close: closingOf(token) });
    else if (token.nesting === 0) add(leavesOf(token));
    else {
      const closed = open.pop();
      if (closed) add(closed.close(closed.children));
    }
  }
  return root;
}

function closingOf(token: Token): OpenNode['close'] {
  if (token.type === 'link_open') {
    const link = safeLink(String(token.attrGet('href') ?? ''));
    return (children) =>
      link ? [{ type: 'link', href: link.href, realHost: realHost(link, textOf(children)), children }] : children;
  }
  const tag = Object.hasOwn(TAGS, token.tag) ? TAGS[token.tag] : undefined;
  // Hidden: a paragraph of a tight list.
  if (!tag || token.hidden) return (children) => children;
  const start = tag === 'ol' ? Number(token.attrGet('start') ?? 1) : 1;
  return (children) => [{ type: 'element', tag, ...(start !== 1 && { start }), children }];
}

function leavesOf(token: Token): readonly ContentNode[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'text':
      return withCitations(token.content);
    // People and models write addresses and verses line by line.
    case 'softbreak':
    case 'hardbreak':
      return [{ type: 'line-break' }];
    case 'hr':
      return [{ type: 'rule' }];
    case 'code_inline':
      return [{ type: 'code', text: token.content }];
    case 'fence':
    case 'code_block':
      return [{ type: 'code-block', text: token.content }];
    default:
      return [{ type: 'text', text: token.content }];
  }
}

function withCitations(text: string): readonly ContentNode[] {
  return text.split(/(\[\d{1,2}\])/).flatMap((part): readonly ContentNode[] => {
    const number = /^\[(\d{1,2})\]$/.exec(part)?.[1];
    if (number !== undefined) return [{ type: 'citation', number: Number(number), text: part }];
    return part === '' ? [] : [{ type: 'text', text: part }];
  });
}
