/** What a screen may do, as functions that stay the same for the life of their client: fit for dependency lists and props. */
import type { ChatClient } from '../core/index.js';

/** Beside what can be done: the state and its changes are the hook's business, and the end is its owner's. */
type NoAction = 'getState' | 'subscribe' | 'on' | 'hasHistory' | 'requestPerson' | 'destroy';

/** The client's own functions, see `ChatClient`, free to be passed around without it. */
export type ChatActions = Omit<ChatClient, NoAction>;

export function actionsOf(client: ChatClient): ChatActions {
  const { getState, subscribe, on, hasHistory, requestPerson, destroy, ...actions } = client;
  return actions;
}
