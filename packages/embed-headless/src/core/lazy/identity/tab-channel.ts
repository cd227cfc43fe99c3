/** Messages between the tabs of one browser about who is signed in. Not stored, and subjects are hashed. */
import { sha256 } from '@service/protocol';
import type { Channel, OpenChannel } from '../../../platform/ports.js';

/** Null: neither BroadcastChannel nor storage is available, each tab is on its own. */
export const browserChannel: OpenChannel = (name) => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return storageChannel(name);
  }
};

/** Fallback without BroadcastChannel: write the message to localStorage and remove it; other tabs get a storage event. */
function storageChannel(name: string): Channel | null {
  let storage: Storage;
  try {
    storage = localStorage;
  } catch {
    return null;
  }
  const onStorage = ({ storageArea, key, newValue }: StorageEvent): void => {
    if (storageArea !== storage || key !== name || newValue === null) return;
    try {
      channel.onmessage?.({ data: JSON.parse(newValue) } as MessageEvent);
    } catch {
      // Not JSON: another script has written it.
    }
  };
  const channel: Channel = {
    onmessage: null,
    postMessage(message) {
      try {
        storage.setItem(name, JSON.stringify(message));
        storage.removeItem(name);
      } catch {
        // The storage is full: other tabs don't hear of it.
      }
    },
    close: () => removeEventListener('storage', onStorage),
  };
  addEventListener('storage', onStorage);
  return channel;
}

/** Compares people without naming them. */
export const hashSubject = (subject: string): string => sha256(subject);

export type TabMessage =
  /** Who is signed in there now, see `hashSubject`; null: the visitor has signed out, here too. */
  | { readonly mark: string | null }
  /** Who is not signed in there any more. Another person who has signed in here since stays. */
  | { readonly gone: string };

/** Undefined: not one of ours. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  const { mark, gone } = Object(data) as { mark?: unknown; gone?: unknown };
  if (typeof gone === 'string') return { gone };
  return mark === null || typeof mark === 'string' ? { mark } : undefined;
}
