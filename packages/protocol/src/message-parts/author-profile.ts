/**
 * A person who answers, as a screen shows them: name, picture or initials. The picture's address is made of the author's id
 * alone, so it is the current picture, also beside old messages, and a removed picture is removed everywhere.
 */
import type { Author } from '../frames/log.js';
import { firstCharacter } from './text/truncate.js';

/** Where the server has the pictures of those who answer, each under an id. */
export const PEOPLE_PATH = '/v1/people';
/** A person who answers: 128 random bits. Visitors see it with that person's messages and nowhere else. */
export const OPERATOR_ID = /^opr_[A-Za-z0-9_-]{16,40}$/;

/** What there is to show of a person. */
export interface AuthorProfile {
  /** The same for everything that they write. */
  readonly id: string;
  /** By which visitors know them; null when they gave none. */
  readonly name: string | null;
  /**
   * Where their picture is: a square WebP, 144 dots each way. Where they have none the answer is nothing (204), which an image
   * tells by `error`; so draw the initials until it has loaded. Null for who can have none here.
   */
  readonly pictureUrl: string | null;
  /** One or two letters of the name, for where there is no picture; empty when it has none. */
  readonly initials: string;
  /** Tells people without a picture apart. White on it can be read (4.5:1 or more), on any page and in any theme. */
  readonly colour: string;
}

/**
 * The profile of an author. Unknown fields are null or empty; nothing is fetched.
 * `baseUrl`: the origin of the chat server; default the page's own, as in the widget's frame.
 */
export function getAuthorProfile({ id, name, kind }: Author, baseUrl = ''): AuthorProfile {
  return {
    id,
    name: name ?? null,
    // A desk of the business's own may write under any other id, and has no pictures here.
    pictureUrl: kind === 'human' && OPERATOR_ID.test(id) ? `${baseUrl}${PEOPLE_PATH}/${id}` : null,
    initials: initialsOf(name ?? ''),
    colour: colourOf(`${id} ${name ?? ''}`),
  };
}

/** Letters that join up would be read as a word, so one of these is enough. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]\S*/gu) ?? [];
  const letterOf = (word: string): string => firstCharacter(firstCharacter(word).toUpperCase());
  const [first = '', ...others] = words.map(letterOf);
  return JOINED.test(first) ? first : first + (others.at(-1) ?? '');
}

const COLOURS = ['#8a3b12', '#8c2f4b', '#6d3a8c', '#3f4aa3', '#1c5d99', '#0f6670', '#1d6b43', '#5b6210'] as const;

/** The same for the same `seed`, always. */
function colourOf(seed: string): string {
  let sum = 0;
  for (const letter of seed) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return COLOURS[sum % COLOURS.length] as string;
}
