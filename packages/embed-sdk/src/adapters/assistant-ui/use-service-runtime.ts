'use client';
import {
  type AppendMessage,
  type AssistantRuntime,
  type ThreadMessageLike,
  useExternalStoreRuntime,
} from '@assistant-ui/react';
import type { ChatClient, ChatState, Notice } from '@service/embed-headless/core';
import { readParts } from '@service/embed-headless/parts';
import { type Chat, type UseChatOptions, useChat } from '@service/embed-headless/react';
import { useEffect, useMemo, useRef } from 'react';
import { NOTICES, type Turn, type TurnCache, toTurns } from '../turns.js';
import { attachmentAdapter, nextChange } from './attachments.js';
import { type MessageContext, toMessage } from './to-message.js';
import { useFileLinks } from './use-file-links.js';

/** As `useChat` takes, and what concerns the components. */
export type ServiceRuntimeOptions = UseChatOptions & {
  /**
   * The lines for what happens to the conversation, as system messages.
   * @defaultValue in English
   */
  readonly notices?: Readonly<Partial<Record<Notice['notice'], string>>> | undefined;
};

/**
 * A runtime for `AssistantRuntimeProvider`: the components of assistant-ui on the chat client, with streamed answers, sources, files,
 * tool calls and their confirmation, earlier conversations, feedback and quick replies. Options as for `useChat`; without them, the
 * client of the nearest `ChatProvider`, and it throws when there is none.
 */
export function useServiceRuntime(options?: ServiceRuntimeOptions): AssistantRuntime {
  const chat = useChat(options);
  const { client, timeline } = chat;
  const turns = useTurns(client, timeline);
  const link = useFileLinks(client, timeline);
  const convertMessage = useConversion(options?.notices, link);
  useConversations(chat);
  // Made anew for each client: assistant-ui holds on to it while files are picked.
  const attachments = useMemo(() => attachmentAdapter(client), [client]);
  return useExternalStoreRuntime<Turn>({
    messages: turns,
    convertMessage,
    isRunning: chat.turn !== 'ready',
    isDisabled: chat.consentNeeded || chat.status === 'error',
    isLoading: !chat.loaded,
    hasEarlier: chat.hasOlder,
    onLoadEarlier: () => loadEarlier(client),
    suggestions: suggestionsOf(turns),
    onNew: async (message) => send(client, message),
    onCancel: async () => client.stopAnswer(),
    onRespondToToolApproval: ({ approvalId, approved, reason }) => decide(client, approvalId, approved, reason),
    adapters: {
      attachments,
      feedback: {
        submit: ({ message, type }) => rate(client, message.metadata.custom, type === 'positive' ? 'up' : 'down'),
      },
      threadList: threadList(chat),
    },
  });
}

function useTurns(client: ChatClient, timeline: ChatState['timeline']): readonly Turn[] {
  const cache = useRef<{ readonly of: ChatClient; readonly turns: TurnCache } | null>(null);
  if (cache.current?.of !== client) cache.current = { of: client, turns: new Map() };
  const { turns } = cache.current;
  return useMemo(() => toTurns(timeline, turns), [timeline, turns]);
}

/** The same function until its messages would be others: assistant-ui converts every message anew with a new one. */
function useConversion(
  notices: ServiceRuntimeOptions['notices'],
  link: MessageContext['link'],
): (turn: Turn) => ThreadMessageLike {
  const written = JSON.stringify(notices ?? {});
  return useMemo(() => {
    const context = { notices: { ...NOTICES, ...JSON.parse(written) }, link };
    return (turn) => toMessage(turn, context);
  }, [written, link]);
}

/** The list of earlier conversations is loaded with each connection, and when another conversation is opened. */
function useConversations({ client, connection, conversation }: Chat): void {
  useEffect(() => {
    if (connection === 'connected' && conversation) client.loadConversations();
  }, [client, connection, conversation]);
}

function send(client: ChatClient, { content, attachments }: AppendMessage): void {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  client.sendMessage(
    text,
    (attachments ?? []).map(({ id }) => id),
  );
}

function decide(client: ChatClient, call: string, approved: boolean, reason?: string): void {
  const entry = client.getState().timeline.find((each) => each.type === 'tool' && each.call === call);
  if (entry?.type === 'tool') client.resolveToolCall(entry, approved, reason);
}

function rate(client: ChatClient, custom: Readonly<Record<string, unknown>>, value: 'up' | 'down'): void {
  const { answer } = custom as { readonly answer?: { readonly key: string } | null };
  if (answer) client.rateAnswer(answer.key, value);
}

async function loadEarlier(client: ChatClient): Promise<void> {
  client.loadOlder();
  await nextChange(client, () => !client.getState().loadingOlder);
}

/** Quick replies of the last message, which are gone when anything follows it. */
function suggestionsOf(turns: readonly Turn[]): readonly { readonly prompt: string }[] {
  const last = turns.at(-1);
  const parts = last?.type === 'answer' ? last.answer?.parts : last?.type === 'person' ? last.parts : undefined;
  return readParts(parts ?? '').flatMap((part) =>
    part.type === 'quick-replies' ? part.replies.map(({ label, text }) => ({ prompt: text ?? label })) : [],
  );
}

function threadList({ conversations, conversation, loadingConversations, client }: Chat) {
  const known = (conversations ?? []).map(({ conversation: id, text }) => ({
    status: 'regular' as const,
    id,
    title: text,
  }));
  const isMissing = conversation !== null && !known.some(({ id }) => id === conversation);
  return {
    ...(conversation !== null && { threadId: conversation }),
    threads: isMissing ? [{ status: 'regular' as const, id: conversation }, ...known] : known,
    isLoading: loadingConversations && conversations === null,
    onSwitchToNewThread: () => client.newConversation(),
    onSwitchToThread: (id: string) => client.openConversation(id),
    onDelete: (id: string) => client.eraseConversation(id),
  };
}
