/** When a new day begins in a conversation, and what it is called. */
import { en } from '../texts/en.js';

export function isNewDay(before: number | undefined, at: number): boolean {
  return before !== undefined && new Date(before).toDateString() !== new Date(at).toDateString();
}

export function dayLabel(at: number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return en.today;
  if (day.toDateString() === new Date(now - 86_400_000).toDateString()) return en.yesterday;
  return new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' }).format(day);
}
