import { useChat } from '@service/embed-sdk/headless';
import { type ChangeEvent, type FormEvent, type ReactElement, useState } from 'react';

export function Composer(): ReactElement {
  const { sendMessage, stopAnswer, upload, uploads, notifyTyping, endHandoff, turn, handledBy } = useChat();
  // A failed upload can't be sent. It stays in the list, with the reason.
  const ready = uploads.filter(({ state }) => state !== 'failed');
  const [draft, setDraft] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const files = ready.map(({ id }) => id);
    if (sendMessage(draft, files) !== null) setDraft('');
  };
  const attach = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    for (const file of target.files ?? []) upload(file);
    target.value = '';
  };
  return (
    <form onSubmit={submit}>
      <label>
        Your letter
        <input
          value={draft}
          maxLength={8_000}
          autoComplete="off"
          disabled={handledBy === 'closed'}
          onChange={(event) => {
            setDraft(event.target.value);
            notifyTyping();
          }}
        />
      </label>
      <label className="attach">
        Enclose
        <input type="file" multiple disabled={handledBy === 'closed'} onChange={attach} />
      </label>
      <Uploads />
      <button type="submit" className="send-button">
        Post
      </button>
      {turn === 'streaming' && (
        <button type="button" className="text-button" onClick={stopAnswer}>
          Stop
        </button>
      )}
      {handledBy === 'queued' && (
        <button type="button" className="text-button" onClick={endHandoff}>
          Back to the assistant
        </button>
      )}
    </form>
  );
}

function Uploads(): ReactElement | null {
  const { discard, uploads } = useChat();
  if (uploads.length === 0) return null;
  return (
    <ul className="attachments" aria-label="Files to send">
      {uploads.map(({ id, name, size, loaded, state, problem }) => (
        <li key={id}>
          <span>{`${name} `}</span>
          {problem ? (
            <span role="alert">{problem.message}</span>
          ) : (
            state !== 'done' && <progress aria-label={name} max={size} value={loaded} />
          )}
          <span> </span>
          <button type="button" className="text-button" aria-label={`Remove ${name}`} onClick={() => discard(id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
