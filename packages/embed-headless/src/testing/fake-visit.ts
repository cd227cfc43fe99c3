import {
  CONVERSATION_LIMITS,
  type ConversationSummary,
  countsAsUnread,
  isFinishedMessage,
  type ServerFrame,
  truncate,
} from '@service/protocol';
import type { ServedConversation } from './fake-conversation.js';

/** A connection of a page. */
export interface FakeClient {
  send(frame: ServerFrame): void;
  close(code: number, reason?: string): void;
  /** Frames that could not be read. */
  badFrames: number;
  /** The page's own name for itself. */
  instance: string | null;
  session: { readonly token: string; readonly visit: FakeVisit; conversation: ServedConversation } | null;
  following: boolean;
}

/** A visitor and their conversations. */
export interface FakeVisit {
  current: ServedConversation;
  readonly all: ServedConversation[];
  /** By the id of the request that started it. */
  readonly started: Map<string, ServedConversation>;
  readonly erased: Set<string>;
}

export function conversationOf(visit: FakeVisit, id: string): ServedConversation | null {
  return visit.all.find((each) => each.id === id) ?? null;
}

export function summariesOf({ all }: FakeVisit): ConversationSummary[] {
  return all
    .filter(({ log }) => log.length > 0)
    .map(({ id, log, read, handler }): ConversationSummary => {
      const last = log.findLast(({ body }) => 'text' in body)?.body;
      const text = last && 'text' in last ? truncate(last.text, CONVERSATION_LIMITS.summaryLength) : '';
      const unread = log.filter((event) => event.seq > read && countsAsUnread(event)).length;
      return { conversation: id, text, at: (log.findLast(isFinishedMessage) ?? log.at(-1))?.at ?? 0, unread, handler };
    })
    .sort((a, b) => b.at - a.at);
}
