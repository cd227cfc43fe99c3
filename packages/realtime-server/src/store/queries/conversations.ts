import type { Conversation, InboxUse, NewConversation, Progress } from '../port/conversations.js';
import type { Dialect } from '../sql/dialect.js';
import { latestMessageFirst } from '../sql/latest-message-order.js';
import { type ConversationRow, conversationOf, type ProgressRow, progressOf } from '../sql/rows.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

/** The session's contact, unless the session has ended. */
export const liveSession = (dialect: Dialect, session: string) =>
  row<{ inbox: string; contact: string }>(
    `SELECT inbox, contact FROM sessions WHERE id = ?1 AND ended_at IS NULL${dialect.forUpdate}`,
    session,
  );

function reads(dialect: Dialect) {
  const { logs } = dialect;
  return {
    *conversation(id: string): Steps<Conversation | null> {
      const found = yield* row<ConversationRow>(`SELECT * FROM ${logs} WHERE id = ?1`, id);
      return found ? conversationOf(found) : null;
    },
    *inboxUse(inbox: string): Steps<InboxUse> {
      const visitor = yield* row('SELECT 1 FROM contacts WHERE inbox = ?1 LIMIT 1', inbox);
      // By the contacts, because conversations have no index of their inbox.
      const message = yield* row(
        `SELECT 1 FROM contacts JOIN ${logs} ON ${logs}.contact = contacts.id
          WHERE contacts.inbox = ?1 AND ${logs}.head > 0 AND ${logs}.erased_at IS NULL LIMIT 1`,
        inbox,
      );
      return { hasVisitors: visitor !== undefined, hasMessages: message !== undefined };
    },
    *openConversations(inbox: string): Steps<number> {
      const counted = yield* row<{ readonly count: number }>(
        `SELECT COUNT(*) AS count FROM contacts JOIN ${logs} ON ${logs}.contact = contacts.id
          WHERE contacts.inbox = ?1 AND ${logs}.head > 0 AND ${logs}.erased_at IS NULL AND ${logs}.handler <> 'closed'`,
        inbox,
      );
      return Number(counted?.count ?? 0);
    },
    *heads(ids: readonly string[]): Steps<ReadonlyMap<string, Progress>> {
      // One statement for all: thousands are asked for every few seconds, and a statement costs more than a row.
      const found = yield* rows<ProgressRow>(
        `SELECT id, head, read_seq, seen_seq, erased_at FROM ${logs} WHERE ${dialect.isIn('id', '?1')}`,
        dialect.list(ids),
      );
      return new Map(found.map((each) => [each.id, progressOf(each)]));
    },
    *conversationsOf(contact: string, limit: number): Steps<readonly Conversation[]> {
      const found = yield* rows<ConversationRow>(
        `SELECT * FROM ${logs} WHERE contact = ?1 AND erased_at IS NULL AND head > 0
          ORDER BY ${latestMessageFirst(`${logs}.id`)} LIMIT ?2`,
        contact,
        limit,
      );
      return found.map(conversationOf);
    },
  };
}

const enter = (session: string, conversation: string) =>
  change('UPDATE sessions SET conversation = ?2 WHERE id = ?1', session, conversation);

export function conversationQueries(dialect: Dialect) {
  return {
    reads: reads(dialect),
    writes: {
      *enterConversation(session: string, conversation: string): Steps<void> {
        yield* enter(session, conversation);
      },
    },
    transactions: {
      *startConversation(input: NewConversation): Steps<Conversation | null> {
        const { session, key, conversation, epoch, at } = input;
        const owner = yield* liveSession(dialect, session);
        if (!owner) return null;
        yield* change(
          `INSERT INTO conversations (id, inbox, contact, epoch, created_at, start_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO NOTHING`,
          conversation,
          owner.inbox,
          owner.contact,
          epoch,
          at,
          key,
        );
        const started = yield* row<ConversationRow>(
          `SELECT * FROM ${dialect.logs} WHERE coalesce(writer, contact) = ?1 AND start_key = ?2`,
          owner.contact,
          key,
        );
        if (!started) return null;
        if (started.erased_at === null) yield* enter(session, started.id);
        return conversationOf(started);
      },
    },
  };
}
