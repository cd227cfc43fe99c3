/** One part of a chat's state. While an answer streams in, only who shows it renders. */
'use client';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChatClient, ChatState } from '../core/index.js';
import { useGiven } from './chat-context.js';
import { serverState } from './server-state.js';

/**
 * What `select` picks; the same object until `equal` (default `Object.is`) says that it differs. Of `client`, or of the
 * nearest `ChatProvider`; throws when there is neither. Opens nothing.
 *
 *     const unread = useChatSelector((chat) => chat.unread);
 */
export function useChatSelector<Part>(
  select: (state: ChatState) => Part,
  equal: (a: Part, b: Part) => boolean = Object.is,
  client?: ChatClient,
): Part {
  const source = useGiven('useChatSelector', client);
  const shown = useRef<{ readonly part: Part } | null>(null);
  const [read, readServer] = useMemo(() => {
    // An inline `select` is a new function in every render; what is shown already decides whether its result is new.
    let last: { readonly state: ChatState; readonly part: Part } | null = null;
    const pick = (state: ChatState): Part => {
      if (last?.state === state) return last.part;
      const part = select(state);
      const before = last ?? shown.current;
      last = { state, part: before && equal(before.part, part) ? before.part : part };
      return last.part;
    };
    return [() => pick(source.getState()), () => pick(serverState())] as const;
  }, [source, select, equal]);
  const part = useSyncExternalStore(source.subscribe, read, readServer);
  useEffect(() => {
    shown.current = { part };
  }, [part]);
  return part;
}
