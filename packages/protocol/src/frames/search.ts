/** Search in all of a visitor's conversations. */
import { SEARCH_LIMITS } from '../limits.js';
import {
  atMost,
  bool,
  type Check,
  listOf,
  matching,
  oneOf,
  optional,
  positive,
  shape,
  shortText,
  whole,
} from './checks.js';
import { SERVER_ID } from './ids.js';

/** Asks for messages that have every word of `text`, or a word that begins so. Answered by `found`. */
export interface SearchFrame {
  readonly t: 'search';
  readonly id: string;
  readonly text: string;
}

/** A message that was found. */
export interface SearchHit {
  /** The conversation it is in, for `openConversation`. */
  readonly conversation: string;
  /** Number of the event that says it. */
  readonly seq: number;
  /** Server time, Unix milliseconds. */
  readonly at: number;
  /** Who wrote it. */
  readonly by: 'visitor' | 'ai' | 'human';
  /** The author's name, if there is one. */
  readonly name?: string;
  /** The message around the first word that was found. */
  readonly excerpt: string;
  /** Where the words stand in the excerpt, as [from, to), in UTF-16 code units; ascending. */
  readonly marks: readonly (readonly [number, number])[];
}

/** The latest first. Only of this visitor's conversations, and nothing of an erased one. */
export interface FoundFrame {
  readonly t: 'found';
  readonly id: string;
  readonly hits: readonly SearchHit[];
  /** There are older ones: more words find fewer. */
  readonly more: boolean;
}

const mark: Check = (v) => Array.isArray(v) && v.length === 2 && v.every(whole) && v[0] < v[1];
const hit = shape({
  conversation: matching(SERVER_ID),
  seq: positive,
  at: whole,
  by: oneOf('visitor', 'ai', 'human'),
  name: optional(shortText),
  excerpt: atMost(2 * SEARCH_LIMITS.excerptLength),
  marks: listOf(mark, SEARCH_LIMITS.marks),
});
const found = shape({ t: oneOf('found'), id: shortText, hits: listOf(hit, SEARCH_LIMITS.hits), more: bool });

/** The frame, or null when it is not this one or can't be trusted. */
export function readFoundFrame(frame: { readonly t: string }): FoundFrame | null {
  return found(frame) ? (frame as FoundFrame) : null;
}
