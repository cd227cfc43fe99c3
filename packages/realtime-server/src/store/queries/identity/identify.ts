import type { Identification, Identify } from '../../port/identity/identities.js';
import type { SessionEndReason } from '../../port/sessions.js';
import type { Dialect } from '../../sql/dialect.js';
import { change, row, type Steps } from '../../sql/steps.js';
import { storedConsent } from '../sessions.js';
import {
  type Begun,
  chooseConversation,
  type Decision,
  decideIdentity,
  type SessionBefore,
} from './decide-identity.js';

/** Two transactions about one person wait for each other here. */
export const lockPerson = (dialect: Dialect, inbox: string, subject: string): Steps<void> =>
  dialect.lockName(`person ${inbox} ${subject}`, 2);

/**
 * The session before, by its token ?3 (current, next, or retired and still accepted at ?4) or by its id ?3.
 */
const SESSION_BEFORE = `
  s.inbox = ?1 AND s.host_origin = ?2 AND (s.token_hash = ?3 OR s.next_token = ?3 OR s.id = ?3
    OR s.id = (SELECT r.session FROM retired_tokens r WHERE r.token_hash = ?3 AND r.until >= ?4))`;

/**
 * In one transaction. What is looked up under the locks is still true when it is written; `decideIdentity` has the rules.
 */
export function* identify(dialect: Dialect, input: Identify): Steps<Identification> {
  const { inbox, at, jti, identified } = input;
  const { subject } = identified;
  // Always in this order, or two transactions could wait for each other.
  yield* dialect.lockName(`proof ${inbox} ${jti}`, 1);
  yield* lockPerson(dialect, inbox, subject);
  yield* change(
    `DELETE FROM used_proofs WHERE (inbox, jti) IN
      (SELECT inbox, jti FROM used_proofs WHERE until < ?1 LIMIT 100${dialect.skipLocked})`,
    at,
  );
  const revoked = yield* row<{ at: number }>(
    'SELECT at FROM put_out WHERE inbox = ?1 AND subject = ?2 AND at >= ?3',
    inbox,
    subject,
    input.issuedAt,
  );
  if (revoked) return { kind: 'revoked', at: revoked.at };
  const used = yield* row<{ page: string; session: string }>(
    'SELECT page, session FROM used_proofs WHERE inbox = ?1 AND jti = ?2',
    inbox,
    jti,
  );
  if (used && used.page !== input.page) return { kind: 'replayed' };
  if (used && !(yield* isStillGood(used.session, inbox, subject))) return { kind: 'replayed' };

  const key = input.before ?? used?.session ?? null;
  const before = yield* sessionBefore(dialect, input, key);
  const owner = yield* row<{ id: string }>('SELECT id FROM contacts WHERE inbox = ?1 AND subject = ?2', inbox, subject);
  const decision = decideIdentity({
    subject,
    owner: owner?.id ?? null,
    before,
    merge: input.merge,
    fresh: input.contact,
  });
  yield* carryOut(decision, input);
  const conversation = yield* conversationToEnter(dialect, decision, input);
  yield* startSession(decision.contact, conversation, input);
  return { kind: 'identified', contact: decision.contact, conversation, ended: decision.end };
}

/** The proof's first session is there, and none of the person's was ended since by them or their site. */
function* isStillGood(session: string, inbox: string, subject: string): Steps<boolean> {
  const found = yield* row(
    `SELECT 1 FROM sessions u WHERE u.id = ?1 AND NOT EXISTS (
      SELECT 1 FROM sessions s
      WHERE s.inbox = ?2 AND s.subject = ?3 AND s.ended_at >= u.created_at AND s.ended_why <> 'identified')`,
    session,
    inbox,
    subject,
  );
  return found !== undefined;
}

function* sessionBefore(dialect: Dialect, input: Identify, key: string | null): Steps<SessionBefore | null> {
  if (key === null) return null;
  const { inbox, hostOrigin, at } = input;
  // Lock first and read afterwards: a statement sees what was committed before it began.
  yield* dialect.lockRows(`SELECT 1 FROM sessions s WHERE ${SESSION_BEFORE}`, inbox, hostOrigin, key, at);
  const found = yield* row<{
    id: string;
    contact: string;
    subject: string | null;
    conversation: string;
    ended_why: SessionEndReason | null;
  }>(
    `SELECT s.id, s.contact, c.subject, s.conversation, s.ended_why FROM sessions s JOIN contacts c ON c.id = s.contact
      WHERE ${SESSION_BEFORE}`,
    inbox,
    hostOrigin,
    key,
    at,
  );
  return found ? { ...found, ended: found.ended_why } : null;
}

function* carryOut({ contact, how, absorb, end }: Decision, input: Identify): Steps<void> {
  const { inbox, at, identified } = input;
  const profile = JSON.stringify(input.profile);
  if (how === 'create')
    yield* change(
      'INSERT INTO contacts (id, inbox, subject, profile, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
      contact,
      inbox,
      identified.subject,
      profile,
      at,
    );
  else
    yield* change('UPDATE contacts SET subject = ?1, profile = ?2 WHERE id = ?3', identified.subject, profile, contact);
  if (absorb) {
    yield* change(
      'UPDATE conversations SET writer = coalesce(writer, contact), contact = ?1 WHERE contact = ?2',
      contact,
      absorb,
    );
    yield* change('UPDATE sessions SET contact = ?1 WHERE contact = ?2', contact, absorb);
    yield* change('UPDATE attachments SET contact = ?1 WHERE contact = ?2', contact, absorb);
    yield* change('DELETE FROM contacts WHERE id = ?1', absorb);
  }
  if (end)
    yield* change(
      "UPDATE sessions SET ended_at = ?1, ended_why = 'identified' WHERE id = ?2 AND ended_at IS NULL",
      at,
      end,
    );
}

function* conversationToEnter(dialect: Dialect, decision: Decision, input: Identify): Steps<string> {
  const { contact, continues } = decision;
  const { logs, ordinal } = dialect;
  const begun =
    continues === null
      ? undefined
      : yield* row<Begun>(`SELECT id, head FROM ${logs} WHERE id = ?1 AND contact = ?2`, continues, contact);
  const latest = yield* row<Begun>(
    `SELECT id, head FROM ${logs} WHERE contact = ?1 AND inbox = ?2 AND handler <> 'closed'
      ORDER BY head > 0 DESC, created_at DESC, ${ordinal.conversations} DESC LIMIT 1`,
    contact,
    input.inbox,
  );
  const chosen = chooseConversation(begun, latest);
  if (chosen) return chosen;
  yield* change(
    'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
    input.conversation,
    input.inbox,
    contact,
    input.epoch,
    input.at,
  );
  return input.conversation;
}

function* startSession(contact: string, conversation: string, input: Identify): Steps<void> {
  const { inbox, at, identified } = input;
  yield* change(
    `INSERT INTO sessions (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at,
        token_salt, subject, kid, until)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, ?12)`,
    input.tokenHash,
    input.session,
    inbox,
    contact,
    conversation,
    input.hostOrigin,
    storedConsent(input.consent, at),
    at,
    input.tokenSalt,
    identified.subject,
    identified.kid,
    identified.until,
  );
  yield* change(
    `INSERT INTO used_proofs (inbox, jti, page, session, until) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (inbox, jti) DO UPDATE SET session = excluded.session, until = excluded.until`,
    inbox,
    input.jti,
    input.page,
    input.session,
    input.usedUntil,
  );
}
