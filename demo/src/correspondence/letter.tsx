import type { TimelineEntry } from '@service/embed-sdk/headless';
import { Chat } from '@service/embed-sdk/ui';
import type { ReactElement } from 'react';

/** A message of the correspondence, with who wrote it and when in the margin. */
export function Letter({ entry }: { readonly entry: TimelineEntry }): ReactElement {
  return (
    <div className="letter">
      {(entry.type === 'own' || entry.type === 'answer' || entry.type === 'person') && (
        <div className="byline">
          <span>{entry.type === 'own' ? 'You' : (entry.author.name ?? 'The shop')}</span>
          <time dateTime={new Date(entry.at).toISOString()}>
            {new Date(entry.at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}
          </time>
        </div>
      )}
      <Chat.Message entry={entry} />
    </div>
  );
}

/** The words of a correspondence in place of those of a chat. */
export const WORDS = {
  chat: 'Correspondence',
  log: 'Letters',
  message: 'Your letter',
  send: 'Post',
  attach: 'Enclose',
  older: 'Earlier pages',
  thinking: 'The assistant is reading…',
  sending: 'on the way',
  queued: 'You asked for a person. One of us will write as soon as we can.',
  notices: {
    'handoff-requested': 'You asked for a person',
    'handoff-accepted': 'A person of the shop has joined',
    'handoff-ended': 'The assistant is answering again',
    closed: 'The correspondence was closed',
  },
  connections: {
    idle: 'Not connected',
    connecting: 'Connecting…',
    connected: 'Connected',
    reconnecting: 'Reconnecting…',
    offline: 'You are offline; your letters are saved',
    closed: 'Closed',
  },
} as const;
