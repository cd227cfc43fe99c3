/** Everything that reads, as functions of a database. They see only what is committed. */
import type { LogEvent } from '@service/protocol';
import type Database from 'libsql';
import { latestWordsFirst } from '../latest-words.js';
import type { Conversation, Progress, Session, SessionEndReason, StoredAttachment, VerifiedProfile } from '../store.js';
import { type OperatorReads, operatorReadsOn } from './operators.js';
import {
  type AttachmentRow,
  attachmentOf,
  type ConversationRow,
  conversationOf,
  type EventRow,
  eventOf,
  type ProgressRow,
  progressOf,
  type RetiredRow,
  type SessionRow,
  sessionOf,
} from './rows.js';
import { type SaidReads, saidReadsOn } from './said.js';
import { type ToolReads, toolReadsOn } from './tool-calls.js';
import { type LineReads, lineReadsOn } from './waiting-line.js';

export interface Reads extends LineReads, OperatorReads, SaidReads, ToolReads {
  findSession(tokenHash: string): Session | null;
  endedSince(since: number, limit: number): readonly { readonly id: string; readonly why: SessionEndReason }[];
  profile(contact: string): { readonly subject: string; readonly profile: VerifiedProfile } | null;
  conversation(id: string): Conversation | null;
  conversationsOf(contact: string, limit: number): readonly Conversation[];
  waiting(limit: number): readonly Conversation[];
  heads(ids: readonly string[]): ReadonlyMap<string, Progress>;
  eventsAfter(conversation: string, after: number, limit: number): readonly LogEvent[];
  eventsBefore(conversation: string, before: number, limit: number): readonly LogEvent[];
  spent(keys: readonly string[], day: number): ReadonlyMap<string, number>;
  attachments(ids: readonly string[]): readonly StoredAttachment[];
  uploadedSince(inbox: string, contact: string, since: number): { readonly contact: number; readonly inbox: number };
}

const SESSION =
  'SELECT s.*, coalesce(c.writer, c.contact) AS writer FROM sessions s JOIN conversations c ON c.id = s.conversation';

export function readsOn(db: Database.Database): Reads {
  const sql = {
    // One statement for both: what was the next token before the first of two could be the current one before the second,
    // and whoever came with it would be sent away as a stranger.
    session: db.prepare(`${SESSION} WHERE s.token_hash = @token OR s.next_token = @token`),
    retired: db.prepare('SELECT session, salt, until FROM retired_tokens WHERE token_hash = ?'),
    byId: db.prepare(`${SESSION} WHERE s.id = ?`),
    ended: db.prepare('SELECT id, ended_why AS why FROM sessions WHERE ended_at >= ? ORDER BY ended_at LIMIT ?'),
    profile: db.prepare('SELECT subject, profile FROM contacts WHERE id = ? AND subject IS NOT NULL'),
    conversation: db.prepare('SELECT * FROM logs WHERE id = ?'),
    waiting: db.prepare(
      "SELECT * FROM logs WHERE handler IN ('queued', 'human') ORDER BY handler = 'human', ticket, created_at LIMIT ?",
    ),
    heads: db.prepare(
      'SELECT id, head, read_seq, seen_seq, erased_at FROM logs WHERE id IN (SELECT value FROM json_each(?))',
    ),
    of: db.prepare(
      `SELECT * FROM logs WHERE contact = ? AND erased_at IS NULL ORDER BY ${latestWordsFirst('logs.id')} LIMIT ?`,
    ),
    after: db.prepare('SELECT * FROM events WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?'),
    before: db.prepare('SELECT * FROM events WHERE conversation = ? AND seq < ? ORDER BY seq DESC LIMIT ?'),
    spent: db.prepare('SELECT tokens FROM spending WHERE day = ? AND key = ?'),
    attachment: db.prepare('SELECT * FROM attachments WHERE id = ? AND given_up_at IS NULL'),
    ofContact: db.prepare('SELECT total(size) AS bytes FROM attachments WHERE contact = ? AND created_at >= ?'),
    ofInbox: db.prepare('SELECT total(size) AS bytes FROM attachments WHERE inbox = ? AND created_at >= ?'),
  };
  return {
    ...lineReadsOn(db),
    ...operatorReadsOn(db),
    ...saidReadsOn(db),
    ...toolReadsOn(db),
    findSession(tokenHash) {
      const row = sql.session.get({ token: tokenHash }) as SessionRow | undefined;
      if (row) return sessionOf(row, tokenHash);
      const retired = sql.retired.get(tokenHash) as RetiredRow | undefined;
      const owner = retired && (sql.byId.get(retired.session) as SessionRow | undefined);
      return retired && owner ? sessionOf(owner, tokenHash, retired) : null;
    },
    endedSince: (since, limit) => sql.ended.all(since, limit) as { id: string; why: SessionEndReason }[],
    profile(contact) {
      const row = sql.profile.get(contact) as { subject: string; profile: string } | undefined;
      return row ? { subject: row.subject, profile: JSON.parse(row.profile) as VerifiedProfile } : null;
    },
    conversation(id) {
      const row = sql.conversation.get(id) as ConversationRow | undefined;
      return row ? conversationOf(row) : null;
    },
    conversationsOf: (contact, limit) => (sql.of.all(contact, limit) as ConversationRow[]).map(conversationOf),
    waiting: (limit) => (sql.waiting.all(limit) as ConversationRow[]).map(conversationOf),
    heads(ids) {
      // One statement for all: thousands are asked for every few seconds, and a statement costs more than a row.
      const rows = sql.heads.all(JSON.stringify(ids)) as ProgressRow[];
      return new Map(rows.map((row) => [row.id, progressOf(row)]));
    },
    eventsAfter: (conversation, after, limit) => (sql.after.all(conversation, after, limit) as EventRow[]).map(eventOf),
    eventsBefore: (conversation, before, limit) =>
      (sql.before.all(conversation, before, limit) as EventRow[]).map(eventOf).reverse(),
    spent(keys, day) {
      const rows = keys.map((key) => [key, sql.spent.get(day, key) as { tokens: number } | undefined] as const);
      return new Map(rows.flatMap(([key, row]) => (row ? [[key, row.tokens]] : [])));
    },
    attachments: (ids) =>
      ids.flatMap((id) => {
        const row = sql.attachment.get(id) as AttachmentRow | undefined;
        return row ? [attachmentOf(row)] : [];
      }),
    uploadedSince: (inbox, contact, since) => ({
      contact: (sql.ofContact.get(contact, since) as { bytes: number }).bytes,
      inbox: (sql.ofInbox.get(inbox, since) as { bytes: number }).bytes,
    }),
  };
}
