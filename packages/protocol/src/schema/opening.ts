/** Schema of an inbox's opening hours, as its operator writes them. Each problem says which one it is and what to write. */

import * as z from 'zod';
import { type BusinessHours, readInterval } from '../inbox/business-hours.js';
import { HOURS_LIMITS } from '../limits.js';
import type { Same } from './same-type.js';

const interval = z
  .string()
  .refine(
    (written) => readInterval(written) !== null,
    'must be hours such as "09:00-17:00", or "00:00-24:00" for all day',
  );

const day = z
  .array(interval)
  .max(HOURS_LIMITS.intervalsPerDay)
  .superRefine((written, context) => {
    const read = written.flatMap((each) => readInterval(each) ?? []).sort((a, b) => a.from - b.from);
    const meets = read.find(({ from }, i) => i > 0 && from < (read[i - 1]?.to ?? 0));
    if (meets) context.addIssue({ code: 'custom', message: 'has hours that overlap: write each hour once' });
  });

const date = z.string().refine(isDate, 'must be a day such as "2026-12-24"');

const exception = z
  .strictObject({ from: date, to: date.exactOptional(), hours: day })
  .refine(({ from, to }) => to === undefined || from <= to, { path: ['to'], message: 'must not be before "from"' });

export const openingSchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as "Europe/Oslo"'),
  weekly: z
    .strictObject({
      monday: day.exactOptional(),
      tuesday: day.exactOptional(),
      wednesday: day.exactOptional(),
      thursday: day.exactOptional(),
      friday: day.exactOptional(),
      saturday: day.exactOptional(),
      sunday: day.exactOptional(),
    })
    .refine(
      (week) => Object.values(week).some((hours) => hours.length > 0),
      'must have hours on one day at least: without any, leave "opening" out',
    ),
  exceptions: z
    .array(exception)
    .max(HOURS_LIMITS.exceptions)
    .superRefine((all, context) => {
      all.forEach(({ from, to = from }, i) => {
        if (all.slice(0, i).some((other) => other.from <= to && from <= (other.to ?? other.from)))
          context.addIssue({
            code: 'custom',
            path: [i, 'from'],
            message: 'is a day that an exception above has already',
          });
      });
    })
    .default([]),
});

/** A name, because an offset such as `+02:00` knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isDate(written: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return false;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written);
}

true satisfies Same<z.infer<typeof openingSchema>, BusinessHours>;
