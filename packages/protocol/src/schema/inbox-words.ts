/** What an inbox says in its own words: by language, and by page. */
import * as z from 'zod';
import { isSitePath } from '../embed/launcher/launcher.js';
import type { Welcome } from '../inbox/welcome.js';
import { CONFIG_LIMITS, INBOX_WORDS_LIMITS } from '../limits.js';
import { LOCALES } from '../texts/locales.js';
import { OWN_TEXTS, type OwnTexts } from '../texts/own-texts.js';
import type { Same } from './same-type.js';

const language = z.enum(LOCALES);

export const greetingSchema = z.string().max(INBOX_WORDS_LIMITS.greeting);
export const questionsSchema = z
  .array(z.string().min(1).max(CONFIG_LIMITS.questionLength))
  .max(CONFIG_LIMITS.questions);

const welcome = z
  .strictObject({
    language: language.nullable().default(null),
    path: z
      .string()
      .max(200)
      .refine(isSitePath, 'must be a path such as "/pricing", or "/pricing/*" for all below it too')
      .nullable()
      .default(null),
    greeting: greetingSchema.min(1).nullable().default(null),
    questions: questionsSchema.nullable().default(null),
  })
  .refine(
    ({ greeting, questions }) => greeting !== null || questions !== null,
    'has neither a greeting nor questions: add one, or remove the entry',
  );

export const welcomesSchema = z.array(welcome).max(INBOX_WORDS_LIMITS.welcomes);

export const ownTextsSchema = z.partialRecord(
  language,
  z.partialRecord(z.enum(OWN_TEXTS), z.string().min(1).max(INBOX_WORDS_LIMITS.ownText)),
);

export const consentTextsSchema = z.partialRecord(language, z.string().min(1).max(INBOX_WORDS_LIMITS.consentText));

true satisfies Same<z.infer<typeof welcome>, Welcome>;
true satisfies Same<z.infer<typeof ownTextsSchema>, OwnTexts>;
