/**
 * Where the visitor writes. Enter sends, but never the Enter that ends the choice of a Japanese or Chinese word; the text
 * is at least 16 px, or a phone would zoom the page.
 */
import type { ChatClient, PendingUpload, Turn } from '@service/embed-headless/core';
import { MESSAGE_LIMITS } from '@service/protocol';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AttachButton } from '../attachments/attach-button.js';
import type { PanelController } from '../panel/model.js';
import type { PanelState } from '../panel/state.js';
import { SendIcon, SmileIcon, StopIcon } from '../ui/icons.js';
import { loadAttachments } from '../ui/lazy.js';
import { useLazy } from '../ui/use-lazy.js';
import { useTexts } from '../ui/use-texts.js';

interface ComposerProps {
  readonly controller: Pick<PanelController, 'dispatch'>;
  readonly state: PanelState;
  readonly turn: Turn;
  readonly closed: boolean;
  readonly placeholder: string;
  /** Null until there is one: files can't be taken before. */
  readonly client: Pick<ChatClient, 'retry' | 'discard'> | null;
  /** Files of this message, those that can't be sent among them. */
  readonly uploads: readonly PendingUpload[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: (text: string) => void;
  readonly onTyping: () => void;
  readonly onStop: () => void;
}

/** From here on the visitor is told how much room is left. */
const HINT_FROM = 200;

const loadEmoji = () => import('./emoji-picker.js');

export function Composer(props: ComposerProps) {
  const { controller, state, turn, closed, placeholder, client, uploads, onFiles, onSend, onTyping, onStop } = props;
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const { draft } = state;
  const left = MESSAGE_LIMITS.textLength - draft.length;
  const something = draft.trim() !== '' || uploads.some((upload) => upload.state !== 'failed');
  const sendable = something && left >= 0 && !closed;
  const files = useLazy(loadAttachments, uploads.length > 0);

  useLayoutEffect(() => fit(field.current), [draft]);
  // How many lines the words take depends on the width, and the panel opens, turns and zooms.
  useEffect(() => {
    const area = field.current;
    if (!area || typeof ResizeObserver === 'undefined') return;
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth !== width) fit(area);
      width = area.offsetWidth;
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, []);

  const [picking, setPicking] = useState(false);
  const picker = useLazy(loadEmoji, picking, () => setPicking(false));
  const insert = (sign: string): void => {
    const area = field.current;
    if (!area || closed) return;
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
    controller.dispatch({ type: 'draft', text: area.value });
    setPicking(false);
    area.focus({ preventScroll: true });
  };

  const send = (): void => {
    if (!sendable) return;
    onSend(draft);
    controller.dispatch({ type: 'draft', text: '' });
    field.current?.focus({ preventScroll: true });
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {picking && picker && (
        <picker.EmojiPicker
          onChoose={insert}
          onClose={() => {
            setPicking(false);
            emoji.current?.focus();
          }}
        />
      )}
      {files && client && uploads.length > 0 && (
        <files.UploadTray
          uploads={uploads}
          client={client}
          onEmpty={() => field.current?.focus({ preventScroll: true })}
        />
      )}
      <div class="field">
        <AttachButton disabled={closed || !client} onFiles={onFiles} />
        <textarea
          ref={field}
          rows={1}
          // An empty field follows the panel; words decide for themselves which way they run.
          dir={draft === '' ? undefined : 'auto'}
          aria-label={texts.message}
          aria-invalid={left < 0}
          aria-describedby={left <= HINT_FROM ? 'room-left' : undefined}
          placeholder={placeholder}
          value={draft}
          // Not disabled: that would take the focus from whoever is writing, and their words with it.
          readOnly={closed}
          enterkeyhint="send"
          onInput={(event) => {
            controller.dispatch({ type: 'draft', text: event.currentTarget.value });
            onTyping();
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData;
            // Words copied from a document come with a picture of themselves: the words are meant.
            if (!client || closed || !pasted || pasted.files.length === 0 || pasted.types.includes('text/plain'))
              return;
            event.preventDefault();
            onFiles([...pasted.files]);
          }}
          onKeyDown={(event) => {
            // 229: what some browsers report while a word is still being composed.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          ref={emoji}
          type="button"
          class="icon emoji"
          aria-label={texts.emoji}
          aria-expanded={picking}
          // Like the field: whoever is on it keeps the focus, and hears that it can't be used.
          aria-disabled={closed}
          onClick={() => setPicking(!picking && !closed)}
        >
          <SmileIcon />
        </button>
        {turn === 'streaming' && draft === '' && uploads.length === 0 ? (
          <button type="button" class="icon send" aria-label={texts.stop} onClick={onStop}>
            <StopIcon />
          </button>
        ) : (
          <button type="submit" class="icon send" aria-label={texts.send} aria-disabled={!sendable}>
            <SendIcon />
          </button>
        )}
      </div>
      {left <= HINT_FROM && (
        <p id="room-left" class={left < 0 ? 'room over' : 'room'}>
          {left < 0 ? texts.tooLong(-left) : texts.charactersLeft(left)}
        </p>
      )}
    </form>
  );
}

/** As high as its words, up to what the style sheet allows; an empty field is one line, however long its placeholder is. */
function fit(area: HTMLTextAreaElement | null): void {
  const form = area?.form;
  if (!form) return;
  // Measured as one line, it would for a moment leave more room to the transcript, which would be moved to fill it.
  form.style.height = `${form.offsetHeight}px`;
  area.style.height = 'auto';
  if (area.value !== '') area.style.height = `${area.scrollHeight}px`;
  form.style.height = '';
}
