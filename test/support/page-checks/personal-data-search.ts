/**
 * What is left of somebody in a browser, wherever a browser can keep something: what its documents have written down, what
 * their programs still hold on to, what they show, and what they have told each other.
 */
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Visitor } from '../browser/use-browser.js';

interface Remembering {
  /** Addresses of objects in memory that were made and not given back. */
  readonly objectUrls: Set<string>;
  /** What was said to other tabs. */
  readonly toTabs: string[];
}

/** Call before the first navigation: some things can't be asked for afterwards. */
export async function watchTraces({ context }: Visitor): Promise<void> {
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

/** The documents of this visitor's pages. The browser’s first page is blank and has no storage at all. */
function documentsOf({ context }: Visitor): readonly Frame[] {
  return context
    .pages()
    .filter((page) => page.url() !== 'about:blank')
    .flatMap((page) => page.frames());
}

/** Objects in memory that still have an address, in all documents. */
export async function objectUrlsOf(visitor: Visitor): Promise<readonly string[]> {
  const lists = await Promise.all(
    documentsOf(visitor).map((document) =>
      document.evaluate(() => [...(Reflect.get(window, 'traces') as Remembering).objectUrls]),
    ),
  );
  return lists.flat();
}

/** What the documents have said to other tabs so far; `forget` begins anew. */
export async function saidToTabs(visitor: Visitor, forget = false): Promise<string> {
  const said = await Promise.all(
    documentsOf(visitor).map((document) =>
      document.evaluate((forget) => {
        const { toTabs } = Reflect.get(window, 'traces') as Remembering;
        return (forget ? toTabs.splice(0) : toTabs).join('\n');
      }, forget),
    ),
  );
  return said.join('\n');
}

/** Everything that any document of this visitor has written down. */
export async function storageOf(visitor: Visitor): Promise<string> {
  const written = await Promise.all(
    documentsOf(visitor).map((frame) =>
      frame.evaluate(async () => {
        // A frame of another site may be refused its storage.
        const attempt = async (look: () => unknown): Promise<unknown> => {
          try {
            return await look();
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
  return `${written.join('\n')}\n${JSON.stringify(await visitor.context.cookies())}`;
}

/** Every text that the program in a page's own document, or in a frame of another site, still holds on to. */
export async function heapOf(visitor: Visitor, document: Page | Frame): Promise<string> {
  const session: CDPSession = await visitor.context.newCDPSession(document);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }: { chunk: string }) => pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}

/** The texts of a heap that hold this one: what a failing test has to say. */
export function stringsWith(heap: string, secret: string): readonly string[] {
  if (!heap.includes(secret)) return [];
  const { strings } = JSON.parse(heap) as { strings: readonly string[] };
  return strings.filter((each) => each.includes(secret)).map((each) => each.slice(0, 300));
}
