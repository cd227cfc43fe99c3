import { ERASED_AT_ONCE, inactiveContacts } from '../../queries/erasure.js';
import { CONVERSATION_CHILD_TABLES } from '../../sql/conversation-tables.js';
import { change, rows, type Steps } from '../../sql/steps.js';
import { SQLITE } from '../dialect.js';

const THEIR_CONVERSATIONS = 'conversation IN (SELECT id FROM conversations WHERE contact = ?1)';

/** What goes with a contact, in the order in which rows refer to each other. */
const ERASE_CONTACT = [
  'DELETE FROM sessions WHERE contact = ?1',
  'DELETE FROM blocked_addresses WHERE contact = ?1',
  'DELETE FROM contact_blocks WHERE contact = ?1',
  // Their bytes lie elsewhere, and go at the next sweep.
  `UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE contact = ?1 OR ${THEIR_CONVERSATIONS}`,
  ...CONVERSATION_CHILD_TABLES.map((table) => `DELETE FROM ${table} WHERE ${THEIR_CONVERSATIONS}`),
  'DELETE FROM conversations WHERE contact = ?1',
  'DELETE FROM contacts WHERE id = ?1',
];

export function* eraseInactive(inbox: string, before: number, limit: number, events = ERASED_AT_ONCE): Steps<number> {
  const inactive = yield* rows<{ id: string }>(inactiveContacts(SQLITE), inbox, before, limit, events);
  for (const { id } of inactive) for (const text of ERASE_CONTACT) yield* change(text, id);
  return inactive.length;
}
