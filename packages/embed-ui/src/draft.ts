'use client';
import type { Chat, ChatClient } from '@service/embed-headless/react';
import { useEffect, useState } from 'react';

/**
 * The text in the field. In the session storage under `key` too, but not before a consent, nor of a signed-in visitor. Gone when the
 * visitor is.
 */
export function useDraft(
  { client, identified, consentNeeded }: Chat,
  key: string | null,
): readonly [draft: string, write: (text: string) => void] {
  const isStored = !identified && !consentNeeded;
  const [draft, setDraft] = useState(() => (consentNeeded ? '' : stored(key)));
  const [shown, setShown] = useState(key);
  if (key !== shown) {
    setShown(key);
    // A text that is stored nowhere stays: it would be lost.
    if (isStored && (shown || !draft)) setDraft(stored(key));
  }
  useEffect(() => {
    const removals = removalsOf(client);
    removals.set(key, () => store(key, '')).set(setDraft, () => setDraft(''));
    if (identified) store(key, '');
    return () => void removals.delete(setDraft);
  }, [client, key, identified]);
  const write = (text: string): void => {
    setDraft(text);
    if (isStored) store(key, text);
  };
  return [draft, write];
}

const ofClients = new WeakMap<ChatClient, Map<unknown, () => void>>();

/** What is called when the client's visitor signs out, or takes the consent back. The composer may be gone by then, and its draft stored. */
function removalsOf(client: ChatClient): Map<unknown, () => void> {
  const known = ofClients.get(client);
  if (known) return known;
  const removals = new Map<unknown, () => void>();
  ofClients.set(client, removals);
  const removeAll = (): void => {
    for (const remove of removals.values()) remove();
  };
  client.on('signedOut', removeAll);
  let waited = client.getState().consentNeeded;
  client.subscribe(() => {
    const { consentNeeded } = client.getState();
    if (consentNeeded && !waited) removeAll();
    waited = consentNeeded;
  });
  return removals;
}

// A browser may refuse storage: then the draft ends with the page.

function stored(key: string | null): string {
  try {
    return (key && sessionStorage.getItem(key)) || '';
  } catch {
    return '';
  }
}

function store(key: string | null, text: string): void {
  try {
    if (!key) return;
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {}
}
