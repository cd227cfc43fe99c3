/**
 * When people answer: by the clocks of the business, through the nights on which those jump, in any zone. What is claimed is
 * held against the wall there, minute by minute, as Intl writes it for people to read.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyRuns } from '../../../../test/support/runs/daily.js';
import { type BusinessHours, WEEKDAYS, type Weekday } from '../../src/inbox/business-hours.js';
import { getBusinessHoursStatus } from '../../src/inbox/business-hours-status.js';
import { instantOf, wallAt } from '../../src/inbox/zone-time.js';
import { openingSchema } from '../../src/schema/opening.js';

const at = (iso: string): number => Date.parse(iso);
const opening = (over: Partial<BusinessHours> = {}): BusinessHours => ({
  timeZone: 'Europe/Oslo',
  weekly: Object.fromEntries(WEEKDAYS.slice(1, 6).map((day) => [day, ['09:00-12:00', '13:00-17:00']])),
  exceptions: [],
  ...over,
});
const statusText = (of: BusinessHours, iso: string): string => {
  const { isOpen, changesAt } = getBusinessHoursStatus(of, at(iso));
  return `${isOpen ? 'open' : 'closed'} until ${changesAt === null ? 'an unknown time' : `${new Date(changesAt).toISOString().slice(0, 16)}Z`}`;
};

describe('people answer', () => {
  it('in the hours of the day, and not at lunch, at night or on Sundays', () => {
    // Monday, in winter: Oslo is an hour ahead of UTC.
    expect(statusText(opening(), '2026-01-12T07:59:59Z')).toBe('closed until 2026-01-12T08:00Z');
    expect(statusText(opening(), '2026-01-12T08:00:00Z')).toBe('open until 2026-01-12T11:00Z');
    expect(statusText(opening(), '2026-01-12T11:30:00Z')).toBe('closed until 2026-01-12T12:00Z');
    expect(statusText(opening(), '2026-01-16T16:00:00Z')).toBe('closed until 2026-01-19T08:00Z');
    // And in summer two.
    expect(statusText(opening(), '2026-07-13T07:00:00Z')).toBe('open until 2026-07-13T10:00Z');
  });

  it('past midnight, also into a day that is closed', () => {
    const night = opening({ weekly: { friday: ['22:00-02:00'] } });
    expect(statusText(night, '2026-01-16T21:00:00Z')).toBe('open until 2026-01-17T01:00Z');
    expect(statusText(night, '2026-01-17T00:59:00Z')).toBe('open until 2026-01-17T01:00Z');
    expect(statusText(night, '2026-01-17T01:00:00Z')).toBe('closed until 2026-01-23T21:00Z');
  });

  it('without a break where two days meet, and all the time', () => {
    const long = opening({ weekly: { friday: ['20:00-24:00'], saturday: ['00:00-03:00'] } });
    expect(statusText(long, '2026-01-16T22:59:00Z')).toBe('open until 2026-01-17T02:00Z');
    const always = opening({ weekly: Object.fromEntries(WEEKDAYS.map((day) => [day, ['00:00-24:00']])) });
    expect(statusText(always, '2026-01-16T22:59:00Z')).toBe('open until an unknown time');
  });

  it('otherwise on the days that are named, from the first to the last', () => {
    const feast = opening({
      exceptions: [
        { from: '2026-12-24', hours: ['09:00-12:00'] },
        { from: '2026-12-25', to: '2027-01-01', hours: [] },
      ],
    });
    expect(statusText(feast, '2026-12-24T10:00:00Z')).toBe('open until 2026-12-24T11:00Z');
    expect(statusText(feast, '2026-12-24T12:30:00Z')).toBe('closed until 2027-01-04T08:00Z');
    // Yesterday's hours that last past midnight are yesterday's.
    const night = opening({ weekly: { thursday: ['22:00-02:00'] }, exceptions: [{ from: '2026-12-25', hours: [] }] });
    expect(statusText(night, '2026-12-25T00:30:00Z')).toBe('open until 2026-12-25T01:00Z');
  });

  it('never again for all that is known, when a year is closed', () => {
    const gone = opening({ exceptions: [{ from: '2026-01-01', to: '2029-01-01', hours: [] }] });
    expect(statusText(gone, '2026-06-01T12:00:00Z')).toBe('closed until an unknown time');
  });

  it('from the moment of the jump when the clocks skip the hour they begin at', () => {
    const early = opening({ weekly: { sunday: ['02:30-04:00'] } });
    // 29 March 2026, 02:00 becomes 03:00, at 01:00 UTC.
    expect(statusText(early, '2026-03-29T00:59:00Z')).toBe('closed until 2026-03-29T01:00Z');
    expect(statusText(early, '2026-03-29T01:00:00Z')).toBe('open until 2026-03-29T02:00Z');
    expect(statusText(opening({ weekly: { sunday: ['02:10-02:50'] } }), '2026-03-29T00:00:00Z')).toBe(
      'closed until 2026-04-05T00:10Z',
    );
  });

  it('once when the clocks show the hour twice: the first counts', () => {
    // 25 October 2026, 03:00 becomes 02:00, at 01:00 UTC.
    const twice = opening({ weekly: { sunday: ['02:15-02:45'] } });
    expect(statusText(twice, '2026-10-25T00:20:00Z')).toBe('open until 2026-10-25T00:45Z');
    expect(statusText(twice, '2026-10-25T01:20:00Z')).toBe('closed until 2026-11-01T01:15Z');
    expect(statusText(opening({ weekly: { sunday: ['01:00-04:00'] } }), '2026-10-25T00:00:00Z')).toBe(
      'open until 2026-10-25T03:00Z',
    );
  });

  it('where a whole day was skipped: Samoa had no 30 December in 2011', () => {
    const samoa = opening({ timeZone: 'Pacific/Apia', weekly: { friday: ['09:00-17:00'], saturday: ['09:00-17:00'] } });
    expect(statusText(samoa, '2011-12-30T09:00:00Z')).toBe('closed until 2011-12-30T19:00Z');
  });
});

const ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.oneof(
  fc.constantFrom(...ZONES),
  // Half hours, jumps of half an hour, at midnight, and in the month of a feast.
  fc.constantFrom(
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Africa/Casablanca',
    'Asia/Beirut',
    'UTC',
  ),
);
const instant = fc
  .integer({ min: at('2000-01-01T00:00:00Z') / 1_000, max: at('2037-01-01T00:00:00Z') / 1_000 })
  .map((s) => s * 1_000);
const minutes = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
const clock = (of: number): string =>
  `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
/** Hours that don't overlap, the last of them maybe past midnight. */
const day = fc
  .tuple(fc.uniqueArray(minutes, { minLength: 0, maxLength: 4 }), fc.boolean())
  .map(([times, late]): string[] => {
    const [first, second, third, fourth] = times.sort((a, b) => a - b);
    const hours: string[] = [];
    if (first !== undefined && second !== undefined) hours.push(`${clock(first)}-${clock(second)}`);
    if (third !== undefined && fourth !== undefined) hours.push(`${clock(third)}-${late ? '24:00' : clock(fourth)}`);
    else if (third !== undefined) hours.push(`${clock(third)}-${clock(first as number)}`);
    return hours;
  });
