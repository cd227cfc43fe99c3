/** Everything that reads, as functions of a database. They see only what is committed. */
import type { LogEvent } from '@service/protocol';
import type Database from 'libsql';
import type { Conversation, Progress, Session } from '../store.js';
import { type ConversationRow, conversationOf, type EventRow, eventOf, type SessionRow, sessionOf } from './rows.js';
import { type ToolReads, toolReadsOn } from './tool-calls.js';

export interface Reads extends ToolReads {
  findSession(tokenHash: string): Session | null;
  conversation(id: string): Conversation | null;
  waiting(limit: number): readonly Conversation[];
  heads(ids: readonly string[]): ReadonlyMap<string, Progress>;
  eventsAfter(conversation: string, after: number, limit: number): readonly LogEvent[];
  eventsBefore(conversation: string, before: number, limit: number): readonly LogEvent[];
  spent(keys: readonly string[], day: number): ReadonlyMap<string, number>;
}

export function readsOn(db: Database.Database): Reads {
  const sql = {
    session: db.prepare('SELECT * FROM sessions WHERE token_hash = ?'),
    conversation: db.prepare('SELECT * FROM conversations WHERE id = ?'),
    waiting: db.prepare("SELECT * FROM conversations WHERE handler IN ('queued', 'human') ORDER BY created_at LIMIT ?"),
    head: db.prepare('SELECT head, read_seq AS read FROM conversations WHERE id = ?'),
    after: db.prepare('SELECT * FROM events WHERE conversation = ? AND seq > ? ORDER BY seq LIMIT ?'),
    before: db.prepare('SELECT * FROM events WHERE conversation = ? AND seq < ? ORDER BY seq DESC LIMIT ?'),
    spent: db.prepare('SELECT tokens FROM spending WHERE day = ? AND key = ?'),
  };
  return {
    ...toolReadsOn(db),
    findSession(tokenHash) {
      const row = sql.session.get(tokenHash) as SessionRow | undefined;
      return row ? sessionOf(row) : null;
    },
    conversation(id) {
      const row = sql.conversation.get(id) as ConversationRow | undefined;
      return row ? conversationOf(row) : null;
    },
    waiting: (limit) => (sql.waiting.all(limit) as ConversationRow[]).map(conversationOf),
    heads(ids) {
      const heads = new Map<string, Progress>();
      for (const id of ids) {
        const row = sql.head.get(id) as Progress | undefined;
        if (row) heads.set(id, { head: row.head, read: row.read });
      }
      return heads;
    },
    eventsAfter: (conversation, after, limit) => (sql.after.all(conversation, after, limit) as EventRow[]).map(eventOf),
    eventsBefore: (conversation, before, limit) =>
      (sql.before.all(conversation, before, limit) as EventRow[]).map(eventOf).reverse(),
    spent(keys, day) {
      const rows = keys.map((key) => [key, sql.spent.get(day, key) as { tokens: number } | undefined] as const);
      return new Map(rows.flatMap(([key, row]) => (row ? [[key, row.tokens]] : [])));
    },
  };
}
