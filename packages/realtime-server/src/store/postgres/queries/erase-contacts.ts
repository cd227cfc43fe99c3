import { ERASED_AT_ONCE, inactiveContacts } from '../../queries/erasure.js';
import { CONVERSATION_CHILD_TABLES } from '../../sql/conversation-tables.js';
import { row, type Steps } from '../../sql/steps.js';
import { POSTGRES } from '../dialect.js';

/**
 * One statement, because references are checked at its end. It asks for the lock and doesn't wait: while another node erases, this one
 * has nothing to do. Files are found by two queries: one with OR would read them all.
 */
const ERASE_INACTIVE = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(7305437412362) AS mine),
  inactive AS MATERIALIZED (${inactiveContacts(POSTGRES, '(SELECT mine FROM turn) AND')}),
  theirs AS MATERIALIZED (SELECT id FROM conversations WHERE contact IN (SELECT id FROM inactive)),
  sessions_gone AS (DELETE FROM sessions WHERE contact IN (SELECT id FROM inactive)),
  addresses_gone AS (DELETE FROM blocked_addresses WHERE contact IN (SELECT id FROM inactive)),
  blocks_gone AS (DELETE FROM contact_blocks WHERE contact IN (SELECT id FROM inactive)),
  ${CONVERSATION_CHILD_TABLES.map((table) => `${table}_gone AS (DELETE FROM ${table} WHERE conversation IN (SELECT id FROM theirs)),`).join('\n  ')}
  files_discarded AS (UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE id IN (
    SELECT id FROM attachments WHERE contact IN (SELECT id FROM inactive)
    UNION SELECT id FROM attachments WHERE conversation IN (SELECT id FROM theirs))),
  conversations_gone AS (DELETE FROM conversations WHERE id IN (SELECT id FROM theirs)),
  gone AS (DELETE FROM contacts WHERE id IN (SELECT id FROM inactive) RETURNING id)
  SELECT count(*)::integer AS erased FROM gone`;

export function* eraseInactive(inbox: string, before: number, limit: number, events = ERASED_AT_ONCE): Steps<number> {
  return (yield* row<{ erased: number }>(ERASE_INACTIVE, inbox, before, limit, events))?.erased ?? 0;
}
