'use client';
import type { PublicInbox } from '@service/protocol';
import { useEffect, useState } from 'react';
import { addresses } from '../core/api/addresses.js';
import type { ChatClient } from '../core/index.js';
import { type InboxAddress, type InboxNotLoaded, loadInbox } from '../inbox/load-inbox.js';

/** Loading, loaded or failed. `failed` is tried again by itself where `error.retry` says that this may help. */
export type InboxState =
  | { readonly status: 'loading'; readonly inbox: null; readonly error: null }
  | { readonly status: 'ready'; readonly inbox: PublicInbox; readonly error: null }
  | { readonly status: 'failed'; readonly inbox: null; readonly error: InboxNotLoaded };

/** In place of an address. */
export interface InboxOfClient {
  /** Its inbox is loaded. */
  readonly client: ChatClient;
}

/** Before the first try again; each one waits this much longer than the one before. */
const RETRY_MS = 1_000;

const LOADING: InboxState = { status: 'loading', inbox: null, error: null };

/**
 * Loads an inbox's public settings on mount, when the address changes, and after a failure, in growing intervals. Pass null where no
 * request may be made before a consent. Style with `resolveTheme(inbox.theme, scheme)` of `/theme`; ask with
 * `consentWording(inbox, navigator.languages)` of `/inbox`.
 */
export function useInbox(address: InboxAddress | InboxOfClient | null): InboxState {
  const [state, set] = useState(LOADING);
  const { inboxId, baseUrl } = (address && 'client' in address ? addresses.get(address.client) : address) ?? {};
  useEffect(() => {
    set(LOADING);
    if (inboxId === undefined || baseUrl === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let waitMs = 0;
    const load = (): unknown =>
      signal.aborted ||
      loadInbox({ inboxId, baseUrl }, signal).then(
        (inbox) => set({ status: 'ready', inbox, error: null }),
        (error: InboxNotLoaded) => {
          if (signal.aborted) return;
          set({ status: 'failed', inbox: null, error });
          waitMs += RETRY_MS;
          if (error.retry) setTimeout(load, waitMs);
        },
      );
    load();
    return () => leaving.abort();
  }, [inboxId, baseUrl]);
  return state;
}
