/** Rows as the contract's objects, in one place for the writer and the readers. */
import type { Author, ConsentGrant, Handler, LogBody, LogEvent } from '@service/protocol';
import type { Conversation, Session } from '../store.js';

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly author_kind: string;
  readonly author_id: string;
  readonly author_name: string | null;
  readonly client_id: string;
  readonly body: string;
}

export function eventOf(row: EventRow): LogEvent {
  const by: Author = {
    kind: row.author_kind as Author['kind'],
    id: row.author_id,
    ...(row.author_name !== null && { name: row.author_name }),
  };
  return { seq: row.seq, at: row.at, by, clientId: row.client_id, body: JSON.parse(row.body) as LogBody };
}

export interface ConversationRow {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly epoch: string;
  readonly head: number;
  readonly handler: string;
  readonly read_seq: number;
}

export function conversationOf(row: ConversationRow): Conversation {
  const { id, inbox, contact, epoch, head } = row;
  return { id, inbox, contact, epoch, head, handler: row.handler as Handler, read: row.read_seq };
}

export interface SessionRow {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  readonly host_origin: string;
  readonly consent: string | null;
  readonly created_at: number;
  readonly last_seen_at: number;
}

export function sessionOf(row: SessionRow): Session {
  const { id, inbox, contact, conversation } = row;
  return {
    id,
    inbox,
    contact,
    conversation,
    hostOrigin: row.host_origin,
    consent: row.consent === null ? null : (JSON.parse(row.consent) as ConsentGrant),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
