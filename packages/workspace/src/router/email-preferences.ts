/** What mail the person who is signed in has ordered. */
import { z } from 'zod';
import { failure } from '../contract/errors.js';
import type { EmailPreferences } from '../database/tables.js';
import { TOPICS, type Topics } from '../mail/mailer.js';
import {
  changePreferences,
  FREQUENCIES,
  findPreferences,
  holdPreferences,
  readTopics,
  topicsIn,
} from '../mail/preferences.js';
import { forPersons } from './procedure.js';
import type { Services } from './services.js';

const TAGS = ['Email'];
/** Wrong topics that an error names. */
const MOST_SHOWN = 3;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const topics = z.union([scalar, z.record(z.string(), z.unknown()), z.array(z.unknown())]);

const record = z.object({
  userId: z.string(),
  topics,
  frequency: z.enum(FREQUENCIES).optional(),
  consentAt: z.string().nullable(),
  consentIp: z.string().nullable(),
  consentUa: z.string().nullable(),
  partnerEmailRelayEnabled: z.boolean().nullable(),
  partnerEmailRelayUpdatedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const get = forPersons
  .route({
    method: 'GET',
    path: '/emails/preferences',
    tags: TAGS,
    summary: 'Read your email preferences',
    description: `What you have ordered: ${TOPICS.join(', ')}. Mail that is needed for your account always comes.`,
  })
  .output(record)
  .handler(async ({ context: { services, person } }) => {
    const row = await findPreferences(services.database.db, person.userId);
    return shown(services, person.userId, row);
  });

const update = forPersons
  .meta({ ...forPersons['~orpc'].meta, kind: 'write' })
  .route({
    method: 'POST',
    path: '/emails/preferences',
    tags: TAGS,
    summary: 'Change your email preferences',
    description: `Orders mail, or takes it back. \`topics\`: true or false for all, the names that you want as a list (${TOPICS.join(', ')}), or an object such as {"digest": true} that changes what it names. When you consented, and from where, is written by the server.`,
  })
  .input(record.partial().required({ userId: true }))
  .output(record)
  .handler(async ({ context: { services, person, client }, input }) => {
    if (input.userId !== person.userId) throw failure('FORBIDDEN', 'You can change your own preferences only.');
    const { database, now } = services;
    const row = await database.db.transaction().execute(async (transaction) => {
      const before = await holdPreferences(transaction, person.userId);
      const had = topicsIn(before);
      const wished = input.topics === undefined ? had : readTopics(input.topics, had);
      if ('unknown' in wished)
        throw failure(
          'BAD_REQUEST',
          `There is no topic ${wished.unknown.slice(0, MOST_SHOWN).join(', ')}. Use ${TOPICS.join(' or ')}.`,
        );
      const change = { topics: wished as Topics, ...(input.frequency && { frequency: input.frequency }) };
      return changePreferences(transaction, person.userId, before, change, client, now());
    });
    return shown(services, person.userId, row);
  });

export const emailPreferences = { get, update };

/** Without a row: the account as it began, which has ordered nothing. */
async function shown(
  { auth }: Services,
  userId: string,
  row: EmailPreferences | undefined,
): Promise<z.infer<typeof record>> {
  const since = row?.created_at ?? (await auth.rows().find('user', { id: userId }))?.createdAt.getTime() ?? 0;
  return {
    userId,
    topics: topicsIn(row),
    ...(row?.frequency != null && { frequency: row.frequency as (typeof FREQUENCIES)[number] }),
    consentAt: timeOf(row?.consent_at),
    consentIp: row?.consent_ip ?? null,
    consentUa: row?.consent_ua ?? null,
    // The relay of partners' mail is no capability of this service.
    partnerEmailRelayEnabled: null,
    partnerEmailRelayUpdatedAt: null,
    createdAt: new Date(since).toISOString(),
    updatedAt: new Date(row?.updated_at ?? since).toISOString(),
  };
}

const timeOf = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());
