/** Reads what the server has found, by hand like read-frame.ts, and apart from it: a client loads this when it searches. */

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
import type { FoundFrame } from './search.js';

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
