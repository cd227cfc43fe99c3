// @vitest-environment happy-dom
/** The page that is reported to a chat: at once, after navigation within the document, and not more often than is useful. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageAddress } from '../../src/embed/visitor/page-address.js';
import { type PageInfo, readPageInfo } from '../../src/embed/visitor/page-info.js';
import { watchPage } from '../../src/embed/visitor/watch-page.js';

const SETTLE_MS = 2_000;
const reported: (PageInfo | null)[] = [];
let stop = (): void => undefined;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  reported.length = 0;
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  go('https://shop.example/shoes?size=42#red', 'Shoes');
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const watch = (addressOf?: (href: string) => string): void => {
  stop = watchPage((page) => reported.push(page), addressOf);
};
function go(url: string, title: string): void {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
  document.title = title;
}
const titles = (): readonly (string | undefined)[] => reported.map((page) => page?.title);

describe('the page', () => {
  it('is reported at once, with language and time zone, and of its address what is wanted', () => {
    watch(pageAddress);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(reported).toEqual([
      { url: 'https://shop.example/shoes', title: 'Shoes', language: navigator.language, timeZone },
    ]);
  });

  it('is reported with its whole address by default', () => {
    watch();
    expect(reported[0]?.url).toBe('https://shop.example/shoes?size=42#red');
  });

  it.each([
    ['https://search.example/find?q=secret', 'https://search.example'],
    ['https://shop.example/', undefined],
    ['', undefined],
  ])('that was reached from %j came from %j', (referrer, origin) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
    watch();
    expect(reported[0]?.referrer).toBe(origin);
  });

  it('is reported once more after a navigation within the document, when the title has settled', async () => {
    watch();
    go('https://shop.example/boots', 'Shoes');
    window.dispatchEvent(new Event('popstate'));
    await vi.advanceTimersByTimeAsync(SETTLE_MS / 2);
    document.title = 'Boots';
    expect(reported).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(reported.slice(1)).toMatchObject([{ url: 'https://shop.example/boots', title: 'Boots' }]);
  });

  it('is reported at most every two seconds, and as it is at last, however often it changes', async () => {
    watch();
    for (let at = 1; at <= 100; at++) {
      document.title = `Shoe ${at}`;
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(titles().at(-1)).toBe('Shoe 100');
    expect(reported.length).toBeLessThanOrEqual(7);
  });

  it('is reported before the visitor can write into the chat that they turn to', async () => {
    watch();
    document.title = 'Boots';
    window.dispatchEvent(new Event('blur'));
    expect(titles()).toEqual(['Shoes', 'Boots']);
    await vi.advanceTimersByTimeAsync(10 * SETTLE_MS);
    expect(reported).toHaveLength(2);
  });

  it('is none while it is hidden, and reported again when the visitor is back', async () => {
    watch();
    hidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    document.title = '(2) Shoes';
    await vi.advanceTimersByTimeAsync(10 * SETTLE_MS);
    document.title = 'Shoes';
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(titles()).toEqual(['Shoes', undefined, 'Shoes']);
  });

  it('is not reported after the end, and leaves no timer behind', async () => {
    watch();
    document.title = 'Boots';
    await vi.advanceTimersByTimeAsync(1);
    stop();
    document.title = 'Hats';
    window.dispatchEvent(new Event('popstate'));
    window.dispatchEvent(new Event('blur'));
    await vi.advanceTimersByTimeAsync(10 * SETTLE_MS);
    expect(titles()).toEqual(['Shoes']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what a program says of its page', () => {
  it.each([
    [null, null],
    ['page', null],
    [{}, { url: '', title: '' }],
    [
      { url: 7, title: null, language: {} },
      { url: '', title: '' },
    ],
    [
      { url: 'u'.repeat(2_049), title: 't'.repeat(300) },
      { url: '', title: 't'.repeat(256) },
    ],
    [
      { url: 'a', title: 'b', referrer: 'r'.repeat(257), timeZone: 'UTC', more: 1 },
      { url: 'a', title: 'b', timeZone: 'UTC' },
    ],
    [
      { url: 'a', title: `${'t'.repeat(255)}👟 Shoes` },
      { url: 'a', title: 't'.repeat(255) },
    ],
  ])('is read as plain data of bounded sizes: %j', (given, expected) => {
    expect(readPageInfo(given)).toEqual(expected);
  });
});
