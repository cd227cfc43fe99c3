/** How much mail was sent and what became of it, counted from the log of mails. */
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables.js';
import type { MailEvent } from './mail-log.js';
import type { MailCategory } from './mailer.js';

export interface MailFilter {
  readonly template?: string | undefined;
  readonly category?: MailCategory | undefined;
  /** Unix milliseconds of a mail's making; the first included, the last not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Of each kind of event, so many mails and so many events. */
type Counts = Readonly<Partial<Record<MailEvent, { readonly mails: number; readonly events: number }>>>;

export interface MailTotals {
  readonly totalSent: number;
  readonly totalDelivered: number;
  readonly totalOpened: number;
  readonly totalClicked: number;
  readonly totalBounced: number;
  readonly totalComplaints: number;
  readonly totalFailed: number;
  readonly uniqueOpens: number;
  readonly uniqueClicks: number;
}

export function totalsOf(counts: Counts): MailTotals {
  const events = (kind: MailEvent): number => counts[kind]?.events ?? 0;
  const mails = (kind: MailEvent): number => counts[kind]?.mails ?? 0;
  return {
    totalSent: events('sent'),
    totalDelivered: events('delivered'),
    totalOpened: events('opened'),
    totalClicked: events('clicked'),
    totalBounced: mails('bounced'),
    totalComplaints: mails('complained'),
    totalFailed: mails('failed'),
    uniqueOpens: mails('opened'),
    uniqueClicks: mails('clicked'),
  };
}

/** In hundredths, 0 to 100; 0 of nothing. */
export const rate = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(100, Math.round((part / whole) * 10_000) / 100);

export interface MailGroup {
  readonly group: string;
  readonly totals: MailTotals;
}

/** Days are those of UTC. */
export type MailGrouping = 'template' | 'category' | 'day';

const DAY_MS = 24 * 3_600_000;
const DAY = sql<string>`m.created_at / ${sql.lit(DAY_MS)}`;

const filtered = (db: Kysely<Tables>, { template, category, from, to }: MailFilter) =>
  db
    .selectFrom('email_event as e')
    .innerJoin('email_message as m', 'm.id', 'e.message_id')
    .where(({ eb, and }) => {
      const all: Expression<SqlBool>[] = [];
      if (template !== undefined) all.push(eb('m.template', '=', template));
      if (category !== undefined) all.push(eb('m.category', '=', category));
      if (from !== undefined) all.push(eb('m.created_at', '>=', from));
      if (to !== undefined) all.push(eb('m.created_at', '<', to));
      return and(all);
    });

export async function countAllMail(db: Kysely<Tables>, filter: MailFilter): Promise<MailTotals> {
  const rows = await filtered(db, filter)
    .select(({ fn }) => ['e.kind', fn.countAll().as('events'), fn.count('e.message_id').distinct().as('mails')])
    .groupBy('e.kind')
    .execute();
  return totalsOf(countsIn(rows));
}

/** At most `limit` groups: the latest days, else those with most mail. */
export async function countMailBy(
  db: Kysely<Tables>,
  by: MailGrouping,
  filter: MailFilter,
  limit: number,
): Promise<readonly MailGroup[]> {
  const column = by === 'day' ? DAY : sql<string>`m.${sql.ref(by)}`;
  const rows = await filtered(db, filter)
    .select(({ fn }) => [
      column.as('group'),
      'e.kind',
      fn.countAll().as('events'),
      fn.count('e.message_id').distinct().as('mails'),
    ])
    .groupBy(['group', 'e.kind'])
    .execute();
  const groups = new Map<string, CountedRow[]>();
  for (const row of rows) groups.set(String(row.group), [...(groups.get(String(row.group)) ?? []), row]);
  const counted = [...groups].map(([group, its]) => ({ group, totals: totalsOf(countsIn(its)) }));
  counted.sort((a, b) => (by === 'day' ? Number(b.group) - Number(a.group) : b.totals.totalSent - a.totals.totalSent));
  return counted
    .slice(0, limit)
    .map(({ group, totals }) => ({ group: by === 'day' ? dayOf(Number(group)) : group, totals }));
}

const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

interface CountedRow {
  readonly kind: string;
  readonly events: number | string | bigint;
  readonly mails: number | string | bigint;
}

const countsIn = (rows: readonly CountedRow[]): Counts =>
  Object.fromEntries(rows.map(({ kind, events, mails }) => [kind, { events: Number(events), mails: Number(mails) }]));
