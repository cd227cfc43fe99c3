'use client';
import { useEffect, useReducer } from 'react';
import type { ChatClient } from '../core/index.js';
import { optionsKey, readableOptions, type SharedOptions, sharedClients } from './shared-clients.js';

/**
 * Options: the shared client with these options, held while mounted. A client is returned as it is; its owner destroys it. Anything
 * else becomes a client that says so in `problem`.
 */
export function useSharedClient(given: ChatClient | SharedOptions | null | undefined): ChatClient {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const own = isClient(given) ? given : null;
  const options = own ? null : readableOptions(given as SharedOptions);
  const key = options ? optionsKey(options) : '';
  const client = own ?? sharedClients.get(key, options as SharedOptions).client;

  // The effect depends on the key. An options object is a new one in every render, which must not release and hold again.
  useEffect(() => {
    if (!options) return;
    // A render that was suspended for long may commit with a client that was destroyed meanwhile.
    if (sharedClients.get(key, options).client !== client) return rerender();
    const release = sharedClients.hold(key, options);
    return () => release();
  }, [key, client]);

  useEffect(() => {
    if (options) sharedClients.get(key, options).update(options);
  });
  return client;
}

const isClient = (given: unknown): given is ChatClient =>
  typeof (given as Partial<ChatClient> | null)?.getState === 'function';
