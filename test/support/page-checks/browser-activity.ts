/**
 * Records every use of storage and network by scripts, in every document of a page. Proves that nothing is stored or sent
 * before the visitor agrees.
 */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    browserActivity: string[];
  }
}

/** Call before the first navigation. Records writes, opened databases and caches, and requests; reads are not recorded. */
export async function recordActivity(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const activity: string[] = [];
    Object.defineProperty(window, 'browserActivity', { value: activity });
    const note = <Owner extends object>(
      owner: Owner | undefined,
      name: keyof Owner & string,
      as: string = name,
    ): void => {
      const original = owner?.[name] as ((...args: unknown[]) => unknown) | undefined;
      if (!owner || !original) return;
      Object.defineProperty(owner, name, {
        configurable: true,
        writable: true,
        value(this: unknown, ...args: unknown[]) {
          activity.push(`${as} ${String(args[0])}`);
          return original.apply(this, args);
        },
      });
    };
    note(Storage.prototype, 'setItem');
    note(Storage.prototype, 'removeItem');
    note(IDBFactory.prototype, 'open', 'indexedDB.open');
    note(globalThis.CacheStorage?.prototype, 'open', 'caches.open');
    note(LockManager.prototype, 'request', 'locks.request');
    note(navigator.serviceWorker, 'register', 'serviceWorker.register');
    note(navigator, 'sendBeacon');
    note(XMLHttpRequest.prototype, 'open', 'XMLHttpRequest.open');
    note(window, 'fetch');
    for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel', 'SharedWorker', 'Worker'] as const) {
      const Original = window[name];
      if (!Original) continue;
      Object.defineProperty(window, name, {
        configurable: true,
        writable: true,
        value: new Proxy(Original, {
          construct(target, args) {
            activity.push(`new ${name} ${String(args[0])}`);
            return Reflect.construct(target, args) as object;
          },
        }),
      });
    }
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(value: string) {
        activity.push(`cookie ${value}`);
        cookie.set?.call(this, value);
      },
    });
  });
}

/** The records so far of all documents of the page. */
export async function recordedActivity(page: Page): Promise<string[]> {
  const all = await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.browserActivity)));
  return all.flat();
}
