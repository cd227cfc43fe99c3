/**
 * The field for a reply, and the button that replaces it with the form builder. Enter sends, Shift and Enter begins a line,
 * Enter that ends a composed character does neither. A written text is sent with the form.
 */
import { isComposing } from '@service/content';
import { CLIENT_LIMITS, type Form, isBlank, MESSAGE_LIMITS } from '@service/protocol';
import { useRef, useState } from 'preact/hooks';
import { FormBuilder } from '../forms/form-builder.js';
import { useDraft } from '../forms/use-draft.js';

interface ReplyProps {
  readonly conversation: string;
  /** Only the person who took a conversation writes in it, or two would answer at once. */
  readonly mayWrite: boolean;
  readonly onSend: (text: string, form?: Form) => void;
  readonly onTyping: () => void;
}

export function Reply({ conversation, mayWrite, onSend, onTyping }: ReplyProps) {
  const [draft, setDraft] = useDraft(conversation);
  const typingSentAt = useRef(0);
  const [asking, setAsking] = useState(false);
  const tooMany = draft.length - MESSAGE_LIMITS.textLength;
  const isSendable = mayWrite && tooMany <= 0 && !isBlank(draft);
  const send = (): void => {
    if (!isSendable) return;
    onSend(draft.trim());
    setDraft('');
  };
  const write = (text: string): void => {
    setDraft(text);
    const now = Date.now();
    if (now - typingSentAt.current < CLIENT_LIMITS.typingEveryMs || text === '') return;
    typingSentAt.current = now;
    onTyping();
  };
  if (asking && mayWrite) {
    return (
      <FormBuilder
        onCancel={() => setAsking(false)}
        onAsk={(form) => {
          onSend(isBlank(draft) ? '' : draft.trim(), form);
          setDraft('');
          setAsking(false);
        }}
      />
    );
  }
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Message"
        rows={2}
        aria-invalid={tooMany > 0}
        aria-describedby={tooMany > 0 ? 'too-long' : undefined}
        placeholder={mayWrite ? 'Write to the visitor' : 'Take over the conversation to reply'}
        disabled={!mayWrite}
        value={draft}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send();
        }}
      />
      {/* No `maxlength`: the browser would cut what is pasted, inside of an emoji too. */}
      {tooMany > 0 && (
        <p id="too-long" role="alert">
          {tooMany} characters too long
        </p>
      )}
      <button type="button" class="secondary" disabled={!mayWrite || tooMany > 0} onClick={() => setAsking(true)}>
        Create a form
      </button>
      <button type="submit" class="primary" disabled={!isSendable}>
        Send
      </button>
    </form>
  );
}
