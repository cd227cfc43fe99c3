// @vitest-environment happy-dom
/** The queue status of a visitor who waits for a person, and how often a screen reader announces it. */

import { type BusinessHours as Hours, LOCALES } from '@service/protocol';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessHours } from '../../src/handoff/business-hours.js';
import { businessHoursText, timeText } from '../../src/handoff/business-hours-text.js';
import { ANNOUNCE_EVERY_MS, announcementDelay } from '../../src/handoff/queue-announcements.js';
import { QueueStatus } from '../../src/handoff/queue-status.js';
import { topics as ar } from '../../src/i18n/ar.js';
import { topics } from '../../src/i18n/en.js';
import { TextsContext } from '../../src/ui/use-texts.js';
import { loadAllTexts } from '../support/load-all-texts.js';

const queued = (position: number | null, staffed = true) => ({ position, staffed });

describe('announcementDelay', () => {
  it('announces the first place, the last place and a change of staff at once, other changes once a minute', () => {
    expect(announcementDelay(null, queued(7), 0)).toBe(0);
    expect(announcementDelay(queued(7), queued(7), 10)).toBeNull();
    expect(announcementDelay(queued(7), queued(6), 10_000)).toBe(ANNOUNCE_EVERY_MS - 10_000);
    expect(announcementDelay(queued(7), queued(5), ANNOUNCE_EVERY_MS * 2)).toBe(0);
    expect(announcementDelay(queued(7), queued(1), 10)).toBe(0);
    expect(announcementDelay(queued(7), queued(7, false), 10)).toBe(0);
  });
});

const OFFICE: Hours = {
  timeZone: 'Europe/Oslo',
  weekly: { monday: ['09:00-17:00'], tuesday: ['09:00-17:00'] },
  exceptions: [],
};
/** Intl puts a narrow space before "AM". */
const withPlainSpaces = (text: string): string => text.replace(/\s/g, ' ');

describe('QueueStatus', () => {
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
  const show = async (
    queue: Props['queue'],
    language: 'en' | 'ar' = 'en',
    opening?: Props['opening'],
    hours: Props['hours'] = null,
    otherContact: Props['otherContact'] = undefined,
  ): Promise<void> => {
    const texts = await loadAllTexts({ language, locale: language });
    await act(() =>
      render(
        <TextsContext.Provider value={texts}>
          <QueueStatus queue={queue} opening={opening} hours={hours} otherContact={otherContact} />
        </TextsContext.Provider>,
        root,
      ),
    );
  };
  const shown = (): string => root.querySelector('.queue-status-text')?.textContent ?? '';
  const announced = (): string => root.querySelector('[aria-live]')?.textContent ?? '';
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  it('shows the place, that the visitor is next, and that no one is available', async () => {
    await show(queued(3));
    expect(shown()).toBe(`You are number 3 in line${topics.personSoon}`);
    await show(queued(1));
    expect(shown()).toBe(`You are next${topics.personSoon}`);
    await show(queued(1), 'en', undefined, 'Mon–Fri, 9–17');
    expect(shown()).toBe('You are nextSomeone will reply here. Our hours: Mon–Fri, 9–17.');
    await show(queued(2, false));
    expect(shown()).toContain('number 2');
    expect(shown()).toContain('No one is available right now.');
    await show(queued(1, false), 'en', undefined, 'Mon–Fri, 9–17', 'Write to post@shop.example.');
    expect(shown()).toMatch(
      /No one is available right now\..*Our hours: Mon–Fri, 9–17\.Write to post@shop\.example\.$/,
    );
    await show(null);
    expect(shown()).toBe(`Waiting for a person${topics.personSoon}`);
  });

  it('announces the first place, then the latest after a minute and none between', async () => {
    await show(queued(9));
    await pass(0);
    expect(announced()).toBe('You are number 9 in line');
    await show(queued(8));
    await pass(30_000);
    await show(queued(6));
    await pass(20_000);
    expect(announced()).toBe('You are number 9 in line');
    await pass(10_000);
    expect(announced()).toBe('You are number 6 in line');
    await show(queued(1));
    await pass(0);
    expect(announced()).toBe('You are next');
  });

  it('is in the language of the visitor, with its digits', async () => {
    await show(queued(12), 'ar');
    expect(shown()).toBe(ar.queue.inLine(new Intl.NumberFormat('ar').format(12)) + ar.personSoon);
  });

  it('shows outside business hours when people are back, and updates at that time', async () => {
    // Monday, 08:59 in Oslo.
    vi.setSystemTime(Date.parse('2026-01-12T07:59:00Z'));
    await show(queued(1, false), 'en', OFFICE);
    expect(shown()).toMatch(/You are next.*Closed now\. Back .*your time.*Your messages are saved/);
    expect(shown()).not.toContain('No one is available');
    vi.setSystemTime(Date.parse('2026-01-12T08:00:00Z'));
    await pass(60_000);
    expect(shown()).not.toContain('Closed');
    expect(shown()).toContain('No one is available right now.');
  });

  it('BusinessHours shows whether people answer now, and updates at the end of the hours', async () => {
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
    // An unknown time zone shows nothing and throws nothing.
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

describe('business hours as text', () => {
  const now = Date.parse('2026-01-09T20:00:00Z');
  const monday = Date.parse('2026-01-12T08:00:00Z');

  it('is in the time zone of the visitor, with the weekday for another day and the date for a later week', () => {
    const text = (at: number, zone: string, locale = 'en-GB') => withPlainSpaces(timeText(at, now, locale, zone));
    expect(text(Date.parse('2026-01-09T21:30:00Z'), 'Europe/Oslo')).toBe('22:30');
    expect(text(monday, 'Europe/Oslo')).toMatch(/^Monday.*9:00$/);
    expect(text(monday, 'America/New_York')).toMatch(/^Monday.*3:00$/);
    expect(text(monday, 'Pacific/Honolulu')).toMatch(/^Sunday.*22:00$/);
    expect(text(monday, 'Europe/Oslo', 'de')).toMatch(/^Montag.*0?9:00$/);
    expect(text(Date.parse('2026-01-26T08:00:00Z'), 'Europe/Oslo')).toMatch(/^Mon.*26 January.*9:00$/);
  });

  it.each(LOCALES)('has four sentences in %s', async (language) => {
    const texts = await loadAllTexts({ language, locale: language });
    const sentences = [true, false].flatMap((isOpen) =>
      [monday, null].map((changesAt) => businessHoursText({ isOpen, changesAt }, now, texts, 'UTC')),
    );
    expect(new Set(sentences).size).toBe(4);
    expect(sentences[0]).toContain(timeText(monday, now, language, 'UTC'));
    if (language !== 'en') expect(sentences.join(' ')).not.toMatch(/Open|Closed now|your time/);
  });
});
