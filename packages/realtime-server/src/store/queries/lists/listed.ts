import type { VisitorFacts } from '../../port/identity/identities.js';
import type { ListedConversation } from '../../port/lists/conversation-list.js';
import type { Dialect } from '../../sql/dialect.js';
import { IS_MESSAGE } from '../../sql/latest-message-order.js';
import { type ConversationRow, conversationOf, type EventRow, eventOf } from '../../sql/rows.js';
import { rows, type Steps } from '../../sql/steps.js';
import { lastTaken } from './queue.js';

/** Behind the latest words of a visitor who waits there are at most an answer, a request for a person and the like. */
const LOOK_BACK = 12;

const EVENT_COLUMNS = ['seq', 'at', 'author_kind', 'author_id', 'author_name', 'client_id', 'body'] as const;

type EventColumns<Prefix extends string> = {
  readonly [Column in keyof EventRow as `${Prefix}_${Column}`]: EventRow[Column] | null;
};

interface ListedRow extends ConversationRow, EventColumns<'asked'>, EventColumns<'latest'> {
  /** Null: nothing was ever appended. */
  readonly activity: number | null;
  readonly blocked: number;
  readonly subject: string | null;
  readonly profile: string | null;
  readonly attributes: string | null;
  readonly taker_id: string | null;
  readonly taker_name: string | null;
}

/** What a list shows of these conversations, in one statement. */
export function listed(dialect: Dialect) {
  const { logs } = dialect;
  const event = (alias: string): string =>
    EVENT_COLUMNS.map((column) => `${alias}.${column} AS ${alias}_${column}`).join(', ');
  const text = `
    SELECT log.*, (SELECT at FROM events WHERE conversation = log.id ORDER BY seq DESC LIMIT 1) AS activity, contacts.subject, contacts.profile, contacts.attributes,
      (SELECT count(*) FROM contact_blocks WHERE contact_blocks.contact = log.contact AND ended_at IS NULL) AS blocked,
      taken.author_id AS taker_id, taken.author_name AS taker_name, ${event('asked')}, ${event('latest')}
    FROM ${logs} AS log JOIN contacts ON contacts.id = log.contact
    LEFT JOIN events AS taken ON log.handler = 'human' AND taken.conversation = log.id
      AND taken.seq = (${lastTaken('log.id', 'seq')})
    LEFT JOIN events AS asked ON asked.conversation = log.id AND asked.seq = (
      SELECT seq FROM events WHERE conversation = log.id AND seq > log.head - ${LOOK_BACK}
        AND author_kind = 'visitor' AND body LIKE '{"kind":"message"%' ORDER BY seq DESC LIMIT 1)
    LEFT JOIN events AS latest ON latest.conversation = log.id AND latest.seq = (
      SELECT seq FROM events WHERE conversation = log.id AND (${IS_MESSAGE}) ORDER BY seq DESC LIMIT 1)
    WHERE ${dialect.isIn('log.id', '?1')} AND log.erased_at IS NULL`;
  return function* (ids: readonly string[]): Steps<readonly ListedConversation[]> {
    if (ids.length === 0) return [];
    const found = new Map(
      (yield* rows<ListedRow>(text, dialect.list(ids))).map((each) => [each.id, listedOf(each, dialect)]),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}

function listedOf(row: ListedRow, dialect: Dialect): ListedConversation {
  return {
    ...conversationOf(row),
    activeAt: row.activity ?? 0,
    takenBy:
      row.taker_id === null
        ? null
        : { id: row.taker_id, name: row.taker_name === null ? null : dialect.toText(row.taker_name) },
    facts: {
      verified: row.subject === null ? null : { subject: row.subject, profile: parsed(row.profile) ?? {} },
      claimed: parsed<NonNullable<VisitorFacts['claimed']>>(row.attributes),
    },
    isBlocked: Number(row.blocked) > 0,
    asked: eventIn(row, 'asked', dialect),
    latest: eventIn(row, 'latest', dialect),
  };
}

const parsed = <T>(json: string | null): T | null => (json ? (JSON.parse(json) as T) : null);

/** The event in the columns with this prefix; null where none was joined. */
function eventIn(row: ListedRow, prefix: 'asked' | 'latest', dialect: Dialect) {
  if (row[`${prefix}_seq`] === null) return null;
  const columns = EVENT_COLUMNS.map((column) => [column, row[`${prefix}_${column}`]] as const);
  return eventOf(Object.fromEntries(columns) as unknown as EventRow, dialect);
}
