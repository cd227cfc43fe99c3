'use client';
import { useEffect, useSyncExternalStore } from 'react';
import type { ChatClient } from '../core/index.js';
import { serverState } from './server-state.js';

/** Connects when the component is mounted, and after a consent that is required first. */
export function useConnection(client: ChatClient, isWanted: boolean): void {
  const waits = useSyncExternalStore(
    client.subscribe,
    () => client.getState().consentNeeded,
    () => serverState().consentNeeded,
  );
  const connects = isWanted && !waits;
  useEffect(() => {
    if (connects) client.connect();
  }, [client, connects]);
}
