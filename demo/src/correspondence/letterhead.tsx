import { useChatSelector } from '@service/embed-sdk/headless';
import { type AuthorProfile, getResponder } from '@service/embed-sdk/people';
import { type ReactElement, useState } from 'react';

const CONNECTION = {
  idle: 'Not connected',
  connecting: 'Connecting…',
  connected: 'Connected',
  reconnecting: 'Reconnecting…',
  offline: 'You are offline; your messages are saved',
  closed: 'Closed',
} as const;
const HANDLER = {
  agent: 'The shop’s assistant answers.',
  queued: 'You asked for a person. One of us will write as soon as we can.',
  human: 'A person of the shop answers.',
  closed: 'This correspondence is closed.',
} as const;

/** Selects its parts of the chat, so that it doesn't render with each piece of an answer. */
export function Letterhead({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const [connection, handler, outbox, storage] = useChatSelector(
    ({ connection, handledBy, outbox, storage }) => [connection, handledBy, outbox, storage] as const,
    (a, b) => a.every((part, index) => part === b[index]),
  );
  const person = useChatSelector(
    (chat) => getResponder(chat, baseUrl),
    (a, b) => a?.id === b?.id && a?.name === b?.name,
  );
  return (
    <header>
      {person && <Portrait key={person.id} person={person} />}
      <p>{person?.name ? `${person.name} of the shop answers.` : HANDLER[handler]}</p>
      <p role="status">
        {[
          CONNECTION[connection],
          outbox > 0 && `${outbox} on the way`,
          storage === 'memory' && 'This browser stores nothing: the correspondence ends with this page',
        ]
          .filter(Boolean)
          .join('. ')}
      </p>
    </header>
  );
}

/** The picture of the person who answers, or their initials. */
function Portrait({ person: { pictureUrl, initials } }: { readonly person: AuthorProfile }): ReactElement {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className="portrait" aria-hidden="true">
      {!loaded && <span>{initials}</span>}
      {pictureUrl && <img src={pictureUrl} alt="" hidden={!loaded} onLoad={() => setLoaded(true)} />}
    </span>
  );
}
