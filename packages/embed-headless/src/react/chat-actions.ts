/** What a screen may do, as functions that stay the same for the life of their client: fit for dependency lists and props. */
import type { ChatClient } from '../core/index.js';

const NAMES = [
  'connect',
  'consent',
  'send',
  'upload',
  'attachmentLink',
  'retry',
  'discard',
  'stop',
  'loadOlder',
  'notifyTyping',
  'markRead',
  'requestHuman',
  'returnToAgent',
  'setUser',
  'identify',
  'logout',
  'registerTool',
  'decideTool',
] as const satisfies readonly (keyof ChatClient)[];

/** The client's own functions, see `ChatClient`, free to be passed around without it. */
export type ChatActions = Pick<ChatClient, (typeof NAMES)[number]>;

const known = new WeakMap<ChatClient, ChatActions>();

export function actionsOf(client: ChatClient): ChatActions {
  const before = known.get(client);
  if (before) return before;
  const actions = Object.fromEntries(
    NAMES.map((name) => [name, (...args: never[]) => (client[name] as (...args: never[]) => unknown)(...args)]),
  ) as unknown as ChatActions;
  known.set(client, actions);
  return actions;
}
