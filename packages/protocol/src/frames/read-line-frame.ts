/** Reads where the visitor stands in line, by hand like read-frame.ts, and apart from it: it is loaded when it is needed. */
import { bool, type Check, matching, positive, shape } from './checks.js';
import { SERVER_ID } from './ids.js';
import type { LineFrame } from './queue.js';

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const line = shape({ conversation: matching(SERVER_ID), place: orNull(positive), attended: bool });

/** The frame, or null when it is none of these or can't be trusted. */
export function readLineFrame(frame: { readonly t: string }): LineFrame | null {
  return frame.t === 'line' && line(frame) ? (frame as LineFrame) : null;
}
