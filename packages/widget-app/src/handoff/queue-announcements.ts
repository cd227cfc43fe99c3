/**
 * When a screen reader announces the place in the queue. It changes every few seconds, which would disturb a visitor who is
 * writing: so the first place is announced, then one a minute at most; at once only that the visitor is next, and that no
 * person is signed in.
 */
import type { ChatState } from '@service/embed-headless/core';

export type QueuePosition = NonNullable<ChatState['queue']>;

export const ANNOUNCE_EVERY_MS = 60_000;

/** Milliseconds until `now` is to be announced, `since` milliseconds after `announced` was; null: not at all. */
export function announcementDelay(announced: QueuePosition | null, now: QueuePosition, since: number): number | null {
  if (announced === null) return 0;
  if (now.position === announced.position && now.staffed === announced.staffed) return null;
  if (now.position === 1 || now.staffed !== announced.staffed) return 0;
  return Math.max(0, ANNOUNCE_EVERY_MS - since);
}
