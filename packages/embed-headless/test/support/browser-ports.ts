/** What the tabs of a simulated browser share: storage, a clock that the test advances, and locks. */
import type { KeyValueStorage, Ports } from '../../src/platform/ports.js';

export interface SharedByTabs {
  readonly storage: Map<string, string>;
  /** Listeners for changes of a key. A `tab` gets no event for its own writes. */
  readonly watching: {
    readonly tab: object;
    readonly key: string;
    readonly listener: (value: string | null) => void;
  }[];
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

/** The storage as `tab` sees it. */
export const storageOf = (browser: SharedByTabs, tab: object): KeyValueStorage => ({
  durable: true,
  get: (key) => browser.storage.get(key) ?? null,
  set: (key, value) => {
    const isChanged = browser.storage.get(key) !== value;
    browser.storage.set(key, value);
    if (isChanged) notifyTabs(browser, tab, key, value);
    return true;
  },
  remove: (key) => {
    if (browser.storage.delete(key)) notifyTabs(browser, tab, key, null);
  },
  keys: (prefix) => [...browser.storage.keys()].filter((key) => key.startsWith(prefix)),
  watch: (key, listener) => {
    const mine = { tab, key, listener };
    browser.watching.push(mine);
    return () => void browser.watching.splice(browser.watching.indexOf(mine), 1);
  },
});

/** As browsers do: asynchronously, in every tab but the one that wrote. */
function notifyTabs(browser: SharedByTabs, tab: object, key: string, value: string | null): void {
  for (const each of [...browser.watching])
    if (each.tab !== tab && each.key === key) queueMicrotask(() => each.listener(value));
}

/** Runs work of one name in one tab after the other, also when one fails. */
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
