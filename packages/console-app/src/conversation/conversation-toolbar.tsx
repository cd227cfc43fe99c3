/** What a person can do with a conversation, besides writing in it. */
import type { Handler } from '@service/protocol';
import { useRef } from 'preact/hooks';
import type { MemberAction } from '../api/conversation-api.js';
import { TwoClickButton } from '../forms/two-click-button.js';
import { useFocus } from '../forms/use-focus.js';

interface ConversationToolbarProps {
  /** Null before the first answer of the server. */
  readonly handler: Handler | null;
  /** With whom it is, in words. */
  readonly person: string;
  /** An action is on its way. */
  readonly isBusy: boolean;
  readonly canBlock: boolean;
  readonly onAction: (action: MemberAction) => void;
  readonly onBlock: () => void;
  readonly onBack: () => void;
}

const STATE = {
  agent: 'The assistant answers',
  queued: 'Waiting for a person',
  closed: 'Closed',
} as const;

export function ConversationToolbar({
  handler,
  person,
  isBusy,
  canBlock,
  onAction,
  onBlock,
  onBack,
}: ConversationToolbarProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocus(() => heading.current);
  return (
    <header class="toolbar">
      <button type="button" class="secondary back" onClick={onBack}>
        All conversations
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {handler === null ? 'Loading…' : handler === 'human' ? person : STATE[handler]}
      </h2>
      {handler === 'queued' && (
        <button type="button" class="primary" disabled={isBusy} onClick={() => onAction('take')}>
          Take over
        </button>
      )}
      {handler === 'human' && (
        <button type="button" class="secondary" disabled={isBusy} onClick={() => onAction('give-back')}>
          Hand back to the assistant
        </button>
      )}
      {handler !== null && handler !== 'closed' && (
        <TwoClickButton
          label="Close"
          question="Close for good?"
          disabled={isBusy}
          onConfirm={() => onAction('close')}
        />
      )}
      {handler !== null && canBlock && (
        <button type="button" class="secondary" onClick={onBlock}>
          Block…
        </button>
      )}
    </header>
  );
}
