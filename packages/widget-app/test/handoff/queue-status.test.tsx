// @vitest-environment happy-dom
/** What a visitor who waits for a person sees, and how seldom they hear of it. */

import { type BusinessHours as Hours, LOCALES } from '@service/protocol';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessHours } from '../../src/handoff/business-hours.js';
import { businessHoursText, timeText } from '../../src/handoff/business-hours-text.js';
import { ANNOUNCE_EVERY_MS, announcementDelay } from '../../src/handoff/queue-announcements.js';
import { QueueStatus } from '../../src/handoff/queue-status.js';
import { topics as ar } from '../../src/i18n/ar.js';
import { TextsContext } from '../../src/ui/use-texts.js';
import { loadAllTexts } from '../support/load-all-texts.js';

const standing = (place: number | null, attended = true) => ({ position: place, staffed: attended });

describe('a place is said', () => {
  it('at first, when one is next, when somebody comes or goes, and else once in a while', () => {
    expect(announcementDelay(null, standing(7), 0)).toBe(0);
    expect(announcementDelay(standing(7), standing(7), 10)).toBeNull();
    expect(announcementDelay(standing(7), standing(6), 10_000)).toBe(ANNOUNCE_EVERY_MS - 10_000);
    expect(announcementDelay(standing(7), standing(5), ANNOUNCE_EVERY_MS * 2)).toBe(0);
    expect(announcementDelay(standing(7), standing(1), 10)).toBe(0);
    expect(announcementDelay(standing(7), standing(7, false), 10)).toBe(0);
  });
});

const OFFICE: Hours = {
  timeZone: 'Europe/Oslo',
  weekly: { monday: ['09:00-17:00'], tuesday: ['09:00-17:00'] },
  exceptions: [],
};
/** As Intl puts a narrow space before "AM". */
const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('who waits', () => {
  let root: HTMLElement;
  beforeEach(() => {
    vi.useFakeTimers();
    root = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    render(null, root);
    root.remove();
    vi.useRealTimers();
  });
  type Props = Parameters<typeof QueueStatus>[0];
  const show = async (line: Props['line'], language: 'en' | 'ar' = 'en', opening?: Props['opening']): Promise<void> => {
    const texts = await loadAllTexts({ language, locale: language });
    await act(() =>
      render(
        <TextsContext.Provider value={texts}>
          <QueueStatus line={line} opening={opening} />
        </TextsContext.Provider>,
        root,
      ),
    );
  };
  const seen = (): string => root.querySelector('.queue-status-text')?.textContent ?? '';
  const heard = (): string => root.querySelector('[aria-live]')?.textContent ?? '';
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  it('sees the place, that they are next, and that nobody is there', async () => {
    await show(standing(3));
    expect(seen()).toBe('You are number 3 in line');
    await show(standing(1));
    expect(seen()).toBe('You are next');
    await show(standing(2, false));
    expect(seen()).toContain('number 2');
    expect(seen()).toContain('No one is available right now.');
    await show(null);
    expect(seen()).toBe('Waiting for a person');
  });

  it('hears the first place, then the latest after a minute and not those between', async () => {
    await show(standing(9));
    await pass(0);
    expect(heard()).toBe('You are number 9 in line');
    await show(standing(8));
    await pass(30_000);
    await show(standing(6));
    await pass(20_000);
    expect(heard()).toBe('You are number 9 in line');
    await pass(10_000);
    expect(heard()).toBe('You are number 6 in line');
    await show(standing(1));
    await pass(0);
    expect(heard()).toBe('You are next');
  });

  it('is told in their language, with its digits', async () => {
    await show(standing(12), 'ar');
    expect(seen()).toBe(ar.queue.inLine(new Intl.NumberFormat('ar').format(12)));
  });

  it('sees outside of the hours when people are back, and when that moment comes that they are', async () => {
    // Monday, 08:59 in Oslo.
    vi.setSystemTime(Date.parse('2026-01-12T07:59:00Z'));
    await show(standing(1, false), 'en', OFFICE);
    expect(seen()).toMatch(/You are next.*Closed now\. Back .*your time.*Your messages are saved/);
    expect(seen()).not.toContain('No one is available');
    vi.setSystemTime(Date.parse('2026-01-12T08:00:00Z'));
    await pass(60_000);
    expect(seen()).not.toContain('Closed');
    expect(seen()).toContain('No one is available right now.');
  });

  it('is told beside the offer whether people answer now, and it turns with the hour', async () => {
    const texts = await loadAllTexts({ language: 'en', locale: 'en' });
    vi.setSystemTime(Date.parse('2026-01-12T15:59:30Z'));
    await act(() =>
      render(
        <TextsContext.Provider value={texts}>
          <BusinessHours opening={OFFICE} />
        </TextsContext.Provider>,
        root,
      ),
    );
    expect(root.textContent).toMatch(/^Open now, until /);
    vi.setSystemTime(Date.parse('2026-01-12T16:00:00Z'));
    await pass(30_000);
    expect(root.textContent).toMatch(/^Closed now\. Back /);
    // A zone that this browser has never heard of says nothing, and breaks nothing.
    await act(() =>
      render(
        <TextsContext.Provider value={texts}>
          <BusinessHours opening={{ ...OFFICE, timeZone: 'Moon/Tycho' }} />
        </TextsContext.Provider>,
        root,
      ),
    );
    expect(root.textContent).toBe('');
  });
});

describe('an hour in words', () => {
  const now = Date.parse('2026-01-09T20:00:00Z');
  const monday = Date.parse('2026-01-12T08:00:00Z');

  it('is the visitor’s own, with the day when it is another, and the date when it is far', () => {
    const words = (at: number, zone: string, locale = 'en-GB') => plain(timeText(at, now, locale, zone));
    expect(words(Date.parse('2026-01-09T21:30:00Z'), 'Europe/Oslo')).toBe('22:30');
    expect(words(monday, 'Europe/Oslo')).toMatch(/^Monday.*9:00$/);
    expect(words(monday, 'America/New_York')).toMatch(/^Monday.*3:00$/);
    expect(words(monday, 'Pacific/Honolulu')).toMatch(/^Sunday.*22:00$/);
    expect(words(monday, 'Europe/Oslo', 'de')).toMatch(/^Montag.*0?9:00$/);
    expect(words(Date.parse('2026-01-26T08:00:00Z'), 'Europe/Oslo')).toMatch(/^Mon.*26 January.*9:00$/);
  });

  it.each(LOCALES)('is said in %s', async (language) => {
    const texts = await loadAllTexts({ language, locale: language });
    const said = [true, false].flatMap((isOpen) =>
      [monday, null].map((changesAt) => businessHoursText({ isOpen, changesAt }, now, texts, 'UTC')),
    );
    expect(new Set(said).size).toBe(4);
    expect(said[0]).toContain(timeText(monday, now, language, 'UTC'));
    if (language !== 'en') expect(said.join(' ')).not.toMatch(/Open|Closed now|your time/);
  });
});
