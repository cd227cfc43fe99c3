'use client';
import { isRecord } from '@service/protocol';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatClient, ChatState, ClientEvents } from '../core/index.js';
import { actionsOf, type ChatActions } from './chat-actions.js';
import { useGiven } from './chat-context.js';
import { serverState } from './server-state.js';
import type { SharedOptions } from './shared-clients.js';
import { useConnection } from './use-connection.js';
import { useLatest } from './use-latest.js';
import { useSharedClient } from './use-shared-client.js';

/** A callback per event of `ClientEvents`. The callback of the latest render is called. */
export type ChatCallbacks = {
  readonly [Name in keyof ClientEvents as `on${Capitalize<Name>}`]?: ((detail: ClientEvents[Name]) => void) | undefined;
};

/** Options of a component. */
export interface ChatBehaviour extends ChatCallbacks {
  /**
   * True: connects on mount. False: with the first `sendMessage` or `connect`. Never before a required consent, never on a server.
   * @defaultValue true
   */
  readonly autoConnect?: boolean | undefined;
}

/** Options of a shared client, or a client of your own, which you destroy yourself. */
export type UseChatOptions = ChatBehaviour &
  (
    | SharedOptions
    | {
        /** In place of the options of a shared client: one of your own, which you destroy yourself. */
        readonly client: ChatClient;
      }
  );

/** State, methods, and the client itself. */
export type Chat = ChatState &
  ChatActions & {
    /** The client itself, for its events and for `ChatProvider`. */
    readonly client: ChatClient;
  };

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
 * A whole chat for a custom UI. Renders again on every change; `useChatSelector` only when its part changes.
 *
 * Components with equal options share one client and one connection, which ends three seconds after the last of them is unmounted.
 * Options are compared by value; `user`, `consent` and `identity` may change, other changes make another client. Without options:
 * the client of the nearest `ChatProvider`; throws when there is none.
 */
export function useChat(options?: UseChatOptions): Chat {
  const client = useSharedClient(useGiven('useChat', clientOrOptions(options)));
  const state = useSyncExternalStore(client.subscribe, client.getState, serverState);

  const latest = useLatest<ChatCallbacks>(options ?? {});
  const hearsErrors = options?.onError !== undefined;
  useEffect(() => {
    // Without a callback, errors are left to other listeners, or to the console.
    const names = (Object.keys(EVENTS) as (keyof ClientEvents)[]).filter((name) => name !== 'error' || hearsErrors);
    const ends = names.map((name) =>
      client.on(name, (detail) => (latest.current[EVENTS[name]] as ((detail: unknown) => void) | undefined)?.(detail)),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, latest, hearsErrors]);

  useConnection(client, options?.autoConnect !== false);
  return useMemo(() => ({ ...state, ...actionsOf(client), client }), [state, client]);
}

/** Null: that of the nearest provider is wanted. A missing environment variable is a wrong option, not a missing one. */
function clientOrOptions(options: UseChatOptions | undefined): ChatClient | SharedOptions | null | undefined {
  if (options === undefined || options === null) return null;
  if (!isRecord(options)) return {} as SharedOptions;
  if ('client' in options) return options.client as ChatClient;
  return 'inboxId' in options || 'baseUrl' in options ? (options as SharedOptions) : null;
}
