'use client';
import { useEffect, useReducer } from 'react';
import type { ChatClient } from '../core/index.js';
import { optionsKey, type SharedOptions, sharedClients } from './shared-clients.js';

/** Options: the shared client with these options, held while mounted. A client is returned as it is; its owner destroys it. */
export function useSharedClient(given: ChatClient | SharedOptions): ChatClient {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const options = 'getState' in given ? null : given;
  const key = options ? optionsKey(options) : '';
  const client = options ? sharedClients.get(key, options).client : (given as ChatClient);

  // The effect depends on the key. An options object is a new one in every render, which must not release and hold again.
  useEffect(() => {
    if (!options) return;
    // A render that was suspended for long may commit with a client that was destroyed meanwhile.
    if (sharedClients.get(key, options).client !== client) return rerender();
    return sharedClients.hold(key, options);
  }, [key, client]);

  useEffect(() => {
    if (options) sharedClients.get(key, options).update(options);
  });
  return client;
}
