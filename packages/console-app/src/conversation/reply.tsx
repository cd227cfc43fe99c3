/**
 * The field for a reply, and the button that replaces it with the form builder. Enter sends, Shift and Enter begins a line,
 * Enter that ends a composed character does neither. A written text is sent with the form.
 */
import { CLIENT_LIMITS, type Form, MESSAGE_LIMITS } from '@service/protocol';
import { useRef, useState } from 'preact/hooks';
import { FormBuilder } from '../forms/form-builder.js';

interface ReplyProps {
  /** Only the person who took a conversation writes in it, or two would answer at once. */
  readonly mayWrite: boolean;
  readonly onSend: (text: string, form?: Form) => void;
  readonly onTyping: () => void;
}

export function Reply({ mayWrite, onSend, onTyping }: ReplyProps) {
  const [draft, setDraft] = useState('');
  const typingSentAt = useRef(0);
  const [asking, setAsking] = useState(false);
  const send = (): void => {
    const text = draft.trim();
    if (text === '' || !mayWrite) return;
    onSend(text);
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
          onSend(draft.trim(), form);
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
        maxLength={MESSAGE_LIMITS.textLength}
        placeholder={mayWrite ? 'Write to the visitor' : 'Take over the conversation to reply'}
        disabled={!mayWrite}
        value={draft}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" class="secondary" disabled={!mayWrite} onClick={() => setAsking(true)}>
        Create a form
      </button>
      <button type="submit" class="primary" disabled={!mayWrite || draft.trim() === ''}>
        Send
      </button>
    </form>
  );
}
