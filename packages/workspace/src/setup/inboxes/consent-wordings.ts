/** What visitors could agree to, at which time: a consent names the hash of its sentence, and here is the sentence. */
import { consentText, LOCALES } from '@service/protocol';
import { consentHash } from '@service/realtime-server/ports';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { dateTime } from '../../contract/fields.js';
import type { Tables } from '../../database/tables.js';
import type { InboxFields } from './inbox-fields.js';

type Db = Kysely<Tables>;

export const shownWording = z.object({
  version: z.string(),
  locale: z.string(),
  textHash: z.string().describe('As a record of consent names it.'),
  text: z.string(),
  since: dateTime,
});

/** Adds those that are new, in every language. Where no consent is asked for, there are none. */
export async function recordWordings(db: Db, inboxId: string, fields: InboxFields, at: number): Promise<void> {
  const { name, requireConsent, consentVersion, consentTexts } = fields;
  if (!requireConsent) return;
  const rows = LOCALES.map((locale) => ({
    ...{ inbox_id: inboxId, version: consentVersion, locale, since: at },
    text_hash: consentHash(name, locale, consentTexts),
    text: consentText(name, locale, consentTexts),
  }));
  await db
    .insertInto('inbox_consent_wording')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest first. */
export async function wordingsOf(db: Db, inboxId: string): Promise<z.input<typeof shownWording>[]> {
  const rows = await db
    .selectFrom('inbox_consent_wording')
    .selectAll()
    .where('inbox_id', '=', inboxId)
    .orderBy('since', 'desc')
    .orderBy('version', 'desc')
    .orderBy('locale')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ version, locale, text_hash, text, since }) => ({
    ...{ version, locale, text, textHash: text_hash },
    since: new Date(Number(since)).toISOString(),
  }));
}

const MOST_SHOWN = 400;
