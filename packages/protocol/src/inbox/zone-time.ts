/**
 * Instants and the clocks on the wall of a place, by the zone rules that the platform has (Intl). Clocks jump: a time on the
 * wall may not exist, or exist twice. The rule here: what is skipped is the moment of the jump, and of two the first counts.
 */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** No place is further from UTC. */
const FURTHEST_MS = 15 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when the platform knows no such zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(timeZone, made);
  return made;
}

/** What the wall there shows, as if it were UTC. Unix milliseconds in and out; whole seconds. @throws RangeError as above. */
export function wallAt(instant: number, timeZone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first moment at which the wall there shows `wall` or later. @throws RangeError as above. */
export function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number): number => wallAt(instant, timeZone) - instant;
  const candidates = [wall - offset(wall - FURTHEST_MS), wall - offset(wall + FURTHEST_MS)].sort((a, b) => a - b);
  for (const each of candidates) if (wallAt(each, timeZone) === wall) return each;
  // Skipped: the jump lies between the two.
  let [before, after] = candidates as [number, number];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (wallAt(middle, timeZone) < wall) before = middle;
    else after = middle;
  }
  return after;
}

/** The day on the wall as days since 1970-01-01. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MS);
/** Minutes since the beginning of that day, as what the wall shows. */
export const wallOf = (day: number, minutes: number): number => day * DAY_MS + minutes * MINUTE_MS;
/** `2026-12-24` of a day. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
