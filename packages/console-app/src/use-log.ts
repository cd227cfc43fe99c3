/** One conversation's log, followed from the number seen last. Applied in order and once, whatever the answers repeat. */
import type { Handler, LogEvent } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from './desk.js';

const AGAIN_MS = 2_000;
/** As long as the visitor's own screen would show somebody writing. */
const TYPING_MS = 5_000;

export interface FollowedLog {
  readonly events: readonly LogEvent[];
  /** Null before the first answer. */
  readonly handler: Handler | null;
  readonly typing: boolean;
}

const NOTHING: FollowedLog = { events: [], handler: null, typing: false };

export function useLog(desk: Desk, id: string): FollowedLog {
  const [log, set] = useState(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let typingEnds = 0;
    const follow = async (): Promise<void> => {
      let events: readonly LogEvent[] = [];
      while (!signal.aborted) {
        const reply = await desk.follow(id, events.at(-1)?.seq ?? 0, signal);
        if (signal.aborted || (!reply.ok && reply.why !== 'away')) return;
        if (!reply.ok) {
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          continue;
        }
        const { conversation, typing } = reply.value;
        const last = events.at(-1)?.seq ?? 0;
        events = [...events, ...reply.value.events.filter(({ seq }) => seq > last)];
        set({ events, handler: conversation.handler, typing });
        clearTimeout(typingEnds);
        if (typing) {
          typingEnds = window.setTimeout(() => set((now) => ({ ...now, typing: false })), TYPING_MS);
          // Every keystroke would end the next question at once.
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
      }
    };
    set(NOTHING);
    void follow();
    return () => {
      leaving.abort();
      clearTimeout(typingEnds);
    };
  }, [desk, id]);
  return log;
}
