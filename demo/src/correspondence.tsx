/** A page with its own interface on the headless client: a correspondence on paper. It shows every state of the client. */
import { ChatProvider, useChat, useInbox, useTool } from '@service/embed-sdk/headless';
import { resolveTheme } from '@service/embed-sdk/theme';
import { type CSSProperties, type ReactElement, StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Composer } from './correspondence/composer';
import { Entry } from './correspondence/entry';
import { Letterhead } from './correspondence/letterhead';
import { cancelOrder, lookUpOrder } from './correspondence/order-tools';

function Correspondence({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const chat = useChat();
  // The assistant may call these while the page is shown.
  useTool(lookUpOrder);
  useTool(cancelOrder);
  const { inbox } = useInbox({ inboxId: 'demo', baseUrl });
  // The theme saved for the widget. `onPrimary` has enough contrast on `primary`.
  const { primary, onPrimary } = resolveTheme(inbox?.theme ?? null, 'light').tokens;
  const colors = inbox?.theme ? ({ '--accent': primary, '--on-accent': onPrimary } as CSSProperties) : undefined;
  const end = useRef<HTMLLIElement>(null);
  const { markRead } = chat;
  const last = chat.timeline.at(-1);
  useEffect(() => {
    if (!last) return;
    end.current?.scrollIntoView({ block: 'end' });
    markRead();
  }, [last, markRead]);

  return (
    <section className="correspondence" aria-label="Correspondence" style={colors}>
      <Letterhead baseUrl={baseUrl} />
      {chat.hasOlder && (
        <button type="button" className="text-button" disabled={chat.loadingOlder} onClick={chat.loadOlder}>
          {chat.loadingOlder ? 'Loading…' : 'Earlier pages'}
        </button>
      )}
      <ol role="log" aria-label="Letters">
        {chat.loaded && chat.timeline.length === 0 && (
          <li className="notice">{inbox?.greeting ?? 'Write to us. We answer at once.'}</li>
        )}
        {chat.timeline.map((entry) => (
          <Entry
            key={entry.key}
            entry={entry}
            retry={chat.retry}
            discard={chat.discard}
            ask={chat.requestHuman}
            decide={chat.resolveToolCall}
          />
        ))}
        {chat.turn === 'submitted' && <li className="notice">The assistant is reading…</li>}
        {chat.typing.map((author) => (
          <li key={author.id} className="notice">
            {`${author.name ?? 'Someone'} is typing…`}
          </li>
        ))}
        <li ref={end} aria-hidden="true" />
      </ol>
      {chat.problem && <p role="alert">{chat.problem.message}</p>}
      <Composer />
    </section>
  );
}

const root = document.getElementById('app');
const { chatOrigin, hostOrigin } = root?.dataset ?? {};
if (root && chatOrigin)
  createRoot(root).render(
    <StrictMode>
      {/* `hostOrigin`: a session belongs to one site. Needed when this page is served from another origin than that site. */}
      <ChatProvider options={{ inboxId: 'demo', baseUrl: chatOrigin, ...(hostOrigin && { hostOrigin }) }}>
        <Correspondence baseUrl={chatOrigin} />
      </ChatProvider>
    </StrictMode>,
  );
