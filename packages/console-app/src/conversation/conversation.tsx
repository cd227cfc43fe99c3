/** One conversation, and what a person can do in it now. */
import { cleanText, type Handler } from '@service/protocol';
import { useCallback, useState } from 'preact/hooks';
import { CHAT_ORIGIN } from '../api/chat-origin.js';
import type { ConversationApi } from '../api/conversation-api.js';
import type { OutboxHandle } from '../outbox/use-outbox.js';
import { BlockForm, BlockNotice, useContactBlock } from './contact-block.js';
import { ConversationToolbar } from './conversation-toolbar.js';
import { Reply } from './reply/reply.js';
import { takerIn, withWhom } from './taken-by.js';
import { Transcript } from './transcript.js';
import { useLog } from './use-log.js';
import { VisitorDetails } from './visitor-details.js';

interface ConversationProps {
  readonly id: string;
  readonly api: ConversationApi;
  readonly outbox: OutboxHandle;
  /** Of the person, as visitors see them; null: not known yet. */
  readonly ownId: string | null;
  readonly onBack: () => void;
}

export function Conversation({ id, api, outbox, ownId, onBack }: ConversationProps) {
  const { events, handler, typing, known, refusal } = useLog(api, id);
  const [isBlocking, setIsBlocking] = useState(false);
  const block = useContactBlock(api, id, known.blocked);
  const linkTo = useCallback(
    async (file: string) => {
      const result = await api.link(id, file);
      return result.ok ? CHAT_ORIGIN + result.value.url : null;
    },
    [api, id],
  );
  const pending = outbox.actions.filter(({ conversation }) => conversation === id);
  const isBusy = pending.some(({ action, refused }) => action !== 'messages' && refused === null);
  const taker = takerIn(events);
  const take = (): void => outbox.add(id, 'take');
  return (
    <main class="conversation">
      <ConversationToolbar
        handler={handler}
        title={refusal === null ? titleOf(handler, withWhom(taker, ownId)) : 'Not found'}
        isBusy={isBusy}
        canBlock={!block.blocked && !isBlocking}
        onAction={(action) => outbox.add(id, action)}
        onBlock={() => setIsBlocking(true)}
        onBack={onBack}
      />
      {isBlocking && !block.blocked && <BlockForm handle={block} onClose={() => setIsBlocking(false)} />}
      <BlockNotice handle={block} />
      <VisitorDetails {...known} />
      <Transcript
        events={events}
        visitorName={known.visitor?.profile.name ?? null}
        pending={pending}
        typing={typing}
        linkTo={linkTo}
        onDiscard={outbox.discard}
      />
      {refusal !== null || handler === 'closed' ? (
        <p class="empty-state">{refusal ?? 'This conversation is closed.'}</p>
      ) : handler === 'agent' ? (
        <TakeOver who="The assistant" isBusy={isBusy} onTake={take} />
      ) : handler === 'human' && ownId !== null && taker?.id !== ownId ? (
        <TakeOver who={taker?.name ? cleanText(taker.name) : 'Another person'} isBusy={isBusy} onTake={take} />
      ) : (
        <Reply
          conversation={id}
          mayWrite={handler === 'human' && ownId !== null}
          upload={(file, signal) => api.upload(id, file, signal)}
          onSend={(text, { form, attachments }) =>
            outbox.add(id, 'messages', { text, ...(form && { parts: [form] }), ...(attachments && { attachments }) })
          }
          onTyping={() => api.typing(id)}
        />
      )}
    </main>
  );
}

const STATE = {
  agent: 'The assistant answers',
  queued: 'Waiting for a person',
  closed: 'Closed',
} as const;

/** `person`: with whom it is, in words. */
function titleOf(handler: Handler | null, person: string): string {
  if (handler === null) return 'Loading…';
  return handler === 'human' ? person : STATE[handler];
}

interface TakeOverProps {
  readonly who: string;
  readonly isBusy: boolean;
  readonly onTake: () => void;
}

/** In the place of the field, where the assistant or a colleague answers. */
const TakeOver = ({ who, isBusy, onTake }: TakeOverProps) => (
  <div class="take-over">
    <p>
      <bdi>{who}</bdi> answers here. Take the conversation over before you write, or the visitor gets two answers.
    </p>
    <button type="button" class="primary" disabled={isBusy} onClick={onTake}>
      Take over
    </button>
  </div>
);
