/**
 * Where a person writes, and asks with a form. Enter sends, Shift and Enter begins a line, and a half-typed character is left
 * alone. What was written goes along with the form.
 */
import { CLIENT_LIMITS, type Form, MESSAGE_LIMITS } from '@service/protocol';
import { useRef, useState } from 'preact/hooks';
import { FormBuilder } from './form-builder.js';

interface ReplyProps {
  /** Only whoever has taken a conversation writes in it, or two people would answer at once. */
  readonly mayWrite: boolean;
  readonly onSend: (text: string, form?: Form) => void;
  readonly onTyping: () => void;
}

export function Reply({ mayWrite, onSend, onTyping }: ReplyProps) {
  const [draft, setDraft] = useState('');
  const toldAt = useRef(0);
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
    if (now - toldAt.current < CLIENT_LIMITS.typingEveryMs || text === '') return;
    toldAt.current = now;
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
        placeholder={mayWrite ? 'Write to the visitor' : 'Take the conversation to write in it'}
        disabled={!mayWrite}
        value={draft}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" class="quiet" disabled={!mayWrite} onClick={() => setAsking(true)}>
        Ask with a form
      </button>
      <button type="submit" class="main" disabled={!mayWrite || draft.trim() === ''}>
        Send
      </button>
    </form>
  );
}
