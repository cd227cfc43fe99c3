/** A component's part in a shared client: takes it in a render, holds it while mounted, lets it go afterwards. */
'use client';
import { useEffect, useReducer } from 'react';
import type { ChatClient } from '../core/index.js';
import { clientFor, hold, keyOf, type SharedOptions, tell } from './shared-clients.js';

/** `given` options: the shared client they mean, kept alive while mounted. A given client: that one, left to its owner. */
export function useSharedClient(given: ChatClient | SharedOptions): ChatClient {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const options = 'getState' in given ? null : given;
  const key = options ? keyOf(options) : '';
  const client = options ? clientFor(key, options) : (given as ChatClient);

  // The key says all that matters of the options; an object made anew in each render must not let go and take again.
  useEffect(() => {
    if (!options) return;
    const held = hold(key, options);
    // A render that waited for long may come with a client that has ended meanwhile.
    if (held.client !== client) again();
    return held.release;
  }, [key, client]);

  useEffect(() => {
    if (options) tell(key, options);
  });
  return client;
}
