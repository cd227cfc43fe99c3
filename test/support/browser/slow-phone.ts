/**
 * How many times slower a phone is than this machine at this moment. The phone is one that needs so long for a piece of work of
 * the kind that a chat's beginning is: code that nothing has run yet, elements, their style and layout. "Four times slower than
 * this machine" would be another phone on every machine, and on a busy one at every moment, whose processor's own clock counts
 * the waits for memory that its neighbours are using.
 */
import type { Browser, Page } from 'playwright-core';
import { longestTaskMs, traceOf } from './main-thread-trace.js';

/** What the phone needs for the piece of work: four times as much as a core of the machine in RESULTS.md when nobody disturbs it. */
const PHONE_MS = 32;
/** The best of so many counts: whatever else a machine does takes time away and gives none. */
const TIMES = 5;

/** On a page of the browser whose work is to be judged, and right after it. */
export async function timesSlowerThanHere(browser: Browser, page: Page): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    // Another text each time, or the browser would have it compiled already.
    const events = await traceOf(browser, page, () => page.evaluate(pieceOfWork(time)).then(() => undefined));
    const longest = longestTaskMs(events);
    // A record that began too late has only what came after.
    if (longest >= 1) best = Math.min(best, longest);
  }
  if (best === Number.POSITIVE_INFINITY) throw new Error('The piece of work is in no record of the browser.');
  return PHONE_MS / best;
}

function pieceOfWork(salt: number): string {
  const functions = Array.from(
    { length: 80 },
    (_, n) => `(a, b) => {
      const known = { a, b, both: [a + b, 'n${salt}-${n}'] };
      const said = Object.entries(known).map(([name, value]) => name + '=' + value).join(';');
      const element = document.createElement('p');
      element.className = 'c${n % 7}';
      element.style.setProperty('--n${n}', said);
      element.append(said, document.createElement('b'));
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
