/** What is typed and not sent yet, stored in this tab of the browser. */
import { createContext } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { type Drafts, draftIn, withDraft } from './drafts.js';

const STORAGE_KEY = 'console:drafts';

/** The account that types. */
export const DraftAccount = createContext('');

/** @param place what the text is for; another place needs another `key` of the component */
export function useDraft(place: string): readonly [text: string, write: (text: string) => void] {
  const account = useContext(DraftAccount);
  const [text, setText] = useState(() => draftIn(readDrafts(), account, place));
  const write = (next: string): void => {
    setText(next);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(withDraft(readDrafts(), { account, place, text: next })));
    } catch {
      // It is in the field; only leaving the page would lose it.
    }
  };
  return [text, write];
}

/**
 * The same of several fields.
 * @param nothing what they are when nothing is typed; it is not stored
 */
export function useDraftFields<Fields extends object>(
  place: string,
  nothing: Fields,
): readonly [fields: Fields, change: (change: (before: Fields) => Fields) => void] {
  const [text, write] = useDraft(place);
  const fields = useRef<Fields | null>(null);
  fields.current ??= text === '' ? nothing : { ...nothing, ...(JSON.parse(text) as Fields) };
  const none = JSON.stringify(nothing);
  const change = (make: (before: Fields) => Fields): void => {
    fields.current = make(fields.current as Fields);
    const next = JSON.stringify(fields.current);
    write(next === none ? '' : next);
  };
  return [fields.current, change];
}

export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing could be stored either.
  }
}

function readDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Drafts;
  } catch {
    return [];
  }
}
