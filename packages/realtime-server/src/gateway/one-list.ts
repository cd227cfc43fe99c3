/**
 * `ws` gathers each message of a socket in a new list. A list that is old by the time its message comes is dropped with it, and
 * the message stays in memory until the collector looks at all of it: under load so much stays that it has to, every half
 * minute, for a tenth of a second. So a socket has one list, which is emptied.
 *
 * It is a name inside `ws`. Where there is none such any longer, nothing else changes; a test tells.
 */
import type { WebSocket } from 'ws';

interface Receiver {
  _fragments: unknown[];
}

/** To be called with each message of the socket: nothing of the next one has been read then. */
export function gatherInOneList(socket: WebSocket): () => void {
  const { _receiver: receiver } = socket as { readonly _receiver?: Receiver | null };
  if (!Array.isArray(receiver?._fragments)) return () => undefined;
  const list = receiver._fragments;
  return () => {
    list.length = 0;
    receiver._fragments = list;
  };
}
