import type { ContactBlock, NewContactBlock } from '../../port/identity/blocks.js';
import type { Dialect } from '../../sql/dialect.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';

/** Names and reasons are JSON: each driver would change a text with a NUL in it, in its own way. */
interface BlockRow {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  readonly name: string;
  readonly reason: string;
  readonly at: number;
  readonly address_until: number | null;
  readonly ended_at: number | null;
  readonly ended_by: string | null;
}

const BLOCKS = 'SELECT * FROM contact_blocks';

function blockOf({ id, inbox, contact, conversation, at, ...row }: BlockRow): ContactBlock {
  return {
    ...{ id, inbox, contact, conversation, at },
    name: JSON.parse(row.name) as string,
    reason: JSON.parse(row.reason) as string,
    addressUntil: row.address_until,
    ended: row.ended_at === null ? null : { at: row.ended_at, name: JSON.parse(row.ended_by ?? '""') as string },
  };
}

const readsOf = (dialect: Dialect) => ({
  *blockOf(contact: string): Steps<ContactBlock | null> {
    const found = yield* row<BlockRow>(`${BLOCKS} WHERE contact = ?1 AND ended_at IS NULL`, contact);
    return found ? blockOf(found) : null;
  },
  *blocks(inboxes: readonly string[], before: number, limit: number): Steps<readonly ContactBlock[]> {
    const found = yield* rows<BlockRow>(
      `${BLOCKS} WHERE at < ?1 AND ${dialect.isIn('inbox', '?3')} ORDER BY at DESC, id LIMIT ?2`,
      before,
      limit,
      dialect.list(inboxes),
    );
    return found.map(blockOf);
  },
  *isAddressBlocked(inbox: string, address: string, now: number): Steps<boolean> {
    const found = yield* row(
      'SELECT 1 FROM blocked_addresses WHERE inbox = ?1 AND address = ?2 AND until > ?3 LIMIT 1',
      inbox,
      address,
      now,
    );
    return found !== undefined;
  },
});

const transactions = {
  *blockContact(block: NewContactBlock, most: number): Steps<readonly string[] | null> {
    const full = yield* row(
      'SELECT 1 FROM contact_blocks WHERE inbox = ?1 AND ended_at IS NULL LIMIT 1 OFFSET ?2',
      block.inbox,
      most - 1,
    );
    if (full) return null;
    yield* change(
      `INSERT INTO contact_blocks (id, inbox, contact, conversation, name, reason, at, address_until)
        VALUES (?1, ?2, ?3, ?8, ?4, ?5, ?6, ?7)
        ON CONFLICT DO NOTHING`,
      block.id,
      block.inbox,
      block.contact,
      JSON.stringify(block.name),
      JSON.stringify(block.reason),
      block.at,
      block.addressUntil,
      block.conversation,
    );
    const ended = yield* rows<{ id: string }>(
      "UPDATE sessions SET ended_at = ?2, ended_why = 'blocked' WHERE contact = ?1 AND ended_at IS NULL RETURNING id",
      block.contact,
      block.at,
    );
    return ended.map(({ id }) => id);
  },
  *unblockContact(contact: string, name: string, at: number): Steps<boolean> {
    const ended = yield* change(
      'UPDATE contact_blocks SET ended_at = ?2, ended_by = ?3 WHERE contact = ?1 AND ended_at IS NULL',
      contact,
      at,
      JSON.stringify(name),
    );
    yield* change('DELETE FROM blocked_addresses WHERE contact = ?1', contact);
    yield* change(
      "UPDATE sessions SET ended_at = NULL, ended_why = NULL WHERE contact = ?1 AND ended_why = 'blocked'",
      contact,
    );
    return ended > 0;
  },
  *addBlockedAddress(contact: string, address: string, now: number, most: number): Steps<void> {
    yield* change(
      `INSERT INTO blocked_addresses (inbox, address, contact, until)
        SELECT inbox, ?2, contact, address_until FROM contact_blocks
        WHERE contact = ?1 AND ended_at IS NULL AND address_until > ?3
          AND (SELECT count(*) FROM blocked_addresses WHERE contact = ?1) < ?4
        ON CONFLICT DO NOTHING`,
      contact,
      address,
      now,
      most,
    );
  },
  *forgetBlocks(now: number, endedBefore: number): Steps<void> {
    yield* change('DELETE FROM blocked_addresses WHERE until <= ?1', now);
    yield* change('DELETE FROM contact_blocks WHERE ended_at < ?1', endedBefore);
  },
};

export const blockQueries = (dialect: Dialect) => ({ reads: readsOf(dialect), transactions });
