/** What the tabs of a simulated browser share: one storage, one clock that is turned by hand, and locks. */
import type { KeyValueStorage, Ports } from '../../src/platform/ports.js';

export interface SharedByTabs {
  readonly storage: Map<string, string>;
  /** Who wants to hear of which key; `tab` is not told of what it writes itself. */
  readonly watching: { readonly tab: object; readonly key: string; readonly tell: (value: string | null) => void }[];
  readonly locks: Map<string, Promise<unknown>>;
  now: number;
  timers: { readonly at: number; readonly run: () => void }[];
}

export const clockOf = (browser: SharedByTabs): Ports['clock'] => ({
  now: () => browser.now,
  after(ms, run) {
    const timer = { at: browser.now + ms, run };
    browser.timers.push(timer);
    return () => {
      browser.timers = browser.timers.filter((each) => each !== timer);
    };
  },
});

/** The storage as `tab` has it. */
export const keeperOf = (browser: SharedByTabs, tab: object): KeyValueStorage => ({
  durable: true,
  get: (key) => browser.storage.get(key) ?? null,
  set: (key, value) => {
    const isNews = browser.storage.get(key) !== value;
    browser.storage.set(key, value);
    if (isNews) tellTabs(browser, tab, key, value);
    return true;
  },
  remove: (key) => {
    if (browser.storage.delete(key)) tellTabs(browser, tab, key, null);
  },
  keys: (prefix) => [...browser.storage.keys()].filter((key) => key.startsWith(prefix)),
  watch: (key, tell) => {
    const mine = { tab, key, tell };
    browser.watching.push(mine);
    return () => void browser.watching.splice(browser.watching.indexOf(mine), 1);
  },
});

/** As browsers do: a moment later, and everybody but the one who wrote it. */
function tellTabs(browser: SharedByTabs, tab: object, key: string, value: string | null): void {
  for (const each of [...browser.watching])
    if (each.tab !== tab && each.key === key) queueMicrotask(() => each.tell(value));
}

/** One tab after the other, also when the work of one fails. */
export function aloneIn(browser: SharedByTabs): Ports['tabs']['alone'] {
  return async (name, work) => {
    const before = browser.locks.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    browser.locks.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  };
}
