/** What a screen may do, as functions that stay the same for the life of their client: fit for dependency lists and props. */
import type { ChatClient } from '../core/index.js';

/**
 * The client's own functions, see `ChatClient`, free to be passed around without it. Without those of the state and its
 * changes, which are the hook's business, and without the end, which is its owner's.
 */
export type ChatActions = Omit<ChatClient, 'getState' | 'subscribe' | 'on' | 'hasHistory' | 'destroy'>;

export function actionsOf(client: ChatClient): ChatActions {
  const { getState, subscribe, on, hasHistory, destroy, ...actions } = client;
  return actions;
}
