/**
 * Identifying a visitor, in one transaction. Whoever identifies the same person, or with the same proof, waits at a lock of
 * that name: what is looked up here must still be true when it is written. The decision stands in ../identification.ts.
 */
import { decideIdentification, goesOnIn, type SessionBefore, type Standing } from '../identification.js';
import type { Identification, Identify, SessionEndReason } from '../store.js';
import type { Query } from './pool.js';

/** Whom their site has put out, and when. */
export const PUT_OUT = `
  CREATE TABLE put_out (
    inbox text NOT NULL,
    subject text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (inbox, subject)
  );
`;

/** Two transactions that are about one person wait for each other here. */
const PERSON_LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 2))';

/** By its token ($3), be it the current one, the next one or one that is good a little longer, or by its id. At $4. */
const SESSION_BEFORE = `
  s.inbox = $1 AND s.host_origin = $2 AND (s.token_hash = $3 OR s.next_token = $3 OR s.id = $3
    OR s.id = (SELECT r.session FROM retired_tokens r WHERE r.token_hash = $3 AND r.until >= $4))`;

/**
 * See `Store.endSessionsOf`. Under the person's lock: whoever is being identified at this moment has a session already, which
 * is ended here, or looks for who was put out after this.
 */
export async function putOutIn(query: Query, inbox: string, subject: string, at: number): Promise<readonly string[]> {
  await query(PERSON_LOCK, [`person ${inbox} ${subject}`]);
  await query(
    `INSERT INTO put_out (inbox, subject, at) VALUES ($1, $2, $3)
      ON CONFLICT (inbox, subject) DO UPDATE SET at = greatest(put_out.at, excluded.at)`,
    [inbox, subject, at],
  );
  const rows = await query<{ id: string }>(
    `UPDATE sessions SET ended_at = $3, ended_why = 'revoked'
      WHERE inbox = $1 AND subject = $2 AND ended_at IS NULL RETURNING id`,
    [inbox, subject, at],
  );
  return rows.map(({ id }) => id);
}

export async function identifyIn(query: Query, input: Identify): Promise<Identification> {
  const { inbox, at, jti, identified, hostOrigin } = input;
  const { subject, kid, until } = identified;
  const one = async <Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row | undefined> =>
    (await query<Row>(sql, values))[0];
  // In one order everywhere, or two could wait for each other.
  await one('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', `proof ${inbox} ${jti}`);
  await one(PERSON_LOCK, `person ${inbox} ${subject}`);

  // What somebody else is clearing away at this moment is left to them.
  await one(
    `DELETE FROM used_proofs WHERE (inbox, jti) IN
      (SELECT inbox, jti FROM used_proofs WHERE until < $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    at,
  );
  const out = await one<{ at: number }>(
    'SELECT at FROM put_out WHERE inbox = $1 AND subject = $2 AND at >= $3',
    inbox,
    subject,
    input.issuedAt,
  );
  if (out) return { kind: 'put-out', at: out.at };
  const used = await one<{ page: string; session: string }>(
    'SELECT page, session FROM used_proofs WHERE inbox = $1 AND jti = $2',
    inbox,
    jti,
  );
  if (used && used.page !== input.page) return { kind: 'replayed' };
  const stands =
    used &&
    (await one(
      `SELECT 1 FROM sessions u WHERE u.id = $1 AND NOT EXISTS (
        SELECT 1 FROM sessions s
        WHERE s.inbox = $2 AND s.subject = $3 AND s.ended_at >= u.created_at AND s.ended_why <> 'identified')`,
      used.session,
      inbox,
      subject,
    ));
  if (used && !stands) return { kind: 'replayed' };

  const key = input.before ?? used?.session ?? null;
  // Locked first and read afterwards: a statement sees what was committed before it began.
  await one(`SELECT FROM sessions s WHERE ${SESSION_BEFORE} FOR UPDATE`, inbox, hostOrigin, key, at);
  const row = await one<{
    id: string;
    contact: string;
    subject: string | null;
    conversation: string;
    ended: SessionEndReason | null;
  }>(
    `SELECT s.id, s.contact, c.subject, s.conversation, s.ended_why AS ended
      FROM sessions s JOIN contacts c ON c.id = s.contact
      WHERE ${SESSION_BEFORE}`,
    inbox,
    hostOrigin,
    key,
    at,
  );
  const before: SessionBefore | null = row ?? null;
  const owner =
    (await one<{ id: string }>('SELECT id FROM contacts WHERE inbox = $1 AND subject = $2', inbox, subject))?.id ??
    null;
  const decided = decideIdentification({ subject, owner, before, merge: input.merge, fresh: input.contact });
  const { contact, how, absorb, continues, end } = decided;
  const profile = JSON.stringify(input.profile);
  if (how === 'create')
    await one(
      'INSERT INTO contacts (id, inbox, subject, profile, created_at) VALUES ($1, $2, $3, $4, $5)',
      contact,
      inbox,
      subject,
      profile,
      at,
    );
  else await one('UPDATE contacts SET subject = $1, profile = $2 WHERE id = $3', subject, profile, contact);
  if (absorb) {
    await one(
      'UPDATE conversations SET writer = coalesce(writer, contact), contact = $1 WHERE contact = $2',
      contact,
      absorb,
    );
    await one('UPDATE sessions SET contact = $1 WHERE contact = $2', contact, absorb);
    await one('DELETE FROM contacts WHERE id = $1', absorb);
  }
  if (end)
    await one(
      "UPDATE sessions SET ended_at = $1, ended_why = 'identified' WHERE id = $2 AND ended_at IS NULL",
      at,
      end,
    );

  const begun =
    continues === null
      ? undefined
      : await one<Standing>('SELECT id, head FROM conversations WHERE id = $1 AND contact = $2', continues, contact);
  const latest = await one<Standing>(
    `SELECT id, head FROM conversations WHERE contact = $1 AND inbox = $2 AND handler <> 'closed'
      ORDER BY head > 0 DESC, created_at DESC, id DESC LIMIT 1`,
    contact,
    inbox,
  );
  let conversation = goesOnIn(begun, latest);
  if (!conversation) {
    conversation = input.conversation;
    await one(
      'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES ($1, $2, $3, $4, $5)',
      conversation,
      inbox,
      contact,
      input.epoch,
      at,
    );
  }
  await one(
    `INSERT INTO sessions (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at,
        token_salt, subject, kid, until)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12)`,
    input.tokenHash,
    input.session,
    inbox,
    contact,
    conversation,
    hostOrigin,
    input.consent && JSON.stringify({ ...input.consent, at }),
    at,
    input.tokenSalt,
    subject,
    kid,
    until,
  );
  await one(
    `INSERT INTO used_proofs (inbox, jti, page, session, until) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (inbox, jti) DO UPDATE SET session = excluded.session, until = excluded.until`,
    inbox,
    jti,
    input.page,
    input.session,
    input.usedUntil,
  );
  return { kind: 'identified', contact, conversation, ended: end };
}
