'use client';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChatClient, ChatState } from '../core/index.js';
import { useGiven } from './chat-context.js';
import { serverState } from './server-state.js';

/**
 * A part of the chat's state; renders again only when it changes. Opens no connection. Throws without `client` and `ChatProvider`.
 * @param select picks the part
 * @param equal default `Object.is`
 * @param client default: that of the nearest `ChatProvider`
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
    // An inline `select` is a new function in every render: compare its result with the last one.
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
