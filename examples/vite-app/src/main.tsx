/** The smallest app with a chat of its own look: a list, a field, and one hook. Set VITE_CHAT_ORIGIN to your server. */
import { useChat } from '@service/embed-sdk/headless';
import { type FormEvent, type ReactElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const BASE_URL: string = import.meta.env.VITE_CHAT_ORIGIN ?? 'http://localhost:4600';

function Chat(): ReactElement {
  const { timeline, sendMessage, connection, turn } = useChat({ inboxId: 'demo', baseUrl: BASE_URL });
  const [draft, setDraft] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sendMessage(draft) !== null) setDraft('');
  };
  return (
    <main>
      <p role="status">{connection}</p>
      <ul role="log">
        {timeline.map((entry) => (
          <li key={entry.key}>
            {'text' in entry ? entry.text : entry.type === 'tool' ? `${entry.name}: ${entry.state}` : entry.notice}
          </li>
        ))}
        {turn === 'submitted' && <li>…</li>}
      </ul>
      <form onSubmit={submit}>
        <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button type="submit">Send</button>
      </form>
    </main>
  );
}

const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Chat />
    </StrictMode>,
  );
