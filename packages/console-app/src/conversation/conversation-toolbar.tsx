/** What a person can do with a conversation, besides writing in it. */
import type { Handler } from '@service/protocol';
import { useRef } from 'preact/hooks';
import type { MemberAction } from '../api/conversation-api.js';
import { TwoClickButton } from '../forms/two-click-button.js';
import { useFocus } from '../forms/use-focus.js';

interface ConversationToolbarProps {
  /** Null before the first answer of the server. */
  readonly handler: Handler | null;
  /** What becomes of it now, in words. */
  readonly title: string;
  /** An action is on its way. */
  readonly isBusy: boolean;
  readonly canBlock: boolean;
  readonly onAction: (action: MemberAction) => void;
  readonly onBlock: () => void;
  readonly onBack: () => void;
}

export function ConversationToolbar({
  handler,
  title,
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
        {title}
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
