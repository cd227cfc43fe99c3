import type { Erasure, Withdrawn } from '../port/erasure.js';
import type { Append, Appended } from '../port/log.js';
import { CONVERSATION_CHILD_TABLES } from '../sql/conversation-tables.js';
import type { Dialect } from '../sql/dialect.js';
import type { ConversationRow } from '../sql/rows.js';
import { change, row, rows, type Steps } from '../sql/steps.js';
import { liveSession } from './conversations.js';
import { discardUnsent } from './files.js';

/** `append`: the database's own, within the same transaction. */
export function erasureQueries(dialect: Dialect, append: (input: Append) => Steps<Appended>) {
  return {
    transactions: {
      /**
       * Takes the lock that an append takes, so an append is either erased with the rest or finds the mark. Nodes of the version
       * before 0.1.0 know no mark; to them the conversation is closed and its jobs are over, which ends the same.
       */
      *eraseConversation({ conversation, at, next }: Erasure): Steps<boolean> {
        const found = yield* row<ConversationRow>(
          `SELECT * FROM conversations WHERE id = ?1${dialect.forUpdate}`,
          conversation,
        );
        if (!found || found.erased_at !== null) return found !== undefined;
        for (const table of CONVERSATION_CHILD_TABLES)
          yield* change(`DELETE FROM ${table} WHERE conversation = ?1`, conversation);
        yield* change("UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE conversation = ?1", conversation);
        // Which conversation they were for isn't known, and these may be the words of this one.
        yield* discardUnsent(found.contact);
        yield* change(
          `UPDATE conversations SET erased_at = ?2, ${dialect.emptyHead} read_seq = 0, seen_seq = 0, handler = 'closed' WHERE id = ?1`,
          conversation,
          at,
        );
        // What the site has signed belongs to the person's other conversations too.
        yield* change(
          `UPDATE contacts SET attributes = NULL, page = NULL, profile = CASE WHEN EXISTS
              (SELECT 1 FROM ${dialect.logs} AS log WHERE log.contact = ?1 AND log.erased_at IS NULL AND log.head > 0)
            THEN profile END
            WHERE id = ?1`,
          found.contact,
        );
        yield* moveSessions(found, next, at);
        return true;
      },
      /** The conversations are closed in one order, as others who lock several do. */
      *withdrawConsent(session: string, at: number): Steps<Withdrawn> {
        const owner = yield* liveSession(dialect, session);
        if (!owner) return { sessions: [], closed: [] };
        const ended = yield* rows<{ id: string }>(
          "UPDATE sessions SET ended_at = ?2, ended_why = 'withdrawn' WHERE contact = ?1 AND ended_at IS NULL RETURNING id",
          owner.contact,
          at,
        );
        const all = yield* rows<{ id: string }>(
          'SELECT id FROM conversations WHERE contact = ?1 AND erased_at IS NULL ORDER BY id',
          owner.contact,
        );
        const closed: Withdrawn['closed'][number][] = [];
        for (const { id: conversation } of all) {
          const end = yield* append(closing(conversation, session, at));
          if (end.kind === 'appended') closed.push({ conversation, epoch: end.epoch, event: end.event });
        }
        yield* discardUnsent(owner.contact);
        yield* change('UPDATE contacts SET attributes = NULL, page = NULL WHERE id = ?1', owner.contact);
        return { sessions: ended.map(({ id }) => id), closed };
      },
    },
  };
}

/** The sessions that are in the erased conversation go on in an empty one. */
function* moveSessions(erased: ConversationRow, next: Erasure['next'], at: number): Steps<void> {
  const { id, inbox, contact } = erased;
  const within = yield* row('SELECT 1 FROM sessions WHERE contact = ?1 AND conversation = ?2 LIMIT 1', contact, id);
  if (!within) return;
  yield* change(
    'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
    next.conversation,
    inbox,
    contact,
    next.epoch,
    at,
  );
  yield* change(
    'UPDATE sessions SET conversation = ?1 WHERE contact = ?2 AND conversation = ?3',
    next.conversation,
    contact,
    id,
  );
}

/** The event that closes a conversation in the transaction that ends the consent. */
function closing(conversation: string, session: string, at: number): Append {
  const by = { kind: 'system', id: 'system' } as const;
  return { conversation, by, clientId: `withdrawn:${session}`, body: { kind: 'conversation.closed' }, at };
}

/** Events, with everything else of their contacts, in one transaction. */
export const ERASED_AT_ONCE = 1_000;

/**
 * Contacts of inbox ?1 with no session seen, no event and no beginning at or after ?2; at most ?3, and none after those that have ?4
 * events together.
 * @param condition an additional one, as text
 */
export const inactiveContacts = (dialect: Dialect, condition = ''): string => `
  SELECT id FROM (
    SELECT id, coalesce(sum(events) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM (${withEvents(dialect, condition)}) AS inactive
  ) AS counted WHERE before < ?4`;

const withEvents = ({ logs }: Dialect, condition: string): string => `
  SELECT id, (SELECT coalesce(sum(head), 0) FROM ${logs} AS log WHERE log.contact = contact.id) AS events
  FROM contacts AS contact WHERE ${condition} inbox = ?1 AND created_at < ?2
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.contact = contact.id AND last_seen_at >= ?2)
    AND NOT EXISTS (
      SELECT 1 FROM ${logs} AS log JOIN events ON events.conversation = log.id AND events.seq = log.head
      WHERE log.contact = contact.id AND events.at >= ?2)
  LIMIT ?3`;
