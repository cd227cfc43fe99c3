/** A mutation with an idempotency key happens once, however often it is sent. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuthRows } from '../../auth/auth-rows.js';
import type { OrgScope } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import type { Tables } from '../../database/tables.js';
import { type CallContext, callerId } from '../procedure.js';

/** Ids and numbers, no words: what is shown is read again when a call is repeated. */
export type Outcome = Readonly<Record<string, string | number | boolean>>;

export interface Writing {
  readonly rows: AuthRows;
  readonly transaction: Transaction<Tables>;
}

interface OnceContext extends CallContext {
  readonly procedure: string;
  readonly scope: OrgScope;
}

/** How long an outcome is known. */
const KNOWN_MS = 30 * 24 * 3_600_000;

/**
 * Runs `write` in one transaction. With an idempotency key that was used in the last 30 days, it answers with the first outcome and writes nothing.
 * @throws CONFLICT when the key was used with another input
 */
export async function once<O extends Outcome>(
  context: OnceContext,
  input: { readonly idempotencyKey?: string | undefined },
  write: (writing: Writing) => Promise<O>,
): Promise<O> {
  const { database, auth, now } = context.services;
  const { idempotencyKey, ...rest } = input;
  const inTransaction = (work: (transaction: Transaction<Tables>) => Promise<O>): Promise<O> =>
    database.db.transaction().execute(work);
  const writing = (transaction: Transaction<Tables>): Writing => ({ rows: auth.rows(transaction), transaction });
  if (idempotencyKey === undefined) return inTransaction((transaction) => write(writing(transaction)));

  const key = {
    org_id: context.scope,
    caller_id: callerId(context.caller),
    procedure: context.procedure,
    idempotency_key: idempotencyKey,
  };
  const inputHash = createHash('sha256').update(JSON.stringify(rest)).digest('base64url');
  const stored = async (): Promise<O | null> => {
    let query = database.db
      .selectFrom('idempotent_answer')
      .select(['input_hash', 'answer'])
      .where('created_at', '>', now() - KNOWN_MS);
    for (const [column, value] of Object.entries(key)) query = query.where(column as keyof typeof key, '=', value);
    const row = await query.executeTakeFirst();
    if (!row) return null;
    if (row.input_hash !== inputHash)
      throw failure('CONFLICT', 'This idempotency key was used with another input. Use a new key.');
    return JSON.parse(row.answer) as O;
  };

  const before = await stored();
  if (before) return before;
  try {
    return await inTransaction(async (transaction) => {
      await transaction
        .deleteFrom('idempotent_answer')
        .where('created_at', '<=', now() - KNOWN_MS)
        .execute();
      const outcome = await write(writing(transaction));
      const answer = { answer: JSON.stringify(outcome), input_hash: inputHash, created_at: now() };
      await transaction
        .insertInto('idempotent_answer')
        .values({ ...key, ...answer })
        .execute();
      return outcome;
    });
  } catch (error) {
    // Another request with this key was faster: this one failed on what that one had changed, and has been rolled back.
    const other = await stored();
    if (other) return other;
    throw error;
  }
}
