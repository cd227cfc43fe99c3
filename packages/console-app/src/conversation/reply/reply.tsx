/** A reply: a text, files, and the button that replaces them with the form builder. A written text is sent with the form. */
import { followFileDrop } from '@service/content';
import { type Attachment, CLIENT_LIMITS, type Form, isBlank } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FormBuilder } from '../../forms/form-builder.js';
import { useDraft } from '../../forms/use-draft.js';
import { AttachButton, FileList } from './attached-files.js';
import { isTooLong, MessageField } from './message-field.js';
import { type Upload, useAttachedFiles } from './use-attached-files.js';

interface ReplyProps {
  readonly conversation: string;
  /** Only the person who took a conversation writes in it, or two would answer at once. */
  readonly mayWrite: boolean;
  readonly upload: Upload;
  readonly onSend: (text: string, more: { readonly form?: Form; readonly attachments?: readonly Attachment[] }) => void;
  readonly onTyping: () => void;
}

export function Reply({ conversation, mayWrite, upload, onSend, onTyping }: ReplyProps) {
  const [draft, setDraft] = useDraft(conversation);
  const typingSentAt = useRef(0);
  const [asking, setAsking] = useState(false);
  const attached = useAttachedFiles(upload);
  const [isOver, setOver] = useState(false);
  const { add } = attached;
  useEffect(() => followFileDrop(mayWrite && !asking ? add : null, setOver), [mayWrite, asking, add]);
  const tooLong = isTooLong(draft);
  const hasFiles = attached.files.length > 0;
  const isSendable = mayWrite && !tooLong && attached.areReady && (hasFiles || !isBlank(draft));
  const send = (): void => {
    if (!isSendable) return;
    onSend(draft.trim(), hasFiles ? { attachments: attached.take() } : {});
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
          onSend(isBlank(draft) ? '' : draft.trim(), { form });
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
      data-over={isOver}
    >
      <FileList {...attached} />
      <MessageField {...{ text: draft, mayWrite, write, send }} onFiles={add} />
      <AttachButton disabled={!mayWrite} onFiles={add} />
      <button
        type="button"
        class="secondary"
        disabled={!mayWrite || tooLong || hasFiles}
        onClick={() => setAsking(true)}
      >
        Create a form
      </button>
      <button type="submit" class="primary" disabled={!isSendable}>
        Send
      </button>
    </form>
  );
}
