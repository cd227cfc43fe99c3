/** What mail a person has ordered. A row is made with the first change. */
import { truncate } from '@service/protocol';
import type { Kysely, Transaction } from 'kysely';
import type { EmailPreferences, Tables } from '../database/tables.js';
import { hold } from '../organizations/hold.js';
import { NO_TOPICS, TOPICS, type Topic, type Topics } from './mailer.js';

export const FREQUENCIES = ['immediate', 'daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** How a consent reached the server, as its record: written by the server alone. */
export interface ConsentEvidence {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface PreferenceChange {
  readonly topics?: Topics;
  readonly frequency?: Frequency;
}

/**
 * The topics that a wish names, or the names that are no topics. A truth value or null is about all of them, a name or a list of names
 * are all that is wished, and an object changes what it names.
 */
export function readTopics(wish: unknown, before: Topics): Topics | { readonly unknown: readonly string[] } {
  if (wish === null || typeof wish === 'boolean') return allTopics(wish === true);
  const names = typeof wish === 'string' ? [wish] : wish;
  if (Array.isArray(names)) {
    const unknown = names.filter((name) => !isTopic(name));
    if (unknown.length > 0) return { unknown: unknown.map(named) };
    return Object.fromEntries(TOPICS.map((topic) => [topic, names.includes(topic)])) as Record<Topic, boolean>;
  }
  if (typeof wish !== 'object') return { unknown: [named(wish)] };
  const unknown = Object.entries(wish).filter(([name, on]) => !isTopic(name) || typeof on !== 'boolean');
  return unknown.length > 0 ? { unknown: unknown.map(([name]) => named(name)) } : { ...before, ...wish };
}

/** Takes topics back. Nothing is written where none of them was ordered. */
export async function takeBack(
  db: Transaction<Tables>,
  userId: string,
  topics: readonly Topic[],
  at: number,
): Promise<void> {
  const before = await holdPreferences(db, userId);
  const had = topicsIn(before);
  if (!topics.some((topic) => had[topic])) return;
  const left = Object.fromEntries(TOPICS.map((topic) => [topic, had[topic] && !topics.includes(topic)]));
  await changePreferences(db, userId, before, { topics: left as Topics }, { address: null, userAgent: null }, at);
}

/** Characters of a wrong name that are shown. */
const MOST_NAMED = 40;

/** What is no topic, as an error shows it. Of lists and objects, which may be nested deeper than calls can be, only that. */
const named = (wrong: unknown): string =>
  typeof wrong === 'object' && wrong !== null ? 'of this kind' : truncate(String(wrong), MOST_NAMED);

const isTopic = (name: unknown): name is Topic => TOPICS.includes(name as Topic);
const allTopics = (on: boolean): Topics =>
  Object.fromEntries(TOPICS.map((topic) => [topic, on])) as Record<Topic, boolean>;

export const topicsIn = (row: EmailPreferences | undefined): Topics =>
  row ? { ...NO_TOPICS, ...(JSON.parse(row.topics) as Partial<Topics>) } : NO_TOPICS;

export const findPreferences = (db: Kysely<Tables>, userId: string): Promise<EmailPreferences | undefined> =>
  db.selectFrom('email_preference').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** For a change, which writes all of the row: another one of the same person waits until the transaction ends. */
export async function holdPreferences(
  transaction: Transaction<Tables>,
  userId: string,
): Promise<EmailPreferences | undefined> {
  await hold(transaction, 'user', userId);
  return findPreferences(transaction, userId);
}

/** `before`: the row as it is stored. `consentAt` is when the person last ordered something that they had not before; null when they have ordered nothing. */
export async function changePreferences(
  db: Kysely<Tables>,
  userId: string,
  before: EmailPreferences | undefined,
  change: PreferenceChange,
  evidence: ConsentEvidence,
  at: number,
): Promise<EmailPreferences> {
  const [had, topics] = [topicsIn(before), change.topics ?? topicsIn(before)];
  const orders = TOPICS.some((topic) => topics[topic] && !had[topic]);
  const hasAny = TOPICS.some((topic) => topics[topic]);
  const consent = orders
    ? { consent_at: at, consent_ip: evidence.address, consent_ua: evidence.userAgent }
    : hasAny && before
      ? { consent_at: before.consent_at, consent_ip: before.consent_ip, consent_ua: before.consent_ua }
      : { consent_at: null, consent_ip: null, consent_ua: null };
  const row: EmailPreferences = {
    user_id: userId,
    topics: JSON.stringify(topics),
    frequency: change.frequency ?? before?.frequency ?? null,
    ...consent,
    created_at: before?.created_at ?? at,
    updated_at: at,
  };
  await db
    .insertInto('email_preference')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return row;
}
