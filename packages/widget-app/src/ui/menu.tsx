/**
 * What the visitor can set or ask for beside writing. A menu as keyboards know it: arrows walk through it, Esc closes it and
 * only it, and the focus goes back to its button.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CheckIcon, MoreIcon } from './icons.js';
import { useTexts } from './use-texts.js';

export interface MenuItem {
  readonly label: string;
  /** Given for what is on or off. */
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

  // Before the next key can come: an Esc on the button would close the whole panel.
  useLayoutEffect(() => {
    if (!open) return;
    entries(list.current)[0]?.focus();
    const elsewhere = (event: Event): void => {
      if (!list.current?.parentElement?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
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
        <div ref={list} class="menu-list" role="menu" aria-label={texts.menu} onKeyDown={pressed}>
          {items.map(({ label, checked, onChoose }) => (
            <button
              key={label}
              type="button"
              tabIndex={-1}
              {...(checked === undefined ? ITEM : { ...CHECKBOX, 'aria-checked': checked })}
              onClick={() => {
                onChoose();
                // What is switched stays in sight, so that its new state can be seen.
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
