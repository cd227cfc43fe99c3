/**
 * Whether people answer at an instant, and when that changes. Pure, and the same on the server and in every browser. Hours
 * that meet, also at midnight, are one; what a jump of the clocks does to them follows from zone-time.ts.
 */
import { type BusinessHours, type Interval, readInterval, WEEKDAYS, type Weekday } from './business-hours.js';
import { dateOf, dayOf, instantOf, wallAt, wallOf } from './zone-time.js';

/** Whether people answer at an instant, and for how long that stays so. */
export interface BusinessHoursStatus {
  /** True: they answer. */
  readonly isOpen: boolean;
  /** When it closes, or opens again: Unix milliseconds. Null: not within a year, or, while it is open, not within a week. */
  readonly changesAt: number | null;
}

const CLOSED_DAYS = 366;
const WEEK_MS = 7 * 86_400_000;

/** @throws RangeError when this platform doesn't know the time zone. */
export function getBusinessHoursStatus(opening: BusinessHours, instant: number): BusinessHoursStatus {
  const { timeZone } = opening;
  const today = dayOf(wallAt(instant, timeZone));
  let from = Number.NaN;
  let to = Number.NEGATIVE_INFINITY;
  const now = (): BusinessHoursStatus => {
    const isOpen = from <= instant;
    const changesAt = isOpen ? to : from;
    return { isOpen, changesAt: isOpen && changesAt - instant > WEEK_MS ? null : changesAt };
  };
  // Yesterday's may last until today, and the day before that where a jump has left out a day.
  for (let day = today - 2; day <= today + CLOSED_DAYS; day++) {
    for (const interval of intervalsOn(opening, day)) {
      const begins = instantOf(wallOf(day, interval.from), timeZone);
      const ends = instantOf(wallOf(day, interval.to), timeZone);
      // All of it was skipped.
      if (ends <= begins) continue;
      if (begins > to) {
        if (to > instant) return now();
        from = begins;
      }
      to = Math.max(to, ends);
    }
    if (to - instant > WEEK_MS && from <= instant) return now();
  }
  return to > instant ? now() : { isOpen: false, changesAt: null };
}

function intervalsOn({ weekly, exceptions }: BusinessHours, day: number): readonly Interval[] {
  const date = dateOf(day);
  const special = exceptions.find(({ from, to = from }) => from <= date && date <= to);
  // 1970-01-01 was a Thursday.
  const weekday = WEEKDAYS[(((day + 4) % 7) + 7) % 7] as Weekday;
  const written = special?.hours ?? weekly[weekday] ?? [];
  return written.flatMap((each) => readInterval(each) ?? []).sort((a, b) => a.from - b.from);
}