const anyOpening = fc
  .record({
    timeZone: zone,
    weekly: fc.record(Object.fromEntries(WEEKDAYS.map((name) => [name, day])), { requiredKeys: [] }),
  })
  .map((each): BusinessHours => ({ ...each, exceptions: [] }));

describe('in any zone, at any time', () => {
  it('a time on the wall is found again, or is one that the clocks skip', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, now) => {
        const wall = wallAt(now, timeZone);
        const found = instantOf(wall, timeZone);
        // The first of two, where the wall shows it twice; and nothing earlier shows it or more.
        expect(found).toBeLessThanOrEqual(now);
        expect(wallAt(found, timeZone)).toBe(wall);
        expect(wallAt(found - 1_000, timeZone)).not.toBe(wall);
      }),
      { numRuns: dailyRuns(1_500) },
    );
  });

  it('stays the same until `changesAt`, and changes then', () => {
    fc.assert(
      fc.property(
        anyOpening,
        instant,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (of, now, part) => {
          const { isOpen, changesAt } = getBusinessHoursStatus(of, now);
          if (changesAt === null) return;
          expect(changesAt).toBeGreaterThan(now);
          const between = now + Math.floor(part * (changesAt - now));
          expect(getBusinessHoursStatus(of, between)).toEqual({ isOpen, changesAt });
          expect(getBusinessHoursStatus(of, changesAt).isOpen).toBe(!isOpen);
        },
      ),
      { numRuns: dailyRuns(1_000) },
    );
  });

  it('it agrees with the wall there as a person reads it, wherever the clocks do not jump nearby', () => {
    const open = new Map<string, number>([
      ['open', 0],
      ['closed', 0],
    ]);
    fc.assert(
      fc.property(anyOpening, instant, (of, now) => {
        const { timeZone } = of;
        const steady = [-30, 30].every(
          (h) => wallAt(now, timeZone) - now === wallAt(now + h * 3_600_000, timeZone) - now - h * 3_600_000,
        );
        if (!steady) return;
        const read = (when: number) => {
          const shown = new Intl.DateTimeFormat('en-GB', {
            timeZone,
            weekday: 'long',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }).formatToParts(when);
          const part = (type: string): string => shown.find((each) => each.type === type)?.value ?? '';
          return {
            weekday: part('weekday').toLowerCase() as Weekday,
            clock: `${part('hour')}:${part('minute')}`,
          };
        };
        const today = read(now);
        const yesterday = WEEKDAYS[(WEEKDAYS.indexOf(today.weekday) + 6) % 7] as Weekday;
        const isIn = (hours: readonly string[] = [], test: (from: string, to: string) => boolean): boolean =>
          hours.some((each) => test(...(each.split('-') as [string, string])));
        const expected =
          isIn(of.weekly[today.weekday], (from, to) => from <= today.clock && (today.clock < to || to <= from)) ||
          isIn(of.weekly[yesterday], (from, to) => to <= from && today.clock < to);
        const { isOpen } = getBusinessHoursStatus(of, now);
        open.set(isOpen ? 'open' : 'closed', (open.get(isOpen ? 'open' : 'closed') ?? 0) + 1);
        expect(isOpen).toBe(expected);
      }),
      { numRuns: dailyRuns(1_500) },
    );
    // Neither was tested by the other alone.
    for (const times of open.values()) expect(times).toBeGreaterThan(20);
  });
});

