import type { Answer } from '@service/embed-sdk/headless';
import type { ReactElement } from 'react';

/**
 * Answers are Markdown. This page renders strong text only; the rest is readable as it is. Each part is in an element, because a
 * browser that translates the page takes text nodes away, and React would go on with them.
 */
export function AnswerText({ text }: { readonly text: string }): ReactElement {
  const parts = text.split('**');
  // An odd number of marks: the last one is still being written.
  const closed = parts.length % 2 === 1 ? parts.length : parts.length - 1;
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && index < closed ? <strong key={index}>{part}</strong> : <span key={index}>{part}</span>,
      )}
    </>
  );
}

export function Sources({ answer }: { readonly answer: Answer }): ReactElement | null {
  if (answer.citations.length === 0) return null;
  return (
    <ul className="sources">
      {answer.citations.map(({ number, title, url, quote }) => (
        <li key={number}>
          <span>{`[${number}] `}</span>
          {url ? <a href={url}>{title}</a> : <span>{title}</span>}
          <span>: “</span>
          <AnswerText text={quote} />
          <span>”</span>
        </li>
      ))}
    </ul>
  );
}
