import type { ConsentGrant } from '@service/protocol';
import type { Session, SessionEndReason } from '../port/sessions.js';
import { type RetiredRow, type SessionRow, sessionOf } from '../sql/rows.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

const SESSION =
  'SELECT s.*, coalesce(c.writer, c.contact) AS writer FROM sessions s JOIN conversations c ON c.id = s.conversation';

/** A consent as it is stored: with the moment it was given. */
export const storedConsent = (consent: ConsentGrant | null, at: number): string | null =>
  consent && JSON.stringify({ ...consent, at });

const reads = {
  *findSession(tokenHash: string): Steps<Session | null> {
    // One statement for current and next. A token that is exchanged between two statements would be found by neither.
    const found = yield* row<SessionRow>(`${SESSION} WHERE s.token_hash = ?1 OR s.next_token = ?1`, tokenHash);
    if (found) return sessionOf(found, tokenHash);
    const retired = yield* row<RetiredRow>(
      'SELECT session, salt, until FROM retired_tokens WHERE token_hash = ?1',
      tokenHash,
    );
    if (!retired) return null;
    const owner = yield* row<SessionRow>(`${SESSION} WHERE s.id = ?1`, retired.session);
    return owner ? sessionOf(owner, tokenHash, retired) : null;
  },
  endedSince: (since: number, limit: number) =>
    rows<{ readonly id: string; readonly why: SessionEndReason }>(
      'SELECT id, ended_why AS why FROM sessions WHERE ended_at >= ?1 ORDER BY ended_at LIMIT ?2',
      since,
      limit,
    ),
};

const writes = {
  *touchSession(session: string, at: number): Steps<void> {
    yield* change('UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1', session, at);
  },
  *recordConsent(session: string, consent: ConsentGrant, at: number): Steps<void> {
    yield* change('UPDATE sessions SET consent = ?2 WHERE id = ?1', session, storedConsent(consent, at));
  },
  *endSession(session: string, why: SessionEndReason, at: number): Steps<boolean> {
    const ended = yield* change(
      'UPDATE sessions SET ended_at = ?2, ended_why = ?3 WHERE id = ?1 AND ended_at IS NULL',
      session,
      at,
      why,
    );
    return ended === 1;
  },
  *offerToken(session: string, current: string, next: string): Steps<void> {
    yield* change(
      'UPDATE sessions SET next_token = ?3 WHERE id = ?1 AND token_hash = ?2 AND next_token IS NULL',
      session,
      current,
      next,
    );
  },
};

/** Each database has its own `createSession` and `rotateToken`: PostgreSQL does each in one statement. */
export const SESSION_QUERIES = { reads, writes };
