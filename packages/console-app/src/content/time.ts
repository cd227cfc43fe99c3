const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** `at` and `now` in Unix milliseconds: "3 min. ago", in the reader's language. */
export function agoOf(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
  const [unit, ms] = units.find(([, length]) => now - at >= length) ?? units[2];
  return format.format(-Math.floor((now - at) / ms), unit);
}

/** Day and time, in the reader's language. `at` in Unix milliseconds. */
export const dayOf = (at: number): string =>
  new Date(at).toLocaleString(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const clockOf = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

/** `at`, in Unix milliseconds, by the clocks of a time zone. Null: there is no such zone. */
export function timeIn(timeZone: string, at: number): string | null {
  try {
    return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', timeZone });
  } catch {
    return null;
  }
}
