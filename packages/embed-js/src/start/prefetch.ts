/** When a page that no one asks to open the chat makes its frame. */

/** The latest moment after `init`, on a page that takes long to load. */
const AT_THE_LATEST_MS = 5_000;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The visitor pays for every byte, or waits long for it. Unknown to Safari and Firefox. */
export function isSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData || /[23]g$/.test(`${connection?.effectiveType}`);
}

/** Calls `make` when the page has loaded and is idle, at the latest in 5 seconds; perhaps twice. Returns the end. */
export function whenAtRest(make: () => void): () => void {
  // Safari has none: there, loaded has to do.
  const { requestIdleCallback = setTimeout, cancelIdleCallback = clearTimeout } = window as Partial<Window> & Window;
  let idle = 0;
  const onLoad = (): void => {
    idle = requestIdleCallback(make) as number;
  };
  // The page may be gone by then, as after a test.
  const latest = setTimeout(() => globalThis.document && make(), AT_THE_LATEST_MS);
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad);
  return () => {
    clearTimeout(latest);
    removeEventListener('load', onLoad);
    cancelIdleCallback(idle);
  };
}
