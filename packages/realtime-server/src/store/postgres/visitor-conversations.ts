/**
 * A visitor's conversations as wholes in PostgreSQL: begun, gone to, erased, ended with the consent. Each in one transaction
 * that begins with the lock of the row it is about.
 */
import { ON_A_CONVERSATION } from '../forgetting.js';
import type { Append, Appended, Conversation, Erasure, NewConversation, Withdrawn } from '../store.js';
import { closingOf } from '../withdrawal.js';
import type { Query } from './pool.js';
import { type ConversationRow, conversationOf } from './rows.js';

export const VISITOR_CONVERSATION_COLUMNS = `
  ALTER TABLE conversations ADD COLUMN seen_seq integer NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN erased_at bigint;
  ALTER TABLE conversations ADD COLUMN start_key text;
  CREATE UNIQUE INDEX conversations_begun ON conversations (coalesce(writer, contact), start_key) WHERE start_key IS NOT NULL;
  CREATE INDEX runs_of ON runs (conversation);
`;

export async function startConversation(inside: Query, input: NewConversation): Promise<Conversation | null> {
  const { session, key, conversation, epoch, at } = input;
  const [owner] = await inside<{ inbox: string; contact: string }>(
    'SELECT inbox, contact FROM sessions WHERE id = $1 AND ended_at IS NULL FOR UPDATE',
    [session],
  );
  if (!owner) return null;
  await inside(
    `INSERT INTO conversations (id, inbox, contact, epoch, created_at, start_key) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING`,
    [conversation, owner.inbox, owner.contact, epoch, at, key],
  );
  const [row] = await inside<ConversationRow>(
    'SELECT * FROM conversations WHERE coalesce(writer, contact) = $1 AND start_key = $2',
    [owner.contact, key],
  );
  if (!row) return null;
  if (row.erased_at === null) await inside('UPDATE sessions SET conversation = $2 WHERE id = $1', [session, row.id]);
  return conversationOf(row);
}

/**
 * Takes the lock that an append takes, so an append is either erased with the rest or finds the mark. Nodes of the version
 * before know no mark; to them the conversation is closed and its duties are over, which ends the same.
 */
export async function eraseConversation(inside: Query, { conversation, at, next }: Erasure): Promise<boolean> {
  const [row] = await inside<ConversationRow>('SELECT * FROM conversations WHERE id = $1 FOR UPDATE', [conversation]);
  if (!row || row.erased_at !== null) return row !== undefined;
  for (const table of ON_A_CONVERSATION) await inside(`DELETE FROM ${table} WHERE conversation = $1`, [conversation]);
  await inside("UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE conversation = $1", [conversation]);
  await inside(
    "UPDATE conversations SET erased_at = $2, head = 0, read_seq = 0, seen_seq = 0, handler = 'closed' WHERE id = $1",
    [conversation, at],
  );
  await inside('UPDATE contacts SET attributes = NULL WHERE id = $1', [row.contact]);
  const within = await inside('SELECT FROM sessions WHERE contact = $1 AND conversation = $2 LIMIT 1', [
    row.contact,
    conversation,
  ]);
  if (within.length > 0) {
    await inside('INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES ($1, $2, $3, $4, $5)', [
      next.conversation,
      row.inbox,
      row.contact,
      next.epoch,
      at,
    ]);
    await inside('UPDATE sessions SET conversation = $1 WHERE contact = $2 AND conversation = $3', [
      next.conversation,
      row.contact,
      conversation,
    ]);
  }
  return true;
}

/** `append`: within the same transaction. The conversations are locked in one order, as whoever else takes several does. */
export async function withdraw(
  inside: Query,
  append: (input: Append) => Promise<Appended>,
  session: string,
  at: number,
): Promise<Withdrawn> {
  const [owner] = await inside<{ contact: string }>(
    'SELECT contact FROM sessions WHERE id = $1 AND ended_at IS NULL FOR UPDATE',
    [session],
  );
  if (!owner) return { sessions: [], closed: [] };
  const ended = await inside<{ id: string }>(
    "UPDATE sessions SET ended_at = $2, ended_why = 'withdrawn' WHERE contact = $1 AND ended_at IS NULL RETURNING id",
    [owner.contact, at],
  );
  const all = await inside<{ id: string }>(
    'SELECT id FROM conversations WHERE contact = $1 AND erased_at IS NULL ORDER BY id',
    [owner.contact],
  );
  const closed: Withdrawn['closed'][number][] = [];
  for (const { id: conversation } of all) {
    const end = await append(closingOf(conversation, session, at));
    if (end.kind === 'appended') closed.push({ conversation, epoch: end.epoch, event: end.event });
  }
  return { sessions: ended.map(({ id }) => id), closed };
}
