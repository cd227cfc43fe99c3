/**
 * When a place in line is said aloud. A line moves every few seconds, and nobody wants to hear each step while they write: so
 * the first place is said, then one in a minute at most; but at once that it is one's turn next, and that nobody is there.
 */
import type { ChatState } from '@service/embed-headless/core';

export type QueuePosition = NonNullable<ChatState['queue']>;

export const ANNOUNCE_EVERY_MS = 60_000;

/** In how many milliseconds `now` is to be said, `since` milliseconds after `said` was; null: not at all. */
export function announcementDelay(said: QueuePosition | null, now: QueuePosition, since: number): number | null {
  if (said === null) return 0;
  if (now.position === said.position && now.staffed === said.staffed) return null;
  if (now.position === 1 || now.staffed !== said.staffed) return 0;
  return Math.max(0, ANNOUNCE_EVERY_MS - since);
}
