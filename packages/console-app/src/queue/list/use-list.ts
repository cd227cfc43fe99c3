/** The chosen list of conversations, page by page; its first page is read anew every few seconds. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationApi } from '../../api/conversation-api.js';
import { isSearch, type ListChoice, QUEUE, queryOf } from '../../console/address.js';
import type { QueueState } from '../use-queue.js';
import { type Loaded, withFirstPage, withPage } from './pages.js';

const EVERY_MS = 5_000;
/** A page of a search may have found little or nothing: it goes on until there are so many more, or for so many pages. */
const ENOUGH_FOUND = 10;
const MOST_PAGES = 5;

export interface ListState {
  /** Null before the first answer. */
  readonly loaded: Loaded | null;
  /** A later page, or more of a search, is on its way. */
  readonly isLoadingMore: boolean;
  /** Why there is no answer; null: there is one. */
  readonly problem: string | null;
  /** Reads on behind what is there. */
  more(): void;
}

interface Shown extends Omit<ListState, 'more'> {
  /** Of the choice that it is of. */
  readonly key: string;
  /** How far a search goes on by itself. */
  readonly goal: { readonly rows: number; readonly pages: number };
}

const nothing = (key: string): Shown => ({
  ...{ key, loaded: null, isLoadingMore: false, problem: null },
  goal: { rows: ENOUGH_FOUND, pages: MOST_PAGES },
});

export function useList(api: ConversationApi, choice: ListChoice, queue: QueueState): ListState {
  const key = queryOf(choice);
  const isSearching = isSearch(choice);
  // What the console asks for anyway may be the whole list: nothing more to ask then.
  const isAsked = key !== queryOf(QUEUE) || !queue.isWhole;
  const [state, setState] = useState<Shown>(() => nothing(key));
  const shown = state.key === key ? state : nothing(key);
  const stop = useRef(new AbortController());

  const read = async (from: Loaded | null, { signal }: AbortController): Promise<void> => {
    const put = (change: (now: Shown) => Partial<Shown>): void => {
      if (signal.aborted) return;
      setState((now) => {
        const own = now.key === key ? now : nothing(key);
        return { ...own, ...change(own) };
      });
    };
    if (from) put(({ goal }) => ({ isLoadingMore: true, problem: null, goal: { ...goal, pages: goal.pages - 1 } }));
    const result = await api.list(choice, from?.next ?? null, signal);
    const done = from ? { isLoadingMore: false } : {};
    put(({ loaded }) => {
      if (!result.ok) return { ...done, problem: result.message };
      const page = result.value;
      return { ...done, problem: null, loaded: from ? withPage(loaded ?? from, page) : withFirstPage(loaded, page) };
    });
  };

  useEffect(() => {
    const abort = new AbortController();
    stop.current = abort;
    let timer = 0;
    const readFirst = async (): Promise<void> => {
      if (!(document.hidden && timer > 0)) await read(null, abort);
      // What a search has found stays as it is until something else is searched for.
      if (!abort.signal.aborted && !isSearching) timer = window.setTimeout(readFirst, EVERY_MS);
    };
    if (isAsked) void readFirst();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api, key, isAsked, queue.refreshes]);

  const { loaded, isLoadingMore, problem, goal } = shown;
  const canGoOn = loaded !== null && loaded.next !== null && !isLoadingMore;
  useEffect(() => {
    if (isSearching && canGoOn && problem === null && loaded.rows.length < goal.rows && goal.pages > 0)
      void read(loaded, stop.current);
  }, [loaded, canGoOn]);

  if (!isAsked)
    return {
      ...{ isLoadingMore: false, problem: null, more: () => undefined },
      loaded: queue.conversations && { rows: queue.conversations, next: null, searchedTo: null },
    };
  return {
    ...{ loaded, isLoadingMore, problem },
    more() {
      if (!canGoOn) return;
      setState({ ...shown, goal: { rows: loaded.rows.length + 1, pages: MOST_PAGES } });
      void read(loaded, stop.current);
    },
  };
}
