/** Days, weeks, months and years by the clocks of a place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonOf, TIME_RANGES } from '../../dist/router/admin/time-range.js';

const at = (time: string): number => Date.parse(time);
const shown = ({ from, to }: { from: number; to: number }): string[] =>
  [from, to].map((each) => new Date(each).toISOString().slice(0, 16));

describe('at noon of Wednesday, 25 November 2026, in Oslo', () => {
  const now = at('2026-11-25T11:00:00Z');
  it.each([
    ['today', ['2026-11-24T23:00', '2026-11-25T11:00'], ['2026-11-23T23:00', '2026-11-24T11:00'], 'yesterday', 12],
    [
      'yesterday',
      ['2026-11-23T23:00', '2026-11-24T23:00'],
      ['2026-11-22T23:00', '2026-11-23T23:00'],
      'day_before_yesterday',
      24,
    ],
    ['this_week', ['2026-11-22T23:00', '2026-11-25T11:00'], ['2026-11-15T23:00', '2026-11-18T11:00'], 'last_week', 3],
    [
      'last_week',
      ['2026-11-15T23:00', '2026-11-22T23:00'],
      ['2026-11-08T23:00', '2026-11-15T23:00'],
      'week_before_last',
      7,
    ],
    [
      'this_month',
      ['2026-10-31T23:00', '2026-11-25T11:00'],
      ['2026-09-30T22:00', '2026-10-25T11:00'],
      'last_month',
      25,
    ],
    [
      'last_month',
      ['2026-09-30T22:00', '2026-10-31T23:00'],
      ['2026-08-31T22:00', '2026-09-30T22:00'],
      'month_before_last',
      31,
    ],
    ['this_year', ['2025-12-31T23:00', '2026-11-25T11:00'], ['2024-12-31T23:00', '2025-11-25T11:00'], 'last_year', 11],
    [
      'last_year',
      ['2024-12-31T23:00', '2025-12-31T23:00'],
      ['2023-12-31T23:00', '2024-12-31T23:00'],
      'year_before_last',
      12,
    ],
  ] as const)('%s', (range, current, previous, name, parts) => {
    const comparison = comparisonOf(range, now, 'Europe/Oslo');
    expect(shown(comparison.current)).toEqual(current);
    expect(shown(comparison.previous)).toEqual(previous);
    expect(comparison.name).toBe(name);
    expect(comparison.parts).toHaveLength(parts);
  });
});

it('has a day of 23 hours where a clock jumps ahead', () => {
  const { current } = comparisonOf('yesterday', at('2026-03-30T10:00:00Z'), 'Europe/Oslo');
  expect(current.to - current.from).toBe(23 * 3_600_000);
});

it('compares the end of a long month with the whole of a short one', () => {
  const { current, previous } = comparisonOf('this_month', at('2026-03-31T12:00:00Z'), 'UTC');
  expect(shown(current)).toEqual(['2026-03-01T00:00', '2026-03-31T12:00']);
  expect(shown(previous)).toEqual(['2026-02-01T00:00', '2026-03-01T00:00']);
});

it('at any moment, in any place, the parts follow each other from the beginning, and what is compared lies before', () => {
  const zones = ['UTC', 'Europe/Oslo', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'Australia/Lord_Howe'];
  fc.assert(
    fc.property(
      fc.integer({ min: at('2001-01-01'), max: at('2050-01-01') }),
      fc.constantFrom(...zones),
      fc.constantFrom(...TIME_RANGES),
      (now, zone, range) => {
        const { current, previous, parts } = comparisonOf(range, now, zone);
        expect(previous.from).toBeLessThan(current.from);
        expect(previous.to).toBeLessThanOrEqual(current.from);
        expect(current.to).toBeLessThanOrEqual(now);
        if (parts.length > 0) expect(parts[0]?.from).toBe(current.from);
        for (const [i, part] of parts.entries()) if (i > 0) expect(part.from).toBe(parts[i - 1]?.to);
        expect(parts.at(-1)?.to ?? current.to).toBeGreaterThanOrEqual(Math.floor(current.to / 1_000) * 1_000);
      },
    ),
  );
});
