import type { PendingAction } from '../outbox/outbox.js';
import { OfferedParts } from './offered-parts.js';

const PROGRESS = {
  take: 'Taking over',
  'give-back': 'Handing back',
  close: 'Closing',
  messages: 'Sending',
} as const;

interface PendingEntryProps {
  readonly pending: PendingAction;
  readonly onDiscard: (clientId: string) => void;
}

/** An action that isn't confirmed yet, or was refused. */
export function PendingEntry({ pending, onDiscard }: PendingEntryProps) {
  const { clientId, action, text, parts, attachments, refused } = pending;
  return (
    <li class={action === 'messages' ? 'from-team' : 'notice'}>
      {text !== undefined && text !== '' && <p>{text}</p>}
      {attachments?.map(({ id, name }) => (
        <span key={id} class="file">
          {name}
        </span>
      ))}
      {parts && <OfferedParts parts={parts} />}
      {refused === null ? (
        <small>{`${PROGRESS[action]}…`}</small>
      ) : (
        <small role="alert">
          {refused}{' '}
          <button type="button" class="secondary" onClick={() => onDiscard(clientId)}>
            Discard
          </button>
        </small>
      )}
    </li>
  );
}
