import type { Conversation } from '../../port/conversations.js';
import type { HandoffPlace, PlacedConversation, Queue, Taker } from '../../port/lists/queue.js';
import type { Dialect } from '../../sql/dialect.js';
import { type ConversationRow, conversationOf } from '../../sql/rows.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';

/** The last event by which a person took the conversation over. From the end of the log: it is near it. A body is stored as it was made, with its kind first. */
export const lastTaken = (conversation: string, columns: string): string => `
  SELECT ${columns} FROM events WHERE conversation = ${conversation} AND author_kind = 'human'
    AND body LIKE '{"kind":"handoff.accepted"%' ORDER BY seq DESC LIMIT 1`;

/** A trigger gives a conversation its ticket when it joins the queue, so its place is decided in the transaction of the event. */
export function queueQueries(dialect: Dialect) {
  const { logs } = dialect;
  const taken = lastTaken('?1', 'author_id AS id, author_name AS name');
  return {
    reads: {
      *queue(inbox: string, limit: number): Steps<Queue> {
        const found = yield* rows<{ attended_at: number; id: string | null }>(
          `SELECT coalesce((SELECT at FROM attended WHERE inbox = ?1), 0) AS attended_at, waiting.id FROM desk LEFT JOIN (
            SELECT id, ticket FROM conversations WHERE inbox = ?1 AND handler = 'queued' ORDER BY ticket LIMIT ?2
          ) AS waiting ON true ORDER BY waiting.ticket`,
          inbox,
          limit,
        );
        return {
          conversations: found.flatMap(({ id }) => (id === null ? [] : [id])),
          staffSeenAt: Number(found[0]?.attended_at ?? 0),
        };
      },
      *handoffs(limit: number, inboxes: readonly string[]): Steps<readonly Conversation[]> {
        const found = yield* rows<ConversationRow>(
          `WITH turns AS (
              SELECT id, handler, ticket, row_number() OVER (PARTITION BY handler, inbox ORDER BY ticket, id) AS turn
              FROM conversations WHERE handler IN ('queued', 'human') AND ${dialect.isIn('inbox', '?2')}),
            places AS (
              SELECT id, row_number() OVER (PARTITION BY handler ORDER BY turn, ticket, id) AS place FROM turns)
            SELECT log.* FROM places JOIN ${logs} AS log ON log.id = places.id
            WHERE place <= ?1 ORDER BY handler = 'human', place`,
          limit,
          dialect.list(inboxes),
        );
        return found.map(conversationOf);
      },
      *handoffsOf(
        inboxes: readonly string[],
        after: HandoffPlace | null,
        limit: number,
      ): Steps<readonly PlacedConversation[]> {
        const found = yield* rows<ConversationRow & { readonly ticket: number }>(
          `SELECT * FROM ${logs} WHERE ${dialect.isIn('inbox', '?1')} AND handler IN ('queued', 'human')
            AND (handler = 'human', ticket, ${dialect.byBytes('id')}) > (?2, ?3, ?4)
            ORDER BY handler = 'human', ticket, ${dialect.byBytes('id')} LIMIT ?5`,
          dialect.list(inboxes),
          dialect.boolean(after?.isWithPerson ?? false),
          after?.ticket ?? -1,
          after?.id ?? '',
          limit,
        );
        return found.map((each) => {
          const conversation = conversationOf(each);
          const { id, handler } = conversation;
          return { ...conversation, place: { isWithPerson: handler === 'human', ticket: each.ticket, id } };
        });
      },
      *takenBy(conversation: string): Steps<Taker | null> {
        const found = yield* row<Taker>(taken, conversation);
        return found ? { id: found.id, name: found.name === null ? null : dialect.toText(found.name) } : null;
      },
    },
    writes: {
      recordStaffSeen: (inboxes: readonly string[], at: number): Steps<void> => recordStaffSeen(dialect, inboxes, at),
    },
  };
}

function* recordStaffSeen({ each, list, max }: Dialect, inboxes: readonly string[], at: number): Steps<void> {
  // In one order, or two nodes could wait for each other.
  yield* change(
    `INSERT INTO attended (inbox, at) SELECT value, ?2 FROM ${each('?1')} WHERE true ORDER BY value
      ON CONFLICT (inbox) DO UPDATE SET at = ${max}(attended.at, excluded.at)`,
    list(inboxes),
    at,
  );
  // Nodes of the version before read this one.
  yield* change(`UPDATE desk SET attended_at = ${max}(attended_at, ?1)`, at);
}
