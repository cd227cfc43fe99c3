/**
 * Where the visitor writes. Enter sends, but never the Enter that ends the choice of a Japanese or Chinese word; the text
 * is at least 16 px, or a phone would zoom the page.
 */
import type { Turn } from '@service/embed-headless/core';
import { LIMITS } from '@service/protocol';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import type { EmojiPickerProps } from './emoji-picker.js';
import { SendIcon, SmileIcon, StopIcon } from './icons.js';
import type { PanelState } from './panel-state.js';
import type { PanelModel } from './start-panel.js';

interface ComposerProps {
  readonly model: Pick<PanelModel, 'dispatch'>;
  readonly state: PanelState;
  readonly turn: Turn;
  readonly closed: boolean;
  readonly placeholder: string;
  readonly onSend: (text: string) => void;
  readonly onTyping: () => void;
  readonly onStop: () => void;
}

/** From here on the visitor is told how much room is left. */
const HINT_FROM = 200;

export function Composer({ model, state, turn, closed, placeholder, onSend, onTyping, onStop }: ComposerProps) {
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const { draft } = state;
  const left = LIMITS.textLength - draft.length;
  const sendable = draft.trim() !== '' && left >= 0 && !closed;

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

  const [Picker, setPicker] = useState<ComponentType<EmojiPickerProps> | null>(null);
  const [picking, setPicking] = useState(false);
  const toggleEmoji = (): void => {
    setPicking(!picking);
    if (!Picker)
      import('./emoji-picker.js').then(
        ({ EmojiPicker }) => setPicker(() => EmojiPicker),
        () => setPicking(false),
      );
  };
  const insert = (sign: string): void => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
    model.dispatch({ type: 'draft', text: area.value });
    setPicking(false);
    area.focus({ preventScroll: true });
  };

  const send = (): void => {
    if (!sendable) return;
    onSend(draft);
    model.dispatch({ type: 'draft', text: '' });
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
      {picking && Picker && (
        <Picker
          onChoose={insert}
          onClose={() => {
            setPicking(false);
            emoji.current?.focus();
          }}
        />
      )}
      <div class="field">
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
          disabled={closed}
          enterkeyhint="send"
          onInput={(event) => {
            model.dispatch({ type: 'draft', text: event.currentTarget.value });
            onTyping();
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
          disabled={closed}
          onClick={toggleEmoji}
        >
          <SmileIcon />
        </button>
        {turn === 'streaming' && draft === '' ? (
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
  if (!area) return;
  area.style.height = 'auto';
  if (area.value !== '') area.style.height = `${area.scrollHeight}px`;
}
