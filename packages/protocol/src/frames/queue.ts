import { bool, type Check, matching, positive, shape } from './checks.js';
import { SERVER_ID } from './ids.js';

/**
 * The position of a visitor who waits for a person. Sent after `live` and whenever it changes; not stored. It is void when the
 * connection ends, and as soon as the log says that the visitor no longer waits. On the wire it is called `line`.
 */
export interface QueueFrame {
  readonly t: 'line';
  readonly conversation: string;
  /** 1: the next one. Null: further back than the server's `QUEUE_LIMITS.maxPosition`. */
  readonly place: number | null;
  /** True: people are present where the business answers. False: the message waits until one comes. */
  readonly attended: boolean;
}

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const line = shape({ conversation: matching(SERVER_ID), place: orNull(positive), attended: bool });

/** The frame, or null if it is another one or invalid. */
export function readQueueFrame(frame: { readonly t: string }): QueueFrame | null {
  return frame.t === 'line' && line(frame) ? (frame as QueueFrame) : null;
}
