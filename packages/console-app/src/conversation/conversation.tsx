/** One conversation, and what a person can do in it now. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationApi } from '../api/conversation-api.js';
import type { OutboxHandle } from '../outbox/use-outbox.js';
import { Reply } from './reply.js';
import { Transcript } from './transcript.js';
import { useLog } from './use-log.js';
import { VisitorDetails } from './visitor-details.js';

interface ConversationProps {
  readonly id: string;
  /** The author visitors see while this person types. */
  readonly author: Parameters<ConversationApi['typing']>[1];
  readonly api: ConversationApi;
  readonly outbox: OutboxHandle;
  readonly onBack: () => void;
}

const STATE = {
  agent: 'The assistant answers',
  queued: 'Waiting for a person',
  human: 'With a person',
  closed: 'Closed',
} as const;

export function Conversation({ id, author, api, outbox, onBack }: ConversationProps) {
  const { events, handler, typing, known } = useLog(api, id);
  const [isClosing, setIsClosing] = useState(false);
  const linkTo = useCallback(
    async (file: string) => {
      const result = await api.link(id, file);
      return result.ok ? result.value.url : null;
    },
    [api, id],
  );
  const pending = outbox.actions.filter(({ conversation }) => conversation === id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isBusy = pending.some(({ action, refused }) => action !== 'messages' && refused === null);
  return (
    <main class="conversation">
      <header class="toolbar">
        <button type="button" class="secondary back" onClick={onBack}>
          All conversations
        </button>
        <h2 ref={heading} tabIndex={-1}>
          {handler === null ? 'Loading…' : STATE[handler]}
        </h2>
        {handler === 'queued' && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => outbox.add(id, 'take')}>
            Take over
          </button>
        )}
        {handler === 'human' && (
          <button type="button" class="secondary" disabled={isBusy} onClick={() => outbox.add(id, 'give-back')}>
            Hand back to the assistant
          </button>
        )}
        {handler !== null && handler !== 'closed' && (
          <button
            type="button"
            class="secondary"
            disabled={isBusy}
            // Closing can’t be undone, so it takes two clicks.
            onClick={() => (isClosing ? outbox.add(id, 'close') : setIsClosing(true))}
            onBlur={() => setIsClosing(false)}
          >
            {isClosing ? 'Close for good?' : 'Close'}
          </button>
        )}
      </header>
      <VisitorDetails {...known} />
      <Transcript
        events={events}
        visitorName={known.visitor?.profile.name ?? null}
        pending={pending}
        typing={typing}
        linkTo={linkTo}
        onDiscard={outbox.discard}
      />
      {handler === 'closed' ? (
        <p class="empty-state">This conversation is closed.</p>
      ) : (
        <Reply
          mayWrite={handler === 'human'}
          onSend={(text, form) => outbox.add(id, 'messages', { text, ...(form && { parts: [form] }) })}
          onTyping={() => api.typing(id, author)}
        />
      )}
    </main>
  );
}
