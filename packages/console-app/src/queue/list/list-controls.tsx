/** Above the list: what is searched for, which conversations are listed, and of which inbox. */
import { cleanText } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NamedInbox } from '../../api/conversation-api.js';
import { conversationAt, hashOf, type ListChoice, VIEWS, type View, WORDS_LENGTH } from '../../console/address.js';
import { VIEW_NAMES } from './list-texts.js';

/** From the last letter until the search begins. */
const PAUSE_MS = 300;

interface ListControlsProps {
  readonly choice: ListChoice;
  /** The open conversation stays open. */
  readonly open: string | null;
  /** How many are in a view; missing: not known. */
  readonly counts: Readonly<Partial<Record<View, string>>>;
  readonly inboxes: readonly NamedInbox[];
  readonly onChoice: (choice: ListChoice) => void;
  /** Below the controls, the first conversation gets the focus. */
  readonly onDown: () => void;
}

export function ListControls({ choice, open, counts, inboxes, onChoice, onDown }: ListControlsProps) {
  return (
    <div class="list-controls">
      <SearchField
        words={choice.words}
        onWords={(words) => onChoice({ ...choice, words })}
        {...{ onDown }}
        label={`Search ${choice.view === 'all' ? 'all conversations' : `in ${VIEW_NAMES[choice.view]}`}`}
      />
      <p class="views" role="group" aria-label="Views">
        {VIEWS.map((view) => (
          <a key={view} href={hashOf(conversationAt(open, { ...choice, view }))} aria-current={view === choice.view}>
            {VIEW_NAMES[view]}
            {counts[view] !== undefined && <span class="count"> {counts[view]}</span>}
          </a>
        ))}
      </p>
      {(inboxes.length > 1 || choice.inbox !== null) && (
        <select
          aria-label="Inbox"
          value={choice.inbox ?? ''}
          onChange={({ currentTarget: { value } }) => onChoice({ ...choice, inbox: value === '' ? null : value })}
        >
          <option value="">All inboxes</option>
          {inboxes.map(({ id, name }) => (
            <option key={id} value={id}>
              {cleanText(name)}
            </option>
          ))}
          {choice.inbox !== null && !inboxes.some(({ id }) => id === choice.inbox) && (
            <option value={choice.inbox}>{choice.inbox}</option>
          )}
        </select>
      )}
    </div>
  );
}

interface SearchFieldProps {
  readonly words: string;
  readonly label: string;
  readonly onWords: (words: string) => void;
  readonly onDown: () => void;
}

function SearchField({ words, label, onWords, onDown }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const timer = useRef(0);
  // Back, Forward and links change the address, and with it what is searched for.
  useEffect(() => {
    if (field.current !== document.activeElement) setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const search = (next: string, pause: number): void => {
    setTyped(next);
    clearTimeout(timer.current);
    if (pause === 0) onWords(next);
    else timer.current = window.setTimeout(() => onWords(next), pause);
  };
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed, 0);
      }}
    >
      <input
        ref={field}
        type="search"
        enterkeyhint="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder="Search names, emails, words"
        autoComplete="off"
        maxLength={WORDS_LENGTH}
        value={typed}
        onInput={({ currentTarget }) => search(currentTarget.value, currentTarget.value === '' ? 0 : PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            if (typed === '') event.currentTarget.blur();
            else search('', 0);
          }
        }}
      />
      {typed === '' && <span class="key">/</span>}
    </form>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName));
