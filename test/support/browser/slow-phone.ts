/**
 * How many times slower a phone is than this machine at this moment. The phone is defined by the time that it needs for a
 * reference workload that resembles the start of the chat: code that has not run yet, elements, their style and layout.
 * A fixed factor ("four times slower than this machine") would mean a different phone on every machine. On a busy machine it
 * would also change all the time, because CPU time includes waits for memory that other programs use.
 */
import type { Browser, Page } from 'playwright-core';
import { longestTaskMs, recordTrace } from './main-thread-trace.js';

/** The phone's CPU time for the workload: four times that of an idle core of the machine in RESULTS.md. */
const PHONE_MS = 32;
/** The fastest of so many runs counts: other load can only make a run slower. */
const TIMES = 5;

/** Call with a page of the measured browser, right after the measurement. */
export async function phoneSlowdown(browser: Browser, page: Page): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    // A different text each time, or the browser would have it compiled already.
    const events = await recordTrace(browser, page, () => page.evaluate(workload(time)).then(() => undefined));
    const longest = longestTaskMs(events);
    // A trace that started too late lacks the workload.
    if (longest >= 1) best = Math.min(best, longest);
  }
  if (best === Number.POSITIVE_INFINITY) throw new Error('The workload is in no trace of the browser.');
  return PHONE_MS / best;
}

function workload(salt: number): string {
  const functions = Array.from(
    { length: 80 },
    (_, n) => `(a, b) => {
      const known = { a, b, both: [a + b, 'n${salt}-${n}'] };
      const text = Object.entries(known).map(([name, value]) => name + '=' + value).join(';');
      const element = document.createElement('p');
      element.className = 'c${n % 7}';
      element.style.setProperty('--n${n}', text);
      element.append(text, document.createElement('b'));
      return element;
    }`,
  );
  return `{
    const place = document.createElement('div');
    [${functions.join(',')}].forEach((make, n) => place.append(make(n, n + ${salt})));
    document.body.append(place);
    place.getBoundingClientRect();
    place.remove();
  }`;
}
