/** Whether people answer now, as a sentence in the visitor's language and time zone. */
import type { BusinessHoursStatus } from '@service/protocol';
import type { Texts } from '../i18n/texts.js';

const NEAR_MS = 6 * 86_400_000;

/** `now`: Unix milliseconds. `timeZone`: default the browser's own. */
export function businessHoursText(opening: BusinessHoursStatus, now: number, texts: Texts, timeZone?: string): string {
  const { isOpen, changesAt } = opening;
  const words = texts.hours;
  if (changesAt === null) return isOpen ? words.open : words.closed;
  const when = timeText(changesAt, now, texts.locale, timeZone);
  return isOpen ? words.openUntil(when) : words.closedUntil(when);
}

/** Today: the time. In the next days: with the weekday. Later: with the date. */
export function timeText(at: number, now: number, locale: string, timeZone?: string): string {
  const written = (options: Intl.DateTimeFormatOptions, time = at): string =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) }).format(time);
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  if (written(day) === written(day, now)) return written(clock);
  if (at - now < NEAR_MS) return written({ weekday: 'long', ...clock });
  return written({ weekday: 'short', day: 'numeric', month: 'long', ...clock });
}
