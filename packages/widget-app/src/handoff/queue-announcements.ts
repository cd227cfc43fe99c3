/**
 * When a screen reader announces the place in the queue. It may change every few seconds, which would disturb a visitor who is
 * writing. So the first place is announced, and then at most one per minute. Announced at once: the visitor is next, and
 * people have signed in or out.
 */
import type { ChatState } from '@service/embed-headless/core';

export type QueuePosition = NonNullable<ChatState['queue']>;

export const ANNOUNCE_EVERY_MS = 60_000;

/** Milliseconds until `now` is announced, `since` milliseconds after `announced` was; null: never. */
export function announcementDelay(announced: QueuePosition | null, now: QueuePosition, since: number): number | null {
  if (announced === null) return 0;
  if (now.position === announced.position && now.staffed === announced.staffed) return null;
  if (now.position === 1 || now.staffed !== announced.staffed) return 0;
  return Math.max(0, ANNOUNCE_EVERY_MS - since);
}
