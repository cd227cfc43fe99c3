/**
 * The menu of the panel. Arrow keys move through it. Esc closes it, but not the panel, and moves the focus back to its button.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CheckIcon, MoreIcon } from './icons.js';
import { useTexts } from './use-texts.js';

export interface MenuItem {
  readonly label: string;
  /** Given for items that are on or off. */
  readonly checked?: boolean;
  readonly onChoose: () => void;
}

const ITEM = { role: 'menuitem' } as const;
const CHECKBOX = { role: 'menuitemcheckbox' } as const;

export function Menu({ items }: { readonly items: readonly MenuItem[] }) {
  const texts = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // A layout effect, before the next key: Esc on the button would close the whole panel.
  useLayoutEffect(() => {
    if (!open) return;
    entries(list.current)[0]?.focus();
    const closeOutside = (event: Event): void => {
      if (!list.current?.parentElement?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const all = entries(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') close();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="icon"
        aria-label={texts.menu}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      {open && (
        <div ref={list} class="menu-list" role="menu" aria-label={texts.menu} onKeyDown={handleKey}>
          {items.map(({ label, checked, onChoose }) => (
            <button
              key={label}
              type="button"
              tabIndex={-1}
              {...(checked === undefined ? ITEM : { ...CHECKBOX, 'aria-checked': checked })}
              onClick={() => {
                onChoose();
                // The menu stays open after a switch, so that the new state can be seen.
                if (checked === undefined) close();
              }}
            >
              <span class="check">{checked && <CheckIcon />}</span>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function entries(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
