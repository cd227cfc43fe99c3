/**
 * A small set of common emoji. Hidden on phones, whose keyboards have all of them. Screen readers name each emoji in the
 * visitor's language. Loaded when it is opened.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { useTexts } from '../ui/use-texts.js';
import css from './emoji-picker.css?inline';

adoptStylesheet(css);

const SIGNS = [
  ...['😀', '😄', '😂', '🤣', '😊', '🙂', '😉', '😍'],
  ...['🥰', '😘', '😎', '🤔', '😅', '🙈', '😴', '🤗'],
  ...['😢', '😭', '😡', '😱', '😕', '🙄', '🥳', '🤯'],
  ...['👍', '👎', '👏', '🙏', '👋', '💪', '👌', '🤝'],
  ...['❤️', '💛', '💚', '💙', '🔥', '✨', '🎉', '💯'],
  ...['✅', '❌', '❓', '❗', '⏰', '📦', '🚚', '💳'],
];
const COLUMNS = 8;

interface EmojiPickerProps {
  readonly onChoose: (sign: string) => void;
  readonly onClose: () => void;
}

export function EmojiPicker({ onChoose, onClose }: EmojiPickerProps) {
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  // A layout effect, before the next key.
  useLayoutEffect(() => {
    (box.current?.children[at] as HTMLElement | undefined)?.focus();
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const rtl = texts.dir === 'rtl' ? -1 : 1;
    const step = { ArrowRight: rtl, ArrowLeft: -rtl, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Home') setAt(0);
    else if (event.key === 'End') setAt(SIGNS.length - 1);
    else if (step !== undefined) setAt(SIGNS[at + step] === undefined ? at : at + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} class="emoji-picker" role="group" aria-label={texts.emoji} onKeyDown={onKeyDown}>
      {SIGNS.map((sign, i) => (
        <button key={sign} type="button" tabIndex={i === at ? 0 : -1} onClick={() => onChoose(sign)}>
          {sign}
        </button>
      ))}
    </div>
  );
}
