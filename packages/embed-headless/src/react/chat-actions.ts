import type { ChatClient } from '../core/index.js';

/** The client's methods for a UI. They stay the same for the life of the client: fit for dependency lists and props. */
export type ChatActions = Omit<ChatClient, 'getState' | 'subscribe' | 'on' | 'hasHistory' | 'destroy'>;

export function actionsOf(client: ChatClient): ChatActions {
  const { getState, subscribe, on, hasHistory, destroy, ...actions } = client;
  return actions;
}
