/** The composer: the field, its files, emoji, and the button that sends or stops. */
import type { ChatClient, PendingUpload, Turn } from '@service/embed-headless/core';
import { isBlank, MESSAGE_LIMITS } from '@service/protocol';
import { useRef, useState } from 'preact/hooks';
import { AttachButton } from '../attachments/attach-button.js';
import type { PanelController } from '../panel/model.js';
import type { PanelState } from '../panel/state.js';
import { SendIcon, SmileIcon, StopIcon } from '../ui/icons.js';
import { loadAttachments } from '../ui/lazy.js';
import { useLazy } from '../ui/use-lazy.js';
import { useTexts } from '../ui/use-texts.js';
import { MessageField } from './message-field.js';

interface ComposerProps {
  readonly controller: Pick<PanelController, 'dispatch'>;
  readonly state: PanelState;
  readonly turn: Turn;
  readonly closed: boolean;
  readonly placeholder: string;
  /** Null until it has loaded: until then no files can be added. */
  readonly client: Pick<ChatClient, 'retry' | 'discard'> | null;
  /** Whether files can be added. */
  readonly takesFiles: boolean;
  /** Files of this message, also those that can't be sent. */
  readonly uploads: readonly PendingUpload[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: (text: string) => void;
  readonly onTyping: () => void;
  readonly onStop: () => void;
}

/** From here on the visitor sees how many characters are left. */
const HINT_FROM = 200;

const loadEmoji = () => import('./emoji-picker.js');

export function Composer(props: ComposerProps) {
  const { controller, state, turn, closed, placeholder, client, takesFiles, uploads } = props;
  const { onFiles, onSend, onTyping, onStop } = props;
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft } = state;
  const left = MESSAGE_LIMITS.textLength - draft.length;
  const hasContent = !isBlank(draft) || uploads.some((upload) => upload.state !== 'failed');
  const isSendable = hasContent && left >= 0 && !closed;
  const attachments = useLazy(loadAttachments, uploads.length > 0);
  const focus = (): void => field.current?.focus({ preventScroll: true });
  const write = (text: string): void => controller.dispatch({ type: 'draft', text });
  const emoji = useEmojiPicker(closed, (sign) => {
    const area = field.current;
    if (!area || closed) return false;
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
    write(area.value);
    focus();
    return true;
  });
  const send = (): void => {
    if (!isSendable) return;
    onSend(draft);
    write('');
    focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {emoji.picker}
      {attachments && client && uploads.length > 0 && (
        <attachments.UploadTray uploads={uploads} client={client} onEmpty={focus} />
      )}
      <div class="field">
        <AttachButton disabled={!takesFiles} onFiles={onFiles} />
        <MessageField
          field={field}
          draft={draft}
          isTooLong={left < 0}
          describedBy={left <= HINT_FROM ? 'characters-left' : undefined}
          placeholder={placeholder}
          closed={closed}
          onInput={(text) => {
            write(text);
            onTyping();
          }}
          onFiles={client && !closed ? onFiles : null}
          onSend={send}
        />
        {emoji.button}
        {turn === 'streaming' && draft === '' && uploads.length === 0 ? (
          <button type="button" class="icon send" aria-label={texts.stop} onClick={onStop}>
            <StopIcon />
          </button>
        ) : (
          <button type="submit" class="icon send" aria-label={texts.send} aria-disabled={!isSendable}>
            <SendIcon />
          </button>
        )}
      </div>
      {left <= HINT_FROM && <CharactersLeft left={left} />}
    </form>
  );
}

function CharactersLeft({ left }: { readonly left: number }) {
  const texts = useTexts();
  return (
    <p id="characters-left" class={left < 0 ? 'characters-left too-long' : 'characters-left'}>
      {left < 0 ? texts.tooLong(-left) : texts.charactersLeft(left)}
    </p>
  );
}

/** The emoji button and its picker. `onChoose` returns whether the sign was inserted, which closes the picker. */
function useEmojiPicker(closed: boolean, onChoose: (sign: string) => boolean) {
  const texts = useTexts();
  const element = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chunk = useLazy(loadEmoji, isOpen, () => setOpen(false));
  const picker = isOpen && chunk && (
    <chunk.EmojiPicker
      onChoose={(sign) => {
        if (onChoose(sign)) setOpen(false);
      }}
      onClose={() => {
        setOpen(false);
        element.current?.focus();
      }}
    />
  );
  const button = (
    <button
      ref={element}
      type="button"
      class="icon emoji"
      aria-label={texts.emoji}
      aria-expanded={isOpen}
      // Not `disabled`: the button would lose the focus, and a screen reader wouldn't say why.
      aria-disabled={closed}
      onClick={() => setOpen(!isOpen && !closed)}
    >
      <SmileIcon />
    </button>
  );
  return { button, picker };
}
