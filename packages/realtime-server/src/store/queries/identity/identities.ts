import type { Identification, Identify, VisitorContext, VisitorFacts } from '../../port/identity/identities.js';
import type { Dialect } from '../../sql/dialect.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';
import { identify, lockPerson } from './identify.js';

interface ContactRow {
  readonly subject: string | null;
  readonly profile: string | null;
  readonly attributes: string | null;
  readonly page: string | null;
}

const parsed = <T>(json: string | null | undefined): T | null => (json ? (JSON.parse(json) as T) : null);

export function identityQueries(dialect: Dialect) {
  return {
    reads: {
      *visitorFacts(contact: string): Steps<VisitorFacts> {
        const found = yield* row<ContactRow>(
          'SELECT subject, profile, attributes, page FROM contacts WHERE id = ?1',
          contact,
        );
        return {
          verified: found?.subject ? { subject: found.subject, profile: parsed(found.profile) ?? {} } : null,
          claimed: parsed(found?.attributes),
          page: parsed(found?.page),
        };
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
      *forgetRevocations(before: number): Steps<void> {
        yield* change('DELETE FROM put_out WHERE at < ?1', before);
      },
    },
    transactions: {
      identify: (input: Identify): Steps<Identification> => identify(dialect, input),
      setVisitorContext: (contact: string, context: VisitorContext): Steps<void> =>
        setVisitorContext(dialect, contact, context),
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

/**
 * Takes the conversation as an append does: a report that was on its way during the erasure brings nothing back. Writes nothing
 * when it is stored already, because each connection reports its context once more.
 */
function* setVisitorContext(
  dialect: Dialect,
  contact: string,
  { conversation, user, page }: VisitorContext,
): Steps<void> {
  const found = yield* row(
    `SELECT 1 FROM conversations WHERE id = ?1 AND contact = ?2 AND erased_at IS NULL${dialect.forShare}`,
    conversation,
    contact,
  );
  if (!found) return;
  yield* change(
    `UPDATE contacts SET attributes = coalesce(?2, attributes), page = coalesce(?3, page) WHERE id = ?1
      AND (attributes IS DISTINCT FROM coalesce(?2, attributes) OR page IS DISTINCT FROM coalesce(?3, page))`,
    contact,
    user ? JSON.stringify(user) : null,
    page ? JSON.stringify(page) : null,
  );
}
