/** Tells the page what its storage has to remember until the visitor's next page: only this frame knows the conversation. */
import type { ChatState } from '@service/embed-headless/core';
import type { PanelContext } from '../model.js';
import { mayConnect, type PanelState } from '../state.js';
import type { PanelStore } from '../store.js';
import type { ClientLoader } from './client-loader.js';

/**
 * The number of unread messages; 0: one may come, or something of the visitor has not reached the server; null: neither;
 * undefined: not known before the conversation has loaded. `chat`: null while there is no client.
 */
export function unreadMarker(state: PanelState, chat: ChatState | null): number | null | undefined {
  if (!mayConnect(state)) return null;
  if (chat && chat.unread > 0) return chat.unread;
  if (state.unsent.length > 0 || (chat && isOutstanding(chat))) return 0;
  return chat?.loaded ? null : undefined;
}

function isOutstanding({ outbox, erasing, turn, handledBy }: ChatState): boolean {
  return outbox > 0 || erasing.length > 0 || turn !== 'ready' || handledBy === 'human' || handledBy === 'queued';
}

export interface UnreadMarker {
  /** Call it after every change of the panel or the conversation. */
  update(): void;
  /** The visitor has left. */
  remove(): void;
}

interface UnreadMarkerDeps {
  readonly context: PanelContext;
  readonly store: PanelStore;
  readonly loader: ClientLoader;
}

export function createUnreadMarker({ context, store, loader }: UnreadMarkerDeps): UnreadMarker {
  const { connect, post } = context;
  /** As far as this frame knows. */
  let stored: number | null | undefined = connect.unread ? undefined : null;
  const set = (count: number | null): void => {
    stored = count;
    post({ t: 'unread-marker', count });
  };
  return {
    update() {
      const count = unreadMarker(store.getState(), loader.current()?.getState() ?? null);
      if (count !== undefined && count !== stored) set(count);
    },
    remove: () => set(null),
  };
}
