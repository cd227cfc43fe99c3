'use client';
import type { PublicInbox } from '@service/protocol';
import { useEffect, useState } from 'react';
import { type InboxAddress, type InboxNotLoaded, loadInbox } from '../inbox/load-inbox.js';

/** Loading, loaded or failed. */
export type InboxState =
  | { readonly status: 'loading'; readonly inbox: null; readonly error: null }
  | { readonly status: 'ready'; readonly inbox: PublicInbox; readonly error: null }
  | { readonly status: 'failed'; readonly inbox: null; readonly error: InboxNotLoaded };

const LOADING: InboxState = { status: 'loading', inbox: null, error: null };

/**
 * Loads an inbox's public settings on mount, and again when the address changes. Pass null where no request may be made before a
 * consent. Style with `resolveTheme(inbox.theme, scheme)` of `/theme`; ask with `consentWording(inbox, navigator.languages)` of `/inbox`.
 */
export function useInbox(address: InboxAddress | null): InboxState {
  const [state, set] = useState(LOADING);
  const { inboxId, baseUrl } = address ?? {};
  useEffect(() => {
    set(LOADING);
    if (inboxId === undefined || baseUrl === undefined) return;
    const leaving = new AbortController();
    loadInbox({ inboxId, baseUrl }, leaving.signal).then(
      (inbox) => set({ status: 'ready', inbox, error: null }),
      (error: InboxNotLoaded) => leaving.signal.aborted || set({ status: 'failed', inbox: null, error }),
    );
    return () => leaving.abort();
  }, [inboxId, baseUrl]);
  return state;
}
