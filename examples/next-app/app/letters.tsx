'use client';
/** A screen of its own on the headless client. On the server it renders a chat that has not begun. */
import { useChat } from '@service/embed-sdk/headless';
import { useState } from 'react';

export function Letters() {
  const { timeline, sendMessage, connection } = useChat({
    inboxId: 'demo',
    baseUrl: process.env.NEXT_PUBLIC_CHAT_ORIGIN ?? 'http://localhost:4600',
  });
  const [draft, setDraft] = useState('');
  return (
    <section>
      <p role="status">{connection}</p>
      <ul role="log">
        {timeline.map((entry) => (
          <li key={entry.key}>
            {'text' in entry ? entry.text : entry.type === 'tool' ? `${entry.name}: ${entry.state}` : entry.notice}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (sendMessage(draft) !== null) setDraft('');
        }}
      >
        <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button type="submit">Send</button>
      </form>
    </section>
  );
}
