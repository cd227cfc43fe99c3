/** A text that is typed and not sent yet, stored in this tab of the browser. */
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
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
