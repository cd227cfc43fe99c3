import type { Author, ConsentGrant, Handler, LogBody, LogEvent } from '@service/protocol';
import type { Conversation, Progress } from '../port/conversations.js';
import type { Session, SessionEndReason } from '../port/sessions.js';
import type { Dialect } from './dialect.js';

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly author_kind: string;
  readonly author_id: string;
  readonly author_name: string | null;
  readonly client_id: string;
  readonly body: string;
}

export function eventOf(row: EventRow, { toText }: Pick<Dialect, 'toText'>): LogEvent {
  const by: Author = {
    kind: row.author_kind as Author['kind'],
    id: row.author_id,
    ...(row.author_name !== null && { name: toText(row.author_name) }),
  };
  return { seq: row.seq, at: row.at, by, clientId: row.client_id, body: JSON.parse(row.body) as LogBody };
}

export interface ConversationRow {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly writer: string | null;
  readonly epoch: string;
  readonly head: number;
  readonly handler: string;
  readonly read_seq: number;
  readonly seen_seq: number;
  readonly erased_at: number | null;
}

export type ProgressRow = Pick<ConversationRow, 'id' | 'head' | 'read_seq' | 'seen_seq' | 'erased_at'>;

export function progressOf({ head, read_seq, seen_seq, erased_at }: Omit<ProgressRow, 'id'>): Progress {
  return { head, read: read_seq, seen: seen_seq, erased: erased_at !== null };
}

export function conversationOf(row: ConversationRow): Conversation {
  const { id, inbox, contact, epoch } = row;
  const writer = row.writer ?? contact;
  return { id, inbox, contact, writer, epoch, handler: row.handler as Handler, ...progressOf(row) };
}

export interface SessionRow {
  readonly id: string;
  /** Of its conversation. */
  readonly writer: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  readonly host_origin: string;
  readonly consent: string | null;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly token_hash: string;
  readonly token_salt: string;
  readonly token_since: number | null;
  readonly next_token: string | null;
  readonly subject: string | null;
  readonly kid: string | null;
  readonly until: number | null;
  readonly ended_at: number | null;
  readonly ended_why: string | null;
}

/** The row of a token that was exchanged for another. */
export interface RetiredRow {
  readonly session: string;
  readonly salt: string;
  readonly until: number;
}

/** @param retired the row of `tokenHash`, when it was exchanged. Otherwise it is the session's current or next token. */
export function sessionOf(row: SessionRow, tokenHash: string, retired: RetiredRow | null = null): Session {
  const { id, inbox, contact, conversation, subject, kid, until } = row;
  return {
    id,
    inbox,
    contact,
    conversation,
    writer: row.writer,
    hostOrigin: row.host_origin,
    consent: row.consent === null ? null : (JSON.parse(row.consent) as ConsentGrant),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    token: retired
      ? { as: 'retired', salt: retired.salt, until: retired.until }
      : row.next_token === tokenHash
        ? { as: 'next' }
        : { as: 'current', salt: row.token_salt, since: row.token_since ?? row.created_at },
    identified: subject !== null && kid !== null && until !== null ? { subject, kid, until } : null,
    ended: row.ended_at === null ? null : { at: row.ended_at, why: row.ended_why as SessionEndReason },
  };
}
