/**
 * One-time codes work once. The library takes a code for as long as its time lasts, so a person who has seen it could use it
 * again: the second sign-in with a code is undone here.
 */
import { textIn } from '../../contract/json-messages.js';
import { hashOf } from '../../database/secrets/master-key.js';
import type { AuthSettings } from '../auth-options.js';

/** Longer than a code is taken. */
const REMEMBERED_MS = 5 * 60_000;
const PATH = '/two-factor/verify-totp';

const REFUSAL = { code: 'INVALID_CODE', message: 'This code was used. Wait for the next one.' } as const;

const isCode = (path: string): boolean => path === PATH;

/**
 * A refusal where the code was used before, so that the library doesn't see it: it would take the step as done, and the person could not
 * enter the next code. Null: not known.
 * @param userOf whose second step it is; null: no one's
 */
export async function refuseKnownCode(
  path: string,
  request: Request,
  { database }: Pick<AuthSettings, 'database'>,
  userOf: () => Promise<string | null>,
): Promise<Response | null> {
  if (!isCode(path)) return null;
  const [code, userId] = await Promise.all([textIn(request, 'code'), userOf()]);
  if (code === null || userId === null) return null;
  const used = await database.db
    .selectFrom('used_code')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  return used ? refused() : null;
}

/**
 * The answer of the library, or a refusal where the code was used before. `path`: below `/api/auth`.
 * @param endSession ends the session that the library has just begun
 */
export async function refuseUsedCode(
  path: string,
  request: Request,
  response: Response,
  { database, now }: Pick<AuthSettings, 'database' | 'now'>,
  endSession: (token: string) => Promise<void>,
): Promise<Response> {
  if (!isCode(path) || !response.ok) return response;
  const [{ code }, { token, user }] = await Promise.all([
    request.json() as Promise<{ code: string }>,
    response.clone().json() as Promise<{ token: string; user: { id: string } }>,
  ]);
  const used = { user_id: user.id, code_hash: hashOf(code), used_at: now() };
  await database.db
    .deleteFrom('used_code')
    .where('used_at', '<', used.used_at - REMEMBERED_MS)
    .execute();
  const { numInsertedOrUpdatedRows } = await database.db
    .insertInto('used_code')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return response;
  await endSession(token);
  return refused();
}

const refused = (): Response => Response.json(REFUSAL, { status: 401 });
