/** When a new day begins in a conversation, and what it is called. */
import type { Texts } from '../i18n/texts.js';

export function isNewDay(before: number | undefined, at: number): boolean {
  return before !== undefined && new Date(before).toDateString() !== new Date(at).toDateString();
}

export function dayLabel(at: number, now: number, { today, yesterday, locale }: Texts): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return today;
  if (day.toDateString() === dayBefore(now).toDateString()) return yesterday;
  // A day of an earlier year needs its year, or last March would be taken for this March.
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...year }).format(day);
}

/** The same time of the day before: a day is not always 24 hours long. */
function dayBefore(now: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return day;
}
