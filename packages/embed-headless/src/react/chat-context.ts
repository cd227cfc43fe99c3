/** Shares one client with everything below, so that a message deep in a list needs no props to reach it. Optional. */
'use client';
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react';
import type { ChatClient } from '../core/index.js';
import type { SharedOptions } from './shared-clients.js';
import { useSharedClient } from './use-shared-client.js';

const Context = createContext<ChatClient | null>(null);

/** Either a client that its owner made and ends, or the options of one that is shared and ended here. */
export type ChatProviderProps = { readonly children?: ReactNode } & (
  | { readonly client: ChatClient; readonly options?: never }
  | { readonly options: SharedOptions; readonly client?: never }
);

/** Shares one client with all hooks below it. Throws nothing; renders nothing of its own. */
export function ChatProvider({ client, options, children }: ChatProviderProps): ReactElement {
  return createElement(Context.Provider, { value: useSharedClient(client ?? options) }, children);
}

/** What a component was given, or else the client of the nearest provider. Throws, in the name of `hook`, when there is neither. */
export function useGiven<Given>(hook: string, given: Given | null | undefined): Given | ChatClient {
  const provided = useContext(Context);
  const found = given ?? provided;
  if (!found) throw new Error(`${hook}() needs a client or its options, or a <ChatProvider> above it.`);
  return found;
}
