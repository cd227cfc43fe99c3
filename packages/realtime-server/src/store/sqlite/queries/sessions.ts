import type { NewSession } from '../../port/sessions.js';
import { storedConsent } from '../../queries/sessions.js';
import { change, type Steps } from '../../sql/steps.js';

export function* createSession(input: NewSession): Steps<void> {
  const { contact, inbox, conversation, at } = input;
  yield* change('INSERT INTO contacts (id, inbox, created_at) VALUES (?1, ?2, ?3)', contact, inbox, at);
  yield* change(
    'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
    conversation,
    inbox,
    contact,
    input.epoch,
    at,
  );
  yield* change(
    `INSERT INTO sessions
      (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at, token_salt)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)`,
    input.tokenHash,
    input.session,
    inbox,
    contact,
    conversation,
    input.hostOrigin,
    storedConsent(input.consent, at),
    at,
    input.tokenSalt,
  );
}

export function* rotateToken(session: string, next: string, salt: string, at: number, until: number): Steps<void> {
  const retired = yield* change(
    `INSERT INTO retired_tokens (token_hash, session, salt, until)
      SELECT token_hash, id, token_salt, ?1 FROM sessions WHERE id = ?2 AND next_token = ?3`,
    until,
    session,
    next,
  );
  if (retired === 0) return;
  yield* change(
    `UPDATE sessions SET token_hash = next_token, next_token = NULL, token_salt = ?1, token_since = ?2
      WHERE id = ?3 AND next_token = ?4`,
    salt,
    at,
    session,
    next,
  );
}
