/** A whole chat for a screen of your own: what there is to show, and what can be done. */
'use client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatClient, ChatState, ClientEvents } from '../core/index.js';
import { actionsOf, type ChatActions } from './chat-actions.js';
import { useGiven } from './chat-context.js';
import { serverState } from './server-state.js';
import type { SharedOptions } from './shared-clients.js';
import { useLatest } from './use-latest.js';
import { useSharedClient } from './use-shared-client.js';

/** Called with what the client tells of, see `ClientEvents`; always the callback of the latest render. */
export type ChatCallbacks = {
  readonly [Name in keyof ClientEvents as `on${Capitalize<Name>}`]?: (detail: ClientEvents[Name]) => void;
};

/** What a component wants of a chat besides the chat itself. */
export interface ChatBehaviour extends ChatCallbacks {
  /**
   * True (default): the connection is opened on mount, because a chat that is on the screen should be up to date. False:
   * with the first `send` or `connect`. Never before a required consent, and never on a server.
   */
  readonly autoConnect?: boolean;
}

/** Either what a shared client is made with, or a client of your own, which you end yourself. */
export type UseChatOptions = ChatBehaviour & (SharedOptions | { readonly client: ChatClient });

/** The state, what can be done, and the client itself. */
export type Chat = ChatState & ChatActions & { readonly client: ChatClient };

const EVENTS = {
  message: 'onMessage',
  unread: 'onUnread',
  alert: 'onAlert',
  connection: 'onConnection',
  handoff: 'onHandoff',
  tool: 'onTool',
  error: 'onError',
  signedOut: 'onSignedOut',
} as const satisfies { readonly [Name in keyof ClientEvents]: `on${Capitalize<Name>}` };

/**
 * Renders again on every change; `useChatSelector` renders only when its part changes. Components with equal options
 * share one client and one connection, which ends three seconds after the last of them is gone. Options are compared by
 * value; `user`, `consent` and `identity` may change at any time, other changes mean another client. Without options, the client of
 * the nearest `ChatProvider`; without one of these either, it throws.
 */
export function useChat(options?: UseChatOptions): Chat {
  const own = options && ('client' in options ? options.client : 'inboxId' in options ? options : null);
  const client = useSharedClient(useGiven('useChat', own));
  const state = useSyncExternalStore(client.subscribe, client.getState, serverState);

  const latest = useLatest<ChatCallbacks>(options ?? {});
  useEffect(() => {
    const ends = (Object.keys(EVENTS) as (keyof ClientEvents)[]).map((name) =>
      client.on(name, (detail) => (latest.current[EVENTS[name]] as ((detail: unknown) => void) | undefined)?.(detail)),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, latest]);

  const connects = options?.autoConnect !== false && !client.getState().consentNeeded;
  useEffect(() => {
    if (connects) client.connect();
  }, [client, connects]);

  return useMemo(() => ({ ...state, ...actionsOf(client), client }), [state, client]);
}
