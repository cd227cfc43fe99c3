/** The conversations that wait for a person or are with one, looked at every few seconds while somebody can see them. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk, WaitingConversation } from './desk.js';

const EVERY_MS = 3_000;

export interface Waiting {
  /** Null before the first answer. */
  readonly conversations: readonly WaitingConversation[] | null;
  readonly away: boolean;
  /** Looks now. */
  look(): void;
}

/** `onUnauthorized`: the key does not open the desk (any more). */
export function useWaiting(desk: Desk, onUnauthorized: (message: string) => void): Waiting {
  const [conversations, set] = useState<Waiting['conversations']>(null);
  const [away, setAway] = useState(false);
  const [turn, again] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let timer = 0;
    const look = async (): Promise<void> => {
      const reply = await desk.waiting(leaving.signal);
      if (leaving.signal.aborted) return;
      setAway(!reply.ok);
      if (reply.ok) set(reply.value.conversations);
      else if (reply.why === 'unauthorized') return onUnauthorized(reply.message);
      timer = window.setTimeout(look, EVERY_MS);
    };
    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [desk, turn]);
  return { conversations, away, look: () => again((count) => count + 1) };
}
