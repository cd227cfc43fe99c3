import type { Chat, OwnMessage, TimelineEntry } from '@service/embed-sdk/headless';
import type { ReactElement } from 'react';
import { AnswerText, Sources } from './answer';
import { Attachments } from './attachments';
import { ToolCall } from './tool-call';

const NOTICE = {
  'handoff-requested': 'You asked for a person',
  'handoff-accepted': 'A person of the shop has joined',
  'handoff-ended': 'The assistant is answering again',
  closed: 'The correspondence was closed',
} as const;

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  readonly ask: (reason?: string) => void;
  readonly decide: Chat['resolveToolCall'];
}

export function Entry({ entry, retry, discard, ask, decide }: EntryProps): ReactElement {
  switch (entry.type) {
    case 'own':
      return (
        <li className="own">
          <Byline at={entry.at} who="You" />
          {entry.text && <p>{entry.text}</p>}
          <Attachments files={entry.files} sent={entry.seq !== null} />
          <Delivery message={entry} retry={retry} discard={discard} />
        </li>
      );
    case 'tool':
      return <ToolCall call={entry} decide={decide} />;
    case 'person':
      return (
        <li className="from-shop">
          <Byline at={entry.at} who={entry.author.name ?? 'The shop'} />
          {entry.text && <p>{entry.text}</p>}
          <Attachments files={entry.files} sent />
        </li>
      );
    case 'answer':
      return (
        <li className="from-shop">
          <Byline at={entry.at} who={entry.author.name ?? 'Assistant'} />
          <p aria-busy={entry.state === 'streaming'}>
            <AnswerText text={entry.text} />
          </p>
          <Sources answer={entry} />
          {entry.state === 'stopped' && <small>Stopped here.</small>}
          {entry.state === 'failed' && <small>This answer could not be finished.</small>}
          {entry.offerPerson && (
            <button type="button" className="text-button" onClick={() => ask()}>
              Ask a person
            </button>
          )}
        </li>
      );
    case 'notice':
      return <li className="notice">{NOTICE[entry.notice]}</li>;
  }
}

function Byline({ at, who }: { readonly at: number; readonly who: string }): ReactElement {
  return (
    <div className="byline">
      <span>{who}</span>
      <time dateTime={new Date(at).toISOString()}>
        {new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}
      </time>
    </div>
  );
}

function Delivery({
  message,
  retry,
  discard,
}: Pick<EntryProps, 'retry' | 'discard'> & { readonly message: OwnMessage }) {
  const { delivery, clientId } = message;
  if (delivery.state === 'sending') return <small>on the way</small>;
  if (delivery.state !== 'failed') return null;
  return (
    <small>
      <span>{`${delivery.message} `}</span>
      <button type="button" className="text-button" onClick={() => retry(clientId)}>
        Send again
      </button>
      <span> </span>
      <button type="button" className="text-button" onClick={() => discard(clientId)}>
        Discard
      </button>
    </small>
  );
}
