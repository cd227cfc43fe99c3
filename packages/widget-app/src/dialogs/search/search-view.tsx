/**
 * Search in one's history: over the conversation, from the menu. What is typed is looked for once it rests; each message that
 * is found is a button that leads to it.
 */
import type { ChatClient, Found, SearchHit } from '@service/embed-headless/core';
import { cleanText, SEARCH_LIMITS } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../i18n/texts.js';
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import { stepTo } from '../../transcript/keyboard-steps.js';
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

/** So long nothing was typed. */
const REST_MS = 300;

type Outcome = { readonly text: string; readonly found: Found | null };

export function SearchView({ client, onClose }: SearchViewProps) {
  const texts = useTexts();
  const words = texts.searchView;
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const text = typed.trim();

  useInertBackground(root, true);
  useEffect(() => {
    if (text === '') return setOutcome(null);
    let wanted = true;
    const timer = setTimeout(() => {
      void client.search(text).then((found) => wanted && setOutcome({ text, found }));
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text]);

  const hits = outcome?.found?.hits ?? [];
  const { conversation } = client.getState();
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    // In the field only the way down leads out of it.
    if (all.length === 0 || (at < 0 && event.key !== 'ArrowDown')) return;
    const to = at === 0 && event.key === 'ArrowUp' ? -1 : stepTo(event.key, at, all.length, () => 5);
    if (to === null) return;
    event.preventDefault();
    (to < 0 ? field.current : all[to])?.focus();
  };
  return (
    <section ref={root} class="search" aria-label={words.label} onKeyDown={pressed}>
      <div class="search-head">
        <div class="search-field">
          <input
            ref={field}
            data-first
            type="search"
            dir="auto"
            enterkeyhint="search"
            autoComplete="off"
            aria-label={words.label}
            placeholder={words.label}
            maxLength={SEARCH_LIMITS.queryLength}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          {typed !== '' && (
            <button
              type="button"
              class="icon search-clear"
              aria-label={words.clear}
              onClick={() => {
                setTyped('');
                // The button goes with the words, and the focus must not be lost.
                field.current?.focus();
              }}
            >
              <RemoveIcon />
            </button>
          )}
        </div>
        <button type="button" class="outlined" onClick={onClose}>
          {texts.back}
        </button>
      </div>
      <p class="search-state" role="status">
        {stateOf(text, outcome, hits.length, texts)}
      </p>
      <ul ref={list} class="search-hits">
        {hits.map((hit) => (
          <li key={`${hit.conversation}-${hit.seq}`}>
            <button
              type="button"
              onClick={() => {
                onClose();
                void goToMessage(client, hit);
              }}
            >
              <span class="search-about">
                {[nameOf(hit, texts), when(hit.at, texts), hit.conversation !== conversation && words.elsewhere]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span class="search-excerpt" dir="auto">
                {markedIn(hit)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {outcome?.found?.more && <p class="search-state">{words.more}</p>}
    </section>
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

function when(at: number, { locale }: Texts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Piece by piece, because what is cleaned is shorter than what was marked. */
function markedIn({ excerpt, marks }: SearchHit) {
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
