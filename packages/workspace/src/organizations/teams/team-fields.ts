/** What a team's fields may be. */
import { openingSchema } from '@service/protocol/schema';
import { z } from 'zod';
import { line } from '../../contract/fields.js';
import { LIMITS } from '../limits.js';

const MOST_ID = 64;
/** UTF-16 units. The longest emoji, a family of four with skin tones, has 26. */
const MOST_EMOJI = 32;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** One picture, of however many characters it is made. */
export const isEmoji = (text: string): boolean =>
  text.length <= MOST_EMOJI && PICTURE.test(text) && [...graphemes.segment(text)].length === 1;

/** Two names with the same key are one name: case, width and ligatures make no difference. */
export const nameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

export const teamName = line(80);
export const emoji = z
  .string()
  .refine(isEmoji, 'Use one emoji.')
  .nullable()
  .describe('One emoji beside the name. Null: none.');

export const id = z.string().max(MOST_ID);
const ids = (most: number) =>
  z
    .array(id)
    .max(most)
    .transform((given) => [...new Set(given)]);
export const memberIds = ids(LIMITS.members).describe('Members of this organization.');
export const teamIds = ids(LIMITS.teams).describe('Teams of this organization.');

export const routing = z
  .enum(['manual', 'round_robin', 'least_busy'])
  .describe('How conversations of the team find a member. It is stored; this version leaves all of them to be taken.');
export type Routing = z.infer<typeof routing>;

export const opening = openingSchema
  .nullable()
  .describe('When the team answers, in the form of `people.opening` of inbox.json. Null: the inbox’s hours hold.');