describe('what an operator writes', () => {
  const problems = (written: object): readonly string[] =>
    openingSchema
      .safeParse({ ...opening(), ...written })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

  it('is taken when it makes sense', () => {
    expect(problems({})).toEqual([]);
    expect(
      problems({ weekly: { friday: ['22:00-02:00', '08:00-12:00'] }, timeZone: 'America/Argentina/Buenos_Aires' }),
    ).toEqual([]);
  });

  it.each([
    [{ timeZone: 'Oslo' }, 'timeZone must be a time zone such as "Europe/Oslo"'],
    [{ timeZone: '+02:00' }, 'timeZone must be a time zone such as "Europe/Oslo"'],
    [
      { weekly: { monday: ['9-17'] } },
      'weekly.monday.0 must be hours such as "09:00-17:00", or "00:00-24:00" for all day',
    ],
    [
      { weekly: { monday: ['09:00-09:00'] } },
      'weekly.monday.0 must be hours such as "09:00-17:00", or "00:00-24:00" for all day',
    ],
    [
      { weekly: { monday: ['09:00-12:00', '11:00-17:00'] } },
      'weekly.monday has hours that overlap: write each hour once',
    ],
    [
      { weekly: { monday: ['22:00-02:00', '23:00-24:00'] } },
      'weekly.monday has hours that overlap: write each hour once',
    ],
    [{ weekly: { monday: [] } }, 'weekly must have hours on one day at least: without any, leave "opening" out'],
    [{ exceptions: [{ from: '2026-02-30', hours: [] }] }, 'exceptions.0.from must be a day such as "2026-12-24"'],
    [
      { exceptions: [{ from: '2026-03-02', to: '2026-03-01', hours: [] }] },
      'exceptions.0.to must not be before "from"',
    ],
    [
      {
        exceptions: [
          { from: '2026-03-01', to: '2026-03-09', hours: [] },
          { from: '2026-03-09', hours: [] },
        ],
      },
      'exceptions.1.from is a day that an exception above has already',
    ],
  ])('is refused with what to write instead: %j', (written, problem) => {
    expect(problems(written)).toEqual([problem]);
  });
});
