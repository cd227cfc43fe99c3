/** What was sent to whom and what became of it: a row for each mail, and one for each event of a mail, which is never changed. */
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.js';
import type { Mail } from './mailer.js';

/** `delivered`: the mail server has accepted it. */
export const MAIL_EVENTS = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed'] as const;
export type MailEvent = (typeof MAIL_EVENTS)[number];

const DAY_MS = 24 * 3_600_000;
/** A year and a month, so that a month can be compared with the same one of the year before. */
const KNOWN_MS = 396 * DAY_MS;
/** The words of a mail that was not sent. Its links are over by then. */
const TEXT_KNOWN_MS = 7 * DAY_MS;

/** `text`: null where it was sent. */
export async function recordMail(
  db: Kysely<Tables>,
  id: string,
  { to, template, category, subject, orgId }: Mail,
  text: string | null,
  at: number,
): Promise<void> {
  await db
    .insertInto('email_message')
    .values({ id, org_id: orgId, recipient: to, template, category, subject, text, created_at: at })
    .execute();
}

export async function recordMailEvent(
  db: Kysely<Tables>,
  id: string,
  message: string,
  kind: MailEvent,
  at: number,
): Promise<void> {
  await db.insertInto('email_event').values({ id, message_id: message, kind, at }).execute();
}

/**
 * Records what came back of a mail, up to `most` times: an anonymous peer may repeat it for ever. Of several at once, some may count
 * as one. False: there is no such mail, or it has had so many.
 */
export async function recordReaction(
  db: Kysely<Tables>,
  message: string,
  kind: 'opened' | 'clicked' | 'bounced' | 'complained',
  most: number,
  at: number,
): Promise<boolean> {
  const { known, had } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('email_message').where('id', '=', message).select(fn.countAll().as('n')).as('known'),
      selectFrom('email_event')
        .where('message_id', '=', message)
        .where('kind', '=', kind)
        .select(fn.countAll().as('n'))
        .as('had'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(known) === 0 || Number(had) >= most) return false;
  // The key is the bound: two that count the same number write one row.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('email_event')
    .values({ id: `eev_${message}_${kind}_${had}`, message_id: message, kind, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The receiver of a mail; null: it is no longer known. */
export async function recipientOf(db: Kysely<Tables>, message: string): Promise<string | null> {
  const row = await db.selectFrom('email_message').select('recipient').where('id', '=', message).executeTakeFirst();
  return row?.recipient ?? null;
}

/** How many mails were recorded in the name of this organization since `after`. `to`: to this receiver alone; null: to all. */
export async function countMails(
  db: Kysely<Tables>,
  orgId: string | null,
  to: string | null,
  after: number,
): Promise<number> {
  let query = db
    .selectFrom('email_message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', orgId === null ? 'is' : '=', orgId)
    .where('created_at', '>', after);
  if (to !== null) query = query.where('recipient', '=', to);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Deletes what is known for longer than it should be. */
export async function forgetOldMail(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('email_event')
    .where('at', '<', now - KNOWN_MS)
    .execute();
  await db
    .deleteFrom('email_message')
    .where('created_at', '<', now - KNOWN_MS)
    .execute();
  await db
    .updateTable('email_message')
    .set({ text: null })
    .where('text', 'is not', null)
    .where('created_at', '<', now - TEXT_KNOWN_MS)
    .execute();
}
