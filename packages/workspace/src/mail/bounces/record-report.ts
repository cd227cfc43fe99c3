/** Records what a message says about a mail of ours, once. */

import type { Kysely } from 'kysely';
import type { AuthRows } from '../../auth/auth-rows.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import type { MailTokens } from '../links/mail-token.js';
import { recipientOf, recordReaction } from '../mail-log.js';
import { TOPICS } from '../mailer.js';
import { takeBack } from '../preferences.js';
import type { Report } from './read-report.js';

/** `repeated`: it was recorded before. `forged`: it names no mail under our signature. `unknown`: a mail that is forgotten by now. */
export type Outcome = Report['kind'] | 'repeated' | 'forged' | 'unknown';

export interface ReportParts {
  readonly database: Database;
  readonly tokens: MailTokens;
  readonly rows: (transaction: Kysely<Tables>) => AuthRows;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * The receiver's topics are all taken back: nothing that was ordered is sent to this address until its person orders again. Mail that
 * their account needs still goes.
 */
export async function recordReport(report: Report, { database, tokens, rows, now }: ReportParts): Promise<Outcome> {
  if (report.kind === 'temporary' || report.kind === 'other') return report.kind;
  const mailId = tokens.mailIn(report.named);
  if (mailId === null) return 'forged';
  return database.db.transaction().execute(async (transaction) => {
    const recipient = await recipientOf(transaction, mailId);
    if (recipient === null) return 'unknown';
    if (!(await recordReaction(transaction, mailId, report.kind, 1, now()))) return 'repeated';
    const user = await rows(transaction).find('user', { email: recipient });
    if (user) await takeBack(transaction, user.id, TOPICS, now());
    return report.kind;
  });
}
