/** What all primitives below one root share. */
'use client';
import {
  type Chat,
  type ChatClient,
  ChatProvider,
  type ChatProviderProps,
  type ProviderBehaviour,
  type SharedOptions,
  type TimelineEntry,
  type ToolEntry,
  type UseChatOptions,
  useChat,
} from '@service/embed-headless/react';
import {
  type ComponentType,
  createContext,
  type ElementType,
  type ReactElement,
  useContext,
  useEffect,
  useMemo,
} from 'react';
import { merged, Part, type PartProps } from './part.js';
import { type ChatTexts, ENGLISH } from './texts.js';

/** Components of the page in place of ours. */
export interface ChatComponents {
  /** Of each entry of the timeline. */
  readonly Message: ComponentType<{ readonly entry: TimelineEntry }>;
  /** Of a tool call, by the name of the tool. */
  readonly tools: Readonly<Record<string, ComponentType<{ readonly entry: ToolEntry }>>>;
}

interface Screen {
  readonly texts: ChatTexts;
  readonly components: Partial<ChatComponents>;
}

const Context = createContext<Screen>({ texts: ENGLISH, components: {} });

/** The chat of the nearest root, which alone decides whether it connects. */
export const useRootChat = (): Chat => useChat({ autoConnect: false } as UseChatOptions);

/** Texts and components of the nearest root. */
export const useScreen = (): Screen => useContext(Context);

/** How the screen speaks and looks. */
export interface RootOptions {
  /**
   * Words in place of the English ones.
   * @defaultValue English
   */
  readonly texts?: Partial<ChatTexts> | undefined;
  /**
   * Components in place of ours.
   * @defaultValue ours
   */
  readonly components?: Partial<ChatComponents> | undefined;
  /**
   * `tokens` of `resolveTheme`: each becomes a CSS variable, `--chat-primary`.
   * @defaultValue none
   */
  readonly theme?: object | undefined;
}

/** The options or the client as for `ChatProvider`; without either, those of the provider above. */
export type RootProps<Tag extends ElementType = 'section'> = RootOptions &
  PartProps<Tag> &
  ProviderBehaviour &
  (
    | { readonly client: ChatClient; readonly options?: never }
    | { readonly options: SharedOptions; readonly client?: never }
    | { readonly client?: never; readonly options?: never }
  );

/** A chat: everything else is below it. A `section` that is named; `data-connection`, `data-status` and `data-handled-by` are for styles. */
export function Root({ client, options, texts, components, ...props }: RootProps): ReactElement {
  const screen = useMemo(
    () => ({ texts: { ...ENGLISH, ...texts }, components: components ?? {} }),
    [texts, components],
  );
  const inner = (
    <Context.Provider value={screen}>
      <Frame {...props} />
    </Context.Provider>
  );
  if (!client && !options) return inner;
  return <ChatProvider {...({ client, options, autoConnect: false } as ChatProviderProps)}>{inner}</ChatProvider>;
}

function Frame({ theme, autoConnect, ...props }: RootOptions & ProviderBehaviour & PartProps<'section'>): ReactElement {
  const { connection, status, handledBy } = useChat({ autoConnect } as UseChatOptions);
  const { texts } = useScreen();
  const variables = Object.fromEntries(
    Object.entries(theme ?? {}).map(([name, value]) => [
      `--chat-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
      value,
    ]),
  );
  return (
    <Part
      as="section"
      aria-label={texts.chat}
      data-chat="root"
      data-connection={connection}
      data-status={status}
      data-handled-by={handledBy}
      {...merged({ style: variables }, props)}
    />
  );
}

/** Messages are read when the end of the conversation is in sight, in a visible page. */
export function useReading({ unread, markRead }: Chat, atEnd: boolean): void {
  useEffect(() => {
    if (!atEnd || !unread) return;
    const read = (): void => {
      if (!document.hidden) markRead();
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [atEnd, unread, markRead]);
}
