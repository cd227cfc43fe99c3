/**
 * Searches a browser for personal data: storage, caches, cookies, the JavaScript heap, object URLs, and messages sent to
 * other tabs.
 */
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Visitor } from '../browser/use-browser.js';

interface Remembering {
  /** Object URLs that were created and not revoked. */
  readonly objectUrls: Set<string>;
  /** Messages sent through a BroadcastChannel, as JSON. */
  readonly toTabs: string[];
}

/** Call before the first navigation: object URLs and broadcasts cannot be listed afterwards. */
export async function recordUrlsAndBroadcasts({ context }: Visitor): Promise<void> {
  await context.addInitScript(() => {
    const traces: Remembering = { objectUrls: new Set(), toTabs: [] };
    Object.defineProperty(window, 'traces', { value: traces });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (object) => {
      const url = createObjectURL.call(URL, object);
      traces.objectUrls.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      traces.objectUrls.delete(url);
      revokeObjectURL.call(URL, url);
    };
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
      traces.toTabs.push(JSON.stringify(message));
      return postMessage.call(this, message);
    };
  });
}

/** The documents of this visitor's pages. The browser's first page is blank and has no storage. */
function documentsOf({ context }: Visitor): readonly Frame[] {
  return context
    .pages()
    .filter((page) => page.url() !== 'about:blank')
    .flatMap((page) => page.frames());
}

/** Object URLs of all documents that are not revoked. */
export async function objectUrlsOf(visitor: Visitor): Promise<readonly string[]> {
  const lists = await Promise.all(
    documentsOf(visitor).map((document) =>
      document.evaluate(() => [...(Reflect.get(window, 'traces') as Remembering).objectUrls]),
    ),
  );
  return lists.flat();
}

/** The messages that the documents have broadcast so far; `clear` empties the list afterwards. */
export async function broadcastsOf(visitor: Visitor, clear = false): Promise<string> {
  const messages = await Promise.all(
    documentsOf(visitor).map((document) =>
      document.evaluate((clear) => {
        const { toTabs } = Reflect.get(window, 'traces') as Remembering;
        return (clear ? toTabs.splice(0) : toTabs).join('\n');
      }, clear),
    ),
  );
  return messages.join('\n');
}

/** Everything that any document of this visitor has stored, as one text. */
export async function storageOf(visitor: Visitor): Promise<string> {
  const stored = await Promise.all(
    documentsOf(visitor).map((frame) =>
      frame.evaluate(async () => {
        // The browser may refuse storage to a third-party frame.
        const attempt = async (read: () => unknown): Promise<unknown> => {
          try {
            return await read();
          } catch {
            return null;
          }
        };
        const result = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const databases = async (): Promise<unknown> => {
          const all: unknown[] = [];
          for (const { name = '' } of await indexedDB.databases()) {
            const db = await result(indexedDB.open(name));
            for (const store of db.objectStoreNames) {
              const rows = db.transaction(store).objectStore(store);
              all.push([name, store, await result(rows.getAllKeys()), await result(rows.getAll())]);
            }
            db.close();
          }
          return all;
        };
        const cached = async (): Promise<unknown> => {
          const all: unknown[] = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys())
              all.push([name, request.url, await (await cache.match(request))?.text()]);
          }
          return all;
        };
        return JSON.stringify([
          await attempt(() => ({ ...localStorage })),
          await attempt(() => ({ ...sessionStorage })),
          await attempt(databases),
          await attempt(cached),
          await attempt(() => document.cookie),
          name,
          history.state,
          location.href,
        ]);
      }),
    ),
  );
  return `${stored.join('\n')}\n${JSON.stringify(await visitor.context.cookies())}`;
}

/** A heap snapshot of a page's document or of a third-party frame, as JSON text. Contains every string that is still reachable. */
export async function heapSnapshotOf(visitor: Visitor, document: Page | Frame): Promise<string> {
  const session: CDPSession = await visitor.context.newCDPSession(document);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }: { chunk: string }) => pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}

/** The strings of a heap snapshot that contain `secret`, for the message of a failing test. */
export function stringsWith(heap: string, secret: string): readonly string[] {
  if (!heap.includes(secret)) return [];
  const { strings } = JSON.parse(heap) as { strings: readonly string[] };
  return strings.filter((each) => each.includes(secret)).map((each) => each.slice(0, 300));
}
