import { useChatSelector } from '@service/embed-sdk/headless';
import { type AuthorProfile, getResponder } from '@service/embed-sdk/people';
import { Chat } from '@service/embed-sdk/ui';
import { type ReactElement, useState } from 'react';

const HANDLER = {
  agent: 'The shop’s assistant answers.',
  queued: 'A person of the shop will answer.',
  human: 'A person of the shop answers.',
  closed: 'This correspondence is closed.',
} as const;

/** Selects its parts of the chat, so that it doesn't render with each piece of an answer. */
export function Letterhead({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const [handler, outbox, storage] = useChatSelector(
    ({ handledBy, outbox, storage }) => [handledBy, outbox, storage] as const,
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
      <Chat.Connection />
      {outbox > 0 && <p>{`${outbox} on the way`}</p>}
      {storage === 'memory' && <p>This browser stores nothing: the correspondence ends with this page</p>}
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
