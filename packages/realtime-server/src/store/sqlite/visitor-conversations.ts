/** A visitor's conversations as wholes, in the writer's transaction: begun, gone to, erased, ended with the consent. */
import type Database from 'libsql';
import { ON_A_CONVERSATION } from '../forgetting.js';
import type { Append, Appended, Conversation, Erasure, NewConversation, Withdrawn } from '../store.js';
import { closingOf } from '../withdrawal.js';
import { type ConversationRow, conversationOf } from './rows.js';

export interface VisitorConversationCommands {
  startConversation(input: NewConversation): Conversation | null;
  enterConversation(input: { readonly session: string; readonly conversation: string }): void;
  eraseConversation(input: Erasure): boolean;
  withdraw(input: { readonly session: string; readonly at: number }): Withdrawn;
}

export const VISITOR_CONVERSATION_COLUMNS = `
  ALTER TABLE conversations ADD COLUMN seen_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN erased_at INTEGER;
  ALTER TABLE conversations ADD COLUMN start_key TEXT;
  CREATE UNIQUE INDEX conversations_begun ON conversations (coalesce(writer, contact), start_key) WHERE start_key IS NOT NULL;
  CREATE INDEX runs_of ON runs (conversation);
`;

/** `append`: within the same transaction. */
export function visitorConversationsOn(
  db: Database.Database,
  append: (input: Append) => Appended,
): VisitorConversationCommands {
  const sql = {
    owner: db.prepare('SELECT inbox, contact FROM sessions WHERE id = ? AND ended_at IS NULL'),
    start: db.prepare(
      'INSERT OR IGNORE INTO conversations (id, inbox, contact, epoch, created_at, start_key) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    started: db.prepare('SELECT * FROM logs WHERE coalesce(writer, contact) = ? AND start_key = ?'),
    enter: db.prepare('UPDATE sessions SET conversation = ? WHERE id = ?'),
    find: db.prepare('SELECT * FROM logs WHERE id = ?'),
    empty: ON_A_CONVERSATION.map((table) => db.prepare(`DELETE FROM ${table} WHERE conversation = ?`)),
    giveUpFiles: db.prepare("UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE conversation = ?"),
    erase: db.prepare(
      "UPDATE conversations SET erased_at = ?, read_seq = 0, seen_seq = 0, handler = 'closed' WHERE id = ?",
    ),
    attributes: db.prepare('UPDATE contacts SET attributes = NULL WHERE id = ?'),
    within: db.prepare('SELECT 1 FROM sessions WHERE contact = ? AND conversation = ?'),
    next: db.prepare('INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?, ?, ?, ?, ?)'),
    move: db.prepare('UPDATE sessions SET conversation = ? WHERE contact = ? AND conversation = ?'),
    end: db.prepare(
      "UPDATE sessions SET ended_at = ?, ended_why = 'withdrawn' WHERE contact = ? AND ended_at IS NULL RETURNING id",
    ),
    all: db.prepare('SELECT id FROM conversations WHERE contact = ? AND erased_at IS NULL'),
  };
  const idsOf = (rows: unknown): string[] => (rows as { id: string }[]).map(({ id }) => id);
  return {
    startConversation({ session, key, conversation, epoch, at }) {
      const owner = sql.owner.get(session) as { inbox: string; contact: string } | undefined;
      if (!owner) return null;
      sql.start.run(conversation, owner.inbox, owner.contact, epoch, at, key);
      const row = sql.started.get(owner.contact, key) as ConversationRow;
      if (row.erased_at === null) sql.enter.run(row.id, session);
      return conversationOf(row);
    },
    enterConversation({ session, conversation }) {
      sql.enter.run(conversation, session);
    },
    eraseConversation({ conversation, at, next }) {
      const row = sql.find.get(conversation) as ConversationRow | undefined;
      if (!row || row.erased_at !== null) return row !== undefined;
      for (const statement of sql.empty) statement.run(conversation);
      sql.giveUpFiles.run(conversation);
      sql.erase.run(at, conversation);
      sql.attributes.run(row.contact);
      if (sql.within.get(row.contact, conversation)) {
        sql.next.run(next.conversation, row.inbox, row.contact, next.epoch, at);
        sql.move.run(next.conversation, row.contact, conversation);
      }
      return true;
    },
    withdraw({ session, at }) {
      const owner = sql.owner.get(session) as { contact: string } | undefined;
      if (!owner) return { sessions: [], closed: [] };
      const sessions = idsOf(sql.end.all(at, owner.contact));
      const closed = idsOf(sql.all.all(owner.contact)).flatMap((conversation) => {
        const end = append(closingOf(conversation, session, at));
        return end.kind === 'appended' ? [{ conversation, epoch: end.epoch, event: end.event }] : [];
      });
      return { sessions, closed };
    },
  };
}
