/** One conversation: what was said, and what a person can do in it now. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Desk } from './desk.js';
import { Reply } from './reply.js';
import { Transcript } from './transcript.js';
import { useLog } from './use-log.js';
import type { TrayInUse } from './use-tray.js';

interface ConversationProps {
  readonly id: string;
  /** As visitors see who types. */
  readonly who: Parameters<Desk['typing']>[1];
  readonly desk: Desk;
  readonly tray: TrayInUse;
  readonly onBack: () => void;
}

const STATE = {
  agent: 'The assistant answers',
  queued: 'Waiting for a person',
  human: 'With a person',
  closed: 'Closed',
} as const;

export function Conversation({ id, who, desk, tray, onBack }: ConversationProps) {
  const { events, handler, typing } = useLog(desk, id);
  const [isClosing, setIsClosing] = useState(false);
  const linkTo = useCallback(
    async (file: string) => {
      const reply = await desk.link(id, file);
      return reply.ok ? reply.value.url : null;
    },
    [desk, id],
  );
  const letters = tray.tray.filter(({ conversation }) => conversation === id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isBusy = letters.some(({ deed, refused }) => deed !== 'messages' && refused === null);
  return (
    <main class="conversation">
      <header class="bar">
        <button type="button" class="quiet back" onClick={onBack}>
          All conversations
        </button>
        <h2 ref={heading} tabIndex={-1}>
          {handler === null ? 'Looking …' : STATE[handler]}
        </h2>
        {handler === 'queued' && (
          <button type="button" class="main" disabled={isBusy} onClick={() => tray.add(id, 'take')}>
            Take it
          </button>
        )}
        {handler === 'human' && (
          <button type="button" class="quiet" disabled={isBusy} onClick={() => tray.add(id, 'give-back')}>
            Give back to the assistant
          </button>
        )}
        {handler !== null && handler !== 'closed' && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            // For good, so it takes two clicks.
            onClick={() => (isClosing ? tray.add(id, 'close') : setIsClosing(true))}
            onBlur={() => setIsClosing(false)}
          >
            {isClosing ? 'Close it for good?' : 'Close'}
          </button>
        )}
      </header>
      <Transcript events={events} letters={letters} typing={typing} linkTo={linkTo} onDiscard={tray.discard} />
      {handler === 'closed' ? (
        <p class="nothing">This conversation is closed.</p>
      ) : (
        <Reply
          mayWrite={handler === 'human'}
          onSend={(text, form) => tray.add(id, 'messages', { text, ...(form && { parts: [form] }) })}
          onTyping={() => desk.typing(id, who)}
        />
      )}
    </main>
  );
}
