/** What a knowledge source may be. */
import { cleanText } from '@service/protocol';
import { z } from 'zod';
import { line, locale, webAddress } from '../../contract/fields.js';

export const SOURCE_TYPES = ['article', 'file', 'website', 'faq'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/**
 * `pending`: it waits to be read. `reading`: it is read now; what was read before is used. `ready`: all of it was read.
 * `partly`: some pages were not. `failed`: there is nothing to answer from. `paused`: it is not used, and not read.
 */
export const SOURCE_STATES = ['pending', 'reading', 'ready', 'partly', 'failed', 'paused'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

export const PAGE_STATES = ['waiting', 'read', 'skipped', 'failed'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const REFRESH_MS = { never: null, daily: 24 * 3_600_000, weekly: 7 * 24 * 3_600_000 } as const;

const MIB = 2 ** 20;
export const SOURCE_LIMITS = {
  /** Characters of an article. */
  text: 200_000,
  pairs: 200,
  /** Characters of a listed question, and of an answer. */
  question: 200,
  answer: 5_000,
  /** Of one heading. */
  questions: 60,
  fileBytes: 20 * MIB,
  /** Characters of base64. */
  fileCharacters: Math.ceil((20 * MIB) / 3) * 4,
} as const;

const BREAKING = /[^\P{Cc}\n\t]/u;

/** Several lines. Hidden characters are left out. */
export const text = (most: number) =>
  z
    .string()
    .max(most, `Write at most ${most} characters.`)
    .transform((written) => cleanText(written).trim())
    .refine((written) => !BREAKING.test(written), 'Leave out control characters.');

const pattern = z
  .string()
  .trim()
  .regex(
    /^[/*][^\s#]{0,199}$/,
    'Write a path such as /help/*, with * for any characters: at most 200, without spaces.',
  );

/** The rules of addresses that are fetched are those of `outgoing/`; these say early what could never be one. */
const startUrl = z
  .string()
  .max(2_000)
  .refine(isSite, 'Write the address of a site that begins with https://, without a port.');

export const website = z.object({
  startUrl,
  maxPages: z.int().min(1).max(2_000).default(200).describe('How many pages are read at most.'),
  include: z.array(pattern).max(20).default([]).describe('Paths that are read, `*` for any characters. None: all.'),
  exclude: z.array(pattern).max(20).default([]).describe('Paths that are not read.'),
  refresh: z.enum(['never', 'daily', 'weekly']).default('never').describe('How often it is read again.'),
});
export type Website = z.output<typeof website>;

export const file = z.object({
  name: line(200).refine((name) => /\.(?:md|markdown|html?|txt|pdf)$/i.test(name), 'Use .md, .html, .txt or .pdf.'),
  content: z
    .base64('Send the bytes of the file as base64.')
    .max(SOURCE_LIMITS.fileCharacters, 'A file has at most 20 MiB.')
    .describe('The bytes of the file, as base64.'),
});

const question = line(SOURCE_LIMITS.question);
const pair = z.object({
  question,
  answer: text(SOURCE_LIMITS.answer).refine((answer) => answer !== '', 'Write an answer.'),
});
export const faq = z.array(pair).min(1).max(SOURCE_LIMITS.pairs);
export type Faq = z.output<typeof faq>;

export const listedQuestion = z.object({ heading: z.string().max(200), question: z.string() });
export type ListedQuestion = z.output<typeof listedQuestion>;
export { question };

const title = line(200);
const language = locale.nullable().describe('The language of all of it. Null: the one that each page has.');
const url = webAddress.nullable().describe('Where people read it. Null: nowhere.');
const leftToPeople = z
  .boolean()
  .describe('It lists questions that people answer, one a line that begins with "- ". Nothing of it is shown.');
const articleText = text(SOURCE_LIMITS.text).describe('Markdown.');

/** What of a source can be written by people, whichever type it has. */
export const sourceFields = { title, language, url, leftToPeople, text: articleText, faq, website };

/** Of the types that have no page of their own: what of them is not written text. */
export interface DocumentSettings {
  readonly url: string | null;
  /** Of a file. */
  readonly name?: string;
  /** The title was given, and is shown in place of the file's own. */
  readonly titled?: boolean;
}

function isSite(written: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(written) || !URL.canParse(written)) return false;
  const { port, username, password, hostname, hash } = new URL(written);
  return port === '' && username === '' && password === '' && hash === '' && hostname.includes('.');
}
