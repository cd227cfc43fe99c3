/** Markdown of an answer or a person: the same tree, by the same policy for links, as in the widget. The parser loads with the first one. */
'use client';
import { type ContentNode, textWithLinks } from '@service/content';
import type { Citation } from '@service/embed-headless/react';
import { createElement, Fragment, type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useScreen } from '../screen.js';

type Parse = (text: string) => readonly ContentNode[];
let parser: Parse | null = null;
let loading: Promise<void> | null = null;
const load = (): Promise<void> => {
  loading ??= import('@service/content/markdown').then(
    ({ parseMarkdown }) => {
      parser = parseMarkdown;
    },
    () => {
      // Without a network: the next text tries again.
      loading = null;
    },
  );
  return loading;
};

/** What is read, and what `[1]` in it means. */
export interface MarkdownProps {
  /** Markdown, as far as it has been written. */
  readonly text: string;
  /**
   * Sources by number.
   * @defaultValue none: `[1]` stays text
   */
  readonly citations?: readonly Citation[] | undefined;
}

/** Never draws HTML, a picture or a script of the text. Until the parser is there, the text as it is. */
export function Markdown({ text, citations = [] }: MarkdownProps): ReactElement {
  const [parse, setParse] = useState<Parse | null>(() => parser);
  useEffect(() => {
    if (parse) return;
    let isShown = true;
    load().then(() => isShown && setParse(() => parser));
    return () => {
      isShown = false;
    };
  }, [parse]);
  const nodes = useMemo(() => parse?.(text), [parse, text]);
  const { texts } = useScreen();
  return (
    <div data-chat="markdown" dir="auto">
      {nodes ? (
        draw(nodes, (number, shown) => {
          const citation = citations.find((each) => each.number === number);
          return citation ? (
            <a
              data-chat="citation"
              // biome-ignore lint/a11y/noRedundantRoles: without an address there is no other role, and its name would not be read.
              role="link"
              aria-disabled={!citation.url}
              href={citation.url ?? undefined}
              title={citation.title}
              aria-label={`${texts.source(number)}: ${citation.title}`}
              {...OUTSIDE}
            >
              {shown}
            </a>
          ) : (
            <span>{shown}</span>
          );
        })
      ) : (
        <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>
      )}
    </div>
  );
}

/** A visitor's message as it was written, with links. */
export function PlainText({ text }: { readonly text: string }): ReactElement {
  const nodes = useMemo(() => textWithLinks(text), [text]);
  return (
    <p data-chat="text" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
      {draw(nodes, (_number, shown) => shown)}
    </p>
  );
}

/** Of every link to elsewhere. */
export const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const;

/** Each text in an element of its own: a browser that translates the page replaces text nodes, and React would go on with the old ones. */
function draw(nodes: readonly ContentNode[], cite: (number: number, text: string) => ReactNode): ReactNode {
  return nodes.map((node, i) => <Fragment key={i}>{drawn(node, cite)}</Fragment>);
}

function drawn(node: ContentNode, cite: (number: number, text: string) => ReactNode): ReactNode {
  switch (node.type) {
    case 'text':
      return <span>{node.text}</span>;
    case 'citation':
      return cite(node.number, node.text);
    case 'code':
      return <code>{node.text}</code>;
    case 'code-block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
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
        <a href={node.href} dir="auto" {...OUTSIDE}>
          {draw(node.children, cite)}
          {node.realHost !== null && <span>{` (${node.realHost})`}</span>}
        </a>
      );
    case 'element':
      return createElement(
        node.tag,
        node.start === undefined ? null : { start: node.start },
        draw(node.children, cite),
      );
  }
}
