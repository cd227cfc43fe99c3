import type { UserContext } from '@service/protocol';
import type { Identification, Identify, VerifiedProfile } from '../../port/identities.js';
import type { Dialect } from '../../sql/dialect.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';
import { identify, lockPerson } from './identify.js';

export function identityQueries(dialect: Dialect) {
  return {
    reads: {
      *profile(contact: string): Steps<{ readonly subject: string; readonly profile: VerifiedProfile } | null> {
        const found = yield* row<{ subject: string; profile: string }>(
          'SELECT subject, profile FROM contacts WHERE id = ?1 AND subject IS NOT NULL',
          contact,
        );
        return found ? { subject: found.subject, profile: JSON.parse(found.profile) as VerifiedProfile } : null;
      },
      *isKnownContact(contact: string, before: number): Steps<boolean> {
        const found = yield* row(
          'SELECT 1 FROM contacts WHERE id = ?1 AND (subject IS NOT NULL OR created_at < ?2)',
          contact,
          before,
        );
        return found !== undefined;
      },
    },
    writes: {
      *setContact(contact: string, user: UserContext): Steps<void> {
        yield* change('UPDATE contacts SET attributes = ?2 WHERE id = ?1', contact, JSON.stringify(user));
      },
      *forgetRevocations(before: number): Steps<void> {
        yield* change('DELETE FROM put_out WHERE at < ?1', before);
      },
    },
    transactions: {
      identify: (input: Identify): Steps<Identification> => identify(dialect, input),
      /**
       * Under the person's lock: an `identify` of this moment has either made its session, which is ended here, or finds the
       * revocation.
       */
      *revokeSessions(inbox: string, subject: string, at: number): Steps<readonly string[]> {
        yield* lockPerson(dialect, inbox, subject);
        yield* change(
          `INSERT INTO put_out (inbox, subject, at) VALUES (?1, ?2, ?3)
            ON CONFLICT (inbox, subject) DO UPDATE SET at = ${dialect.max}(put_out.at, excluded.at)`,
          inbox,
          subject,
          at,
        );
        const ended = yield* rows<{ id: string }>(
          `UPDATE sessions SET ended_at = ?3, ended_why = 'revoked'
            WHERE inbox = ?1 AND subject = ?2 AND ended_at IS NULL RETURNING id`,
          inbox,
          subject,
          at,
        );
        return ended.map(({ id }) => id);
      },
    },
  };
}
