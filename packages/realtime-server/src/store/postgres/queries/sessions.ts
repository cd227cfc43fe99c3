import type { NewSession } from '../../port/sessions.js';
import { storedConsent } from '../../queries/sessions.js';
import { change, type Steps } from '../../sql/steps.js';

export function* createSession(input: NewSession): Steps<void> {
  yield* change(
    `WITH contact AS (INSERT INTO contacts (id, inbox, created_at) VALUES (?1, ?2, ?3)),
      conversation AS (INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?4, ?2, ?1, ?5, ?3))
    INSERT INTO sessions
      (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at, token_salt)
      VALUES (?6, ?7, ?2, ?1, ?4, ?8, ?9, ?3, ?3, ?10)`,
    input.contact,
    input.inbox,
    input.at,
    input.conversation,
    input.epoch,
    input.tokenHash,
    input.session,
    input.hostOrigin,
    storedConsent(input.consent, input.at),
    input.tokenSalt,
  );
}

/** When two tabs use the token at one moment, the second waits for the first one's row and then finds nothing to do. */
export function* rotateToken(session: string, next: string, salt: string, at: number, until: number): Steps<void> {
  yield* change(
    `WITH old AS (SELECT id, token_hash, token_salt FROM sessions WHERE id = ?1 AND next_token = ?2 FOR UPDATE),
      rotated AS (
        UPDATE sessions SET token_hash = next_token, next_token = NULL, token_salt = ?3, token_since = ?4
        WHERE id IN (SELECT id FROM old) RETURNING id
      )
    INSERT INTO retired_tokens (token_hash, session, salt, until)
      SELECT token_hash, id, token_salt, ?5 FROM old WHERE id IN (SELECT id FROM rotated)`,
    session,
    next,
    salt,
    at,
    until,
  );
}
