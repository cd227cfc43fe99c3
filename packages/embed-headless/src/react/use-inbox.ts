'use client';
import type { PublicInbox } from '@service/protocol';
import { useEffect, useState } from 'react';
import { reconnectDelay } from '../core/connection/reconnect-delay.js';
import { type InboxAddress, type InboxNotLoaded, loadInbox } from '../inbox/load-inbox.js';

/** Loading, loaded or failed. `failed` is tried again by itself where `error.retry` says that this may help. */
export type InboxState =
  | { readonly status: 'loading'; readonly inbox: null; readonly error: null }
  | { readonly status: 'ready'; readonly inbox: PublicInbox; readonly error: null }
  | { readonly status: 'failed'; readonly inbox: null; readonly error: InboxNotLoaded };

const LOADING: InboxState = { status: 'loading', inbox: null, error: null };

/**
 * Loads an inbox's public settings on mount, and again when the address changes, or after a failure, with the delays of a connection. Pass null where no request may be made before a
 * consent. Style with `resolveTheme(inbox.theme, scheme)` of `/theme`; ask with `consentWording(inbox, navigator.languages)` of `/inbox`.
 */
export function useInbox(address: InboxAddress | null): InboxState {
  const [state, set] = useState(LOADING);
  const { inboxId, baseUrl } = address ?? {};
  useEffect(() => {
    set(LOADING);
    if (inboxId === undefined || baseUrl === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = async (attempt: number): Promise<void> => {
      try {
        set({ status: 'ready', inbox: await loadInbox({ inboxId, baseUrl }, signal), error: null });
      } catch (error) {
        if (signal.aborted) return;
        set({ status: 'failed', inbox: null, error: error as InboxNotLoaded });
        if (!(error as InboxNotLoaded).retry) return;
        await new Promise<unknown>((resolve) => {
          globalThis.addEventListener?.('online', resolve, { signal });
          setTimeout(resolve, reconnectDelay(attempt, { visible: true, fraction: Math.random }));
        });
        if (!signal.aborted) await load(attempt + 1);
      }
    };
    void load(0);
    return () => leaving.abort();
  }, [inboxId, baseUrl]);
  return state;
}
