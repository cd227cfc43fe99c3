'use client';
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react';
import type { ChatClient } from '../core/index.js';
import type { SharedOptions } from './shared-clients.js';
import { useConnection } from './use-connection.js';
import { useSharedClient } from './use-shared-client.js';

const Context = createContext<ChatClient | null>(null);

/** Behaviour of a provider. */
export interface ProviderBehaviour {
  /**
   * True: connects on mount, so that tools below it are offered without a chat on the screen. False: with the first `sendMessage`,
   * `connect` or `useChat`. Never before a required consent, never on a server.
   * @defaultValue true
   */
  readonly autoConnect?: boolean | undefined;
}

/** A client that its owner destroys, or the options of a shared one. */
export type ChatProviderProps = ProviderBehaviour & { readonly children?: ReactNode } & (
    | { readonly client: ChatClient; readonly options?: never }
    | { readonly options: SharedOptions; readonly client?: never }
  );

/** Shares one client with all hooks below it. Optional. Renders no element, never throws. */
export function ChatProvider({ client, options, autoConnect = true, children }: ChatProviderProps): ReactElement {
  const value = useSharedClient(client ?? options);
  useConnection(value, autoConnect);
  return createElement(Context.Provider, { value }, children);
}

/** The client or options of a component, or else of the nearest provider. Throws, naming `hook`, when there is neither. */
export function useGiven<Given>(hook: string, given: Given | null | undefined): Given | ChatClient {
  const provided = useContext(Context);
  const found = given ?? provided;
  if (!found) throw new Error(`${hook}() needs a client or its options, or a <ChatProvider> above it.`);
  return found;
}
