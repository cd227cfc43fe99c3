/** Search in the visitor's messages. Covers the conversation; each result is a button that goes to its message. */
import type { ChatClient, SearchHit, SearchResult } from '@service/embed-headless/core';
import { cleanText, SEARCH_LIMITS, truncate } from '@service/protocol';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../i18n/texts.js';
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import { stepTo } from '../../transcript/keyboard/keyboard-steps.js';
import { RemoveIcon } from '../../ui/icons.js';
import { useTexts } from '../../ui/use-texts.js';
import { useInertBackground } from '../use-inert-background.js';
import { goToMessage } from './go-to-message.js';
import css from './search-view.css?inline';

adoptStylesheet(css);

interface SearchViewProps {
  readonly client: ChatClient;
  readonly onClose: () => void;
}

/** The search starts when nothing was typed for this long. */
const DEBOUNCE_MS = 300;
/** How many results a page key passes. */
const PER_PAGE = 5;

type Outcome = { readonly text: string; readonly found: SearchResult | null };

export function SearchView({ client, onClose }: SearchViewProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // Not by `maxlength`: the browser would cut what is pasted, inside of an emoji too.
  const text = truncate(typed.trim(), SEARCH_LIMITS.queryLength);
  useInertBackground(root, true);
  const outcome = useSearch(client, text);
  const hits = outcome?.found?.hits ?? [];

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    // Only the down arrow leaves the field.
    if (all.length === 0 || (at < 0 && event.key !== 'ArrowDown')) return;
    const to = at === 0 && event.key === 'ArrowUp' ? -1 : stepTo(event.key, at, all.length, () => PER_PAGE);
    if (to === null) return;
    event.preventDefault();
    (to < 0 ? field.current : all[to])?.focus();
  };
  return (
    <section ref={root} class="search" aria-label={texts.searchView.label} onKeyDown={onKeyDown}>
      <div class="search-header">
        <SearchField field={field} typed={typed} onType={setTyped} />
        <button type="button" class="outlined" onClick={onClose}>
          {texts.back}
        </button>
      </div>
      <p class="search-state" role="status">
        {stateOf(text, outcome, hits.length, texts)}
      </p>
      <ul ref={list} class="search-results">
        {hits.map((hit) => (
          <li key={`${hit.conversation}-${hit.seq}`}>
            <button
              type="button"
              onClick={() => {
                onClose();
                void goToMessage(client, hit);
              }}
            >
              <HitText hit={hit} isElsewhere={hit.conversation !== client.getState().conversation} />
            </button>
          </li>
        ))}
      </ul>
      {outcome?.found?.more && <p class="search-state">{texts.searchView.more}</p>}
    </section>
  );
}

function useSearch(client: ChatClient, text: string): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (text === '') return setOutcome(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void client.search(text).then((found) => isCurrent && setOutcome({ text, found }));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return outcome;
}

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function SearchField({ field, typed, onType }: SearchFieldProps) {
  const { label, clear } = useTexts().searchView;
  return (
    <div class="search-field">
      <input
        ref={field}
        data-initial-focus
        type="search"
        dir="auto"
        enterkeyhint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {typed !== '' && (
        <button
          type="button"
          class="icon search-clear"
          aria-label={clear}
          onClick={() => {
            onType('');
            // The button disappears with the text, so the focus goes to the field.
            field.current?.focus();
          }}
        >
          <RemoveIcon />
        </button>
      )}
    </div>
  );
}

function HitText({ hit, isElsewhere }: { readonly hit: SearchHit; readonly isElsewhere: boolean }) {
  const texts = useTexts();
  return (
    <>
      <span class="search-details">
        {[nameOf(hit, texts), timeOf(hit.at, texts), isElsewhere && texts.searchView.elsewhere]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span class="search-excerpt" dir="auto">
        {markedExcerpt(hit)}
      </span>
    </>
  );
}

function stateOf(text: string, outcome: Outcome | null, count: number, texts: Texts): string {
  const words = texts.searchView;
  if (text === '') return words.hint;
  if (outcome?.text !== text) return words.searching;
  if (!outcome.found) return words.failed;
  return count === 0 ? words.nothing : words.found(new Intl.NumberFormat(texts.locale).format(count));
}

function nameOf({ by, name }: SearchHit, texts: Texts): string {
  if (by === 'visitor') return texts.you;
  return by === 'ai' ? texts.aiAuthor(name ?? texts.assistant) : (name ?? texts.assistant);
}

function timeOf(at: number, { locale }: Texts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Cleans each piece by itself, because cleaning shifts the positions of the marks. */
function markedExcerpt({ excerpt, marks }: SearchHit) {
  let from = 0;
  const pieces = marks.flatMap(([start, end]) => {
    if (start < from) return [];
    const piece = [
      cleanText(excerpt.slice(from, start)),
      <mark key={start}>{cleanText(excerpt.slice(start, end))}</mark>,
    ];
    from = end;
    return piece;
  });
  return [...pieces, cleanText(excerpt.slice(from))];
}
