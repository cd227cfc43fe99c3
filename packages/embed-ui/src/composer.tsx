/** Where the visitor writes: files by button, paste and drop, input methods, and a draft that outlives a reload. */
'use client';
import { isComposing, pastedFiles } from '@service/content';
import { type DragEvent, type KeyboardEvent, type ReactElement, useRef } from 'react';
import { useDraft } from './draft.js';
import { merged, Part, type PartProps } from './part.js';
import { useRootChat, useScreen } from './screen.js';

/** What may be sent. */
export interface ComposerProps extends Omit<PartProps<'form'>, 'asChild' | 'children'> {
  /**
   * False: no files.
   * @defaultValue true
   */
  readonly files?: boolean | undefined;
  /**
   * Key of the browser's session storage under which a draft is stored until it is sent; null: nowhere. Another key has another draft.
   * @defaultValue null
   */
  readonly draftKey?: string | null | undefined;
}

/**
 * Enter sends, Shift and Enter begins a line; while an input method composes, Enter is its own. The draft ends with a sign-out and with the
 * consent; that of a signed-in visitor is not stored.
 */
export function Composer({ files = true, draftKey = null, ...props }: ComposerProps): ReactElement {
  const chat = useRootChat();
  const { texts } = useScreen();
  const [draft, write] = useDraft(chat, draftKey);
  const isClosed = chat.handledBy === 'closed' || chat.connection === 'closed';
  const attach = (list: Iterable<File> | null): void => {
    if (files && !isClosed) for (const file of list ?? []) chat.upload(file);
  };
  const submit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    const ready = chat.uploads.filter(({ state }) => state !== 'failed').map(({ id }) => id);
    if (chat.sendMessage(draft, ready) !== null) write('');
  };
  // There are no files before they are dropped. Text is for the browser to take.
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    attach(event.dataTransfer.files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form data-chat="composer" {...merged({ onSubmit: submit, onDragOver: onDrag, onDrop: onDrag }, props)}>
      <Uploads />
      <textarea
        aria-label={texts.message}
        rows={1}
        maxLength={8_000}
        value={draft}
        disabled={isClosed}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted[0]) event.preventDefault();
          attach(pasted);
        }}
        onChange={(event) => {
          write(event.target.value);
          chat.notifyTyping();
        }}
      />
      {files && <AttachButton disabled={isClosed} onFiles={attach} />}
      {chat.turn === 'streaming' && (
        <button type="button" data-chat="stop" onClick={chat.stopAnswer}>
          {texts.stop}
        </button>
      )}
      <button type="submit" data-chat="send" disabled={isClosed}>
        {texts.send}
      </button>
    </form>
  );
}

interface AttachButtonProps {
  readonly disabled: boolean;
  readonly onFiles: (files: FileList | null) => void;
}

function AttachButton({ disabled, onFiles }: AttachButtonProps): ReactElement {
  const { texts } = useScreen();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles(target.files);
          target.value = '';
        }}
      />
      <button type="button" data-chat="attach" disabled={disabled} onClick={() => picker.current?.click()}>
        {texts.attach}
      </button>
    </>
  );
}

/** Files that were picked, with their progress or the reason why they can't be sent. */
export function Uploads(props: PartProps<'ul'>): ReactElement | null {
  const { uploads, discard } = useRootChat();
  const { texts } = useScreen();
  if (uploads.length === 0) return null;
  return (
    <Part as="ul" aria-label={texts.files} data-chat="uploads" {...props}>
      {uploads.map(({ id, name, size, loaded, state, problem }) => (
        <li key={id} data-state={state}>
          <span>{name}</span>
          {problem ? (
            <span role="alert">{problem.message}</span>
          ) : (
            state !== 'done' && <progress aria-label={name} max={size} value={loaded} />
          )}
          <button type="button" aria-label={texts.remove(name)} onClick={() => discard(id)}>
            ×
          </button>
        </li>
      ))}
    </Part>
  );
}
