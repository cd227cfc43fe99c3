/** When the people of an inbox answer: facts, by the clocks of the business's own place. What they mean is in opening-at.ts. */

/** A day of the week, as hours are written for it. */
export type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';

/** Beginning on the day that JavaScript counts as 0. */
export const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/** Days on which the week's hours don't hold. */
export interface BusinessHoursException {
  /** `2026-12-24`, in the business's own place. */
  readonly from: string;
  /** The last such day; default `from` alone. */
  readonly to?: string;
  /** As in `weekly`. `[]`: closed all day. */
  readonly hours: readonly string[];
}

/** When the people of an inbox answer, by the clocks of the business's own place. `openingAt` says what that means now. */
export interface BusinessHours {
  /** An IANA name, such as `Europe/Oslo`. */
  readonly timeZone: string;
  /**
   * `09:00-17:00`, any number a day. One that ends where it begins or before, such as `22:00-02:00`, ends on the next day;
   * `24:00` is the end of the day. Days that are missing are closed.
   */
  readonly weekly: Readonly<Partial<Record<Weekday, readonly string[]>>>;
  /** Days that differ; no day is in two of them. */
  readonly exceptions: readonly BusinessHoursException[];
}

/** From and to in minutes since the beginning of the day; `to` is larger than 1,440 when it is on the next one. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

const INTERVAL = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Null: it is not written as one, or ends where it begins. */
export function readInterval(written: string): Interval | null {
  const match = INTERVAL.exec(written);
  if (!match) return null;
  const minutes = (hour: string | undefined, minute: string | undefined): number => Number(hour) * 60 + Number(minute);
  const from = minutes(match[1], match[2]);
  const to = match[3] === undefined ? 1_440 : minutes(match[3], match[4]);
  if (from === to) return null;
  return { from, to: to > from ? to : to + 1_440 };
}
