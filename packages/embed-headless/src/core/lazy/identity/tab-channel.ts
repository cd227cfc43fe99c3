/**
 * What the tabs of one browser tell each other of who they are. Said aloud and forgotten: nothing of it is written down, and it
 * names nobody.
 */
import { sha256 } from '@service/protocol';
import type { Channel, OpenChannel } from '../../../platform/ports.js';

/** A browser may know no channels, or refuse them to a frame; null when it has no storage for them either: then each tab is on its own. */
export const browserChannel: OpenChannel = (name) => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return storageChannel(name);
  }
};

/** By what browsers tell of a storage: each word stands there for the moment in which the others are told of it. */
function storageChannel(name: string): Channel | null {
  let storage: Storage;
  try {
    storage = localStorage;
  } catch {
    return null;
  }
  const heard = ({ storageArea, key, newValue }: StorageEvent): void => {
    if (storageArea !== storage || key !== name || newValue === null) return;
    try {
      channel.onmessage?.({ data: JSON.parse(newValue) } as MessageEvent);
    } catch {
      // Storage belongs to whoever can write to it.
    }
  };
  const channel: Channel = {
    onmessage: null,
    postMessage(message) {
      try {
        storage.setItem(name, JSON.stringify(message));
        storage.removeItem(name);
      } catch {
        // It is full, and nobody hears of it.
      }
    },
    close: () => removeEventListener('storage', heard),
  };
  addEventListener('storage', heard);
  return channel;
}

/** Tells one person from another, and says of neither who that is. */
export const markOf = (subject: string): string => sha256(subject);

export type Word =
  /** Who that tab is now, see `markOf`; null: somebody has left there, and with them whoever is here. */
  | { readonly mark: string | null }
  /** Who that tab is no more: the site has somebody else there, or nobody. Whoever has come in here since stays. */
  | { readonly gone: string };

/** Undefined: not one of ours. */
export function readWord(data: unknown): Word | undefined {
  const { mark, gone } = Object(data) as { mark?: unknown; gone?: unknown };
  if (typeof gone === 'string') return { gone };
  return mark === null || typeof mark === 'string' ? { mark } : undefined;
}
