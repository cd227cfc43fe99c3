/**
 * Where the visitor writes. Enter sends, but never the Enter that ends the choice of a Japanese or Chinese word; the text
 * is at least 16 px, or a phone would zoom the page.
 */
import type { Turn } from '@service/embed-headless/core';
import { LIMITS } from '@service/protocol';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { SendIcon, StopIcon } from './icons.js';
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
  const { draft } = state;
  const left = LIMITS.textLength - draft.length;
  const sendable = draft.trim() !== '' && left >= 0 && !closed;

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
  }, [draft]);

  // On a phone the keyboard would jump up and hide what the visitor came to read.
  useEffect(() => {
    const touch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
    if (state.open && state.openedBy !== null && state.openedBy !== 'page' && !touch)
      field.current?.focus({ preventScroll: true });
  }, [state.open, state.openedBy]);

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
      <div class="field">
        <textarea
          ref={field}
          rows={1}
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
