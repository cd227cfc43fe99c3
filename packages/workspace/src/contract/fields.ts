/** Fields that many procedures share, with the limits of the workspace's data model. */
import { withoutHidden } from '@service/protocol';
import { isTimeZone } from '@service/protocol/schema';
import { z } from 'zod';
import { PASSWORD } from '../auth/auth-options.js';
import { ROLES } from '../auth/auth-rows.js';

const CONTROL = /\p{Cc}/u;

/** One line of text: trimmed, in normal form. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'Write something.')
    .max(most, `Write at most ${most} characters.`)
    .refine(
      (text) => !CONTROL.test(text) && withoutHidden(text) === text,
      'Leave out line breaks and hidden characters.',
    );

export const emailAddress = z
  .email('Write an email address such as ada@example.com.')
  .max(320)
  .transform((address) => address.toLowerCase());

export const organizationName = line(80);

export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/, 'Use 3 to 40 small letters, digits and hyphens.');

export const timeZone = z.string().max(64).refine(isTimeZone, 'Use a time zone of the IANA list, such as Europe/Oslo.');

export const locale = z.string().max(35).refine(isLocale, 'Use a language tag such as en or pt-BR.');

export const webAddress = z
  .url({ protocol: /^https?$/, message: 'Write a web address such as https://example.com.' })
  .max(2_000);

export const password = z
  .string()
  .min(PASSWORD.min, `Use at least ${PASSWORD.min} characters.`)
  .max(PASSWORD.max, `Use at most ${PASSWORD.max} characters.`);

/** People always name the organization; a key's own is filled in. */
export const orgId = z
  .string()
  .max(64)
  .optional()
  .describe('The organization. Required of people; a key has its own filled in.');

/** PostgreSQL stores four bytes, and a change stores one more. */
const MOST_VERSION = 2 ** 31 - 2;

export const version = z.int().min(1).max(MOST_VERSION);

/** Of a list whose places are numbers. */
export const placeCursor = z
  .string()
  .regex(/^\d{1,9}$/, 'Send `nextCursor` of the answer before.')
  .optional()
  .describe('`nextCursor` of the answer before.');

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,64}$/, 'Use 8 to 64 letters, digits and signs.')
  .optional()
  .describe('The same key with the same input is carried out once, however often it is sent.');

export const role = z.enum(ROLES);

export const dateTime = z.iso.datetime();

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
