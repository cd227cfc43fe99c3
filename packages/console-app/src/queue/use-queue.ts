/** The conversations that wait for a person or are with one, fetched every few seconds. */
import { useEffect, useState } from 'preact/hooks';
import type { ConversationApi, HandoffCounts, ListedConversation } from '../api/conversation-api.js';
import { afterInHidden } from './hidden-timer.js';

const EVERY_MS = 3_000;

export interface QueueState {
  /** Null before the first answer. */
  readonly conversations: readonly ListedConversation[] | null;
  /** How many there are, also of those that are not shown; null: not known. */
  readonly counts: HandoffCounts | null;
  /** False: there are more of them than these. */
  readonly isWhole: boolean;
  readonly unreachable: boolean;
  /** Why the server shows no conversations; null: it does. */
  readonly refusal: string | null;
  /** Fetches now. */
  refresh(): void;
  /** How often that was asked for. */
  readonly refreshes: number;
}

/** `hasEnded`: asked where a request was refused for want of a session. Then nothing more is fetched. */
export function useQueue(api: ConversationApi, hasEnded: () => Promise<boolean>): QueueState {
  const [conversations, setConversations] = useState<QueueState['conversations']>(null);
  const [counts, setCounts] = useState<HandoffCounts | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [refreshes, setRefreshes] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let cancel = (): void => undefined;
    const fetchQueue = async (): Promise<void> => {
      const result = await api.waiting(abort.signal);
      if (abort.signal.aborted) return;
      setUnreachable(!result.ok && result.reason === 'unreachable');
      setRefusal(!result.ok && result.reason === 'refused' ? result.message : null);
      if (result.ok) {
        setConversations(result.value.conversations);
        setCounts(result.value.counts ?? null);
      } else if (result.reason === 'unauthorized' && (await hasEnded())) return;
      if (abort.signal.aborted) return;
      cancel = afterInHidden(EVERY_MS, () => void fetchQueue());
    };
    void fetchQueue();
    return () => {
      abort.abort();
      cancel();
    };
  }, [api, refreshes]);
  const isWhole = counts === null || counts.waiting + counts.taken <= (conversations?.length ?? 0);
  return {
    ...{ conversations, counts, isWhole, unreachable, refusal, refreshes },
    refresh: () => setRefreshes((count) => count + 1),
  };
}
