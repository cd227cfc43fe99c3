/** Days, weeks, months and years on the clocks of a place, and what each is compared with. Pure. */
import { instantOf, wallAt } from '@service/protocol/schema';

export const TIME_RANGES = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

/** Unix milliseconds; the first moment is of it, the last not. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A part of a period, by its name: an hour, a day or a month. */
export interface NamedPeriod extends Period {
  readonly name: string;
}

export interface Comparison {
  readonly current: Period;
  /** The period before; of one that still runs, as much of the one before as has passed of this. */
  readonly previous: Period;
  /** What `previous` is called. */
  readonly name: string;
  readonly parts: readonly NamedPeriod[];
}

type Unit = 'day' | 'week' | 'month' | 'year';
const RANGES: Readonly<Record<TimeRange, { readonly unit: Unit; readonly back: 0 | 1; readonly before: string }>> = {
  today: { unit: 'day', back: 0, before: 'yesterday' },
  yesterday: { unit: 'day', back: 1, before: 'day_before_yesterday' },
  this_week: { unit: 'week', back: 0, before: 'last_week' },
  last_week: { unit: 'week', back: 1, before: 'week_before_last' },
  this_month: { unit: 'month', back: 0, before: 'last_month' },
  last_month: { unit: 'month', back: 1, before: 'month_before_last' },
  this_year: { unit: 'year', back: 0, before: 'last_year' },
  last_year: { unit: 'year', back: 1, before: 'year_before_last' },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = 1;

/** `timeZone`: of the IANA list. A week begins on Monday. */
export function comparisonOf(range: TimeRange, now: number, timeZone: string): Comparison {
  const { unit, back, before } = RANGES[range];
  const wall = wallAt(now, timeZone);
  const start = startOf(unit, wall, back);
  const end = back === 0 ? wall : startOf(unit, wall, back - 1);
  const previousStart = startOf(unit, wall, back + 1);
  const previousEnd = back === 0 ? Math.min(previousStart + (wall - start), start) : start;
  const at = (wall: number): number => instantOf(wall, timeZone);
  const to = back === 0 ? now : at(end);
  return {
    current: { from: at(start), to },
    previous: { from: at(previousStart), to: at(previousEnd) },
    name: before,
    parts: partsOf(unit, start, end).map(({ name, from, to }) => ({ name, from: at(from), to: at(to) })),
  };
}

/** The beginning of the unit that is `back` before the one of `wall`. What the clock shows, as if it were UTC. */
function startOf(unit: Unit, wall: number, back: number): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'day':
      return Date.UTC(year, month, day - back);
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 7 - MONDAY) % 7) - 7 * back);
    case 'month':
      return Date.UTC(year, month - back);
    case 'year':
      return Date.UTC(year - back, 0);
  }
}

function partsOf(unit: Unit, start: number, end: number): readonly NamedPeriod[] {
  const parts: NamedPeriod[] = [];
  const next = (from: number): number =>
    unit === 'day' ? from + HOUR_MS : unit === 'year' ? startOf('month', from, -1) : from + DAY_MS;
  const nameOf = (from: number): string => {
    const text = new Date(from).toISOString();
    return unit === 'day' ? text.slice(11, 16) : unit === 'year' ? text.slice(0, 7) : text.slice(0, 10);
  };
  for (let from = start; from < end; from = next(from)) parts.push({ name: nameOf(from), from, to: next(from) });
  return parts;
}
