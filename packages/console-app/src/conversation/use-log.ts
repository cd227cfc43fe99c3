/** Follows a conversation's log from the last number seen. Applies each event once and in order, whatever the answers repeat. */
import type { Handler, LogEvent } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { ConversationApi, KnownVisitor } from '../api/conversation-api.js';

const RETRY_MS = 2_000;
/** As long as the visitor's widget shows that a person is writing. */
const TYPING_MS = 5_000;

export interface FollowedLog {
  readonly events: readonly LogEvent[];
  /** Null before the first answer. */
  readonly handler: Handler | null;
  readonly typing: boolean;
  readonly known: KnownVisitor;
  /** Why the server shows nothing of it, as with an address of none; null: it does. */
  readonly refusal: string | null;
}

const NOTHING: FollowedLog = {
  events: [],
  handler: null,
  typing: false,
  known: { visitor: null, claimed: null, page: null, blocked: null },
  refusal: null,
};

export function useLog(api: ConversationApi, id: string): FollowedLog {
  const [log, setLog] = useState(NOTHING);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let typingEnds = 0;
    const follow = async (): Promise<void> => {
      let events: readonly LogEvent[] = [];
      while (!signal.aborted) {
        const result = await api.follow(id, events.at(-1)?.seq ?? 0, signal);
        if (signal.aborted) return;
        if (!result.ok && result.reason === 'refused') return setLog({ ...NOTHING, refusal: result.message });
        if (!result.ok) {
          // Where the session has ended, the queue leaves. It may also have got a new cookie while this was on its way.
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          continue;
        }
        const { conversation, typing, visitor, claimed, page, blocked } = result.value;
        const last = events.at(-1)?.seq ?? 0;
        events = [...events, ...result.value.events.filter(({ seq }) => seq > last)];
        setLog({
          events,
          handler: conversation.handler,
          typing,
          known: { visitor, claimed, page, blocked },
          refusal: null,
        });
        clearTimeout(typingEnds);
        if (typing) {
          typingEnds = window.setTimeout(() => setLog((now) => ({ ...now, typing: false })), TYPING_MS);
          // Without a pause, every keystroke would end the next request at once.
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
      }
    };
    setLog(NOTHING);
    void follow();
    return () => {
      abort.abort();
      clearTimeout(typingEnds);
    };
  }, [api, id]);
  return log;
}
