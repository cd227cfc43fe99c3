/**
 * The ports of a browser. Storage may be refused or full, locks may be missing (plain http), and everything may throw in a frame on
 * another site: then the client works in memory, and `durable` is false.
 */

import type {
  Clock,
  KeyValueStorage,
  OpenSocket,
  PageLifecycle,
  Ports,
  Random,
  Signal,
  Tabs,
  WebSocketLike,
} from './ports.js';

/** `WebSocket.OPEN`, also where there is no global WebSocket. */
const OPEN = 1;

/** Touches nothing until it is used. `Socket`: default the browser's. */
export function browserPorts(storage: 'local' | 'session' | 'memory', Socket?: WebSocketLike): Ports {
  let opened: KeyValueStorage | undefined;
  return {
    clock: clockOf(),
    random,
    openSocket: opener(Socket),
    // Before a consent, the storage must not be touched.
    get storage() {
      opened ??= openKeyValueStorage(storage);
      return opened;
    },
    tabs: tabsOf(),
    page: pageLifecycle,
  };
}

/** Never goes back, as the machine's clock may: timers would wait as long again. Continues through sleep. */
function clockOf(): Clock {
  let latest = 0;
  let behind = 0;
  return {
    now() {
      const now = Date.now();
      behind = Math.max(behind, latest - now);
      latest = now + behind;
      return latest;
    },
    after(ms, run) {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };
}

const random: Random = {
  fraction: () => Math.random(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

const opener =
  (given?: WebSocketLike): OpenSocket =>
  (url, protocol, events) => {
    const Socket = given ?? globalThis.WebSocket;
    if (!Socket) throw new Error('there is no WebSocket here. Pass one as the option WebSocket, in Node that of "ws".');
    const socket = new Socket(url, protocol);
    // `close` follows. Without this listener, Node's `ws` ends the process.
    socket.onerror = () => undefined;
    socket.onopen = () => events.opened();
    socket.onmessage = (event) => events.message(event.data);
    socket.onclose = (event) => events.closed(event.code, event.reason);
    return {
      send(text) {
        if (socket.readyState === OPEN) socket.send(text);
      },
      close(code) {
        // Ignore what still arrives; the listeners must not keep the client alive.
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close(code);
      },
    };
  };

function openKeyValueStorage(kind: 'local' | 'session' | 'memory'): KeyValueStorage {
  try {
    if (kind !== 'memory') {
      const store = kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
      // Reading is the only way to learn that storage is refused.
      store.getItem('service');
      return durableStorage(store);
    }
  } catch {
    // Third-party storage is blocked, or this is an opaque origin.
  }
  return memoryStorage();
}

function durableStorage(store: Storage): KeyValueStorage {
  const attempt = <T>(run: () => T, otherwise: T): T => {
    try {
      return run();
    } catch {
      return otherwise;
    }
  };
  /** Values that did not fit, and the stored value then. If that has changed, another tab's value is newer than ours. */
  const overflow = new Map<string, { readonly value: string; readonly instead: string | null }>();
  const read = (key: string): string | null => attempt(() => store.getItem(key), null);
  const set = (key: string, value: string): boolean => {
    const isStored = attempt(() => {
      store.setItem(key, value);
      return true;
    }, false);
    if (isStored) overflow.delete(key);
    else overflow.set(key, { value, instead: read(key) });
    return isStored;
  };
  return {
    get durable() {
      return overflow.size === 0;
    },
    get(key) {
      const stored = read(key);
      const mine = overflow.get(key);
      if (mine?.instead !== stored) {
        overflow.delete(key);
        return stored;
      }
      // There may be room by now.
      set(key, mine.value);
      return mine.value;
    },
    set,
    remove(key) {
      overflow.delete(key);
      attempt(() => store.removeItem(key), undefined);
    },
    keys: (prefix) =>
      [...new Set([...overflow.keys(), ...attempt(() => Object.keys(store), [])])].filter((key) =>
        key.startsWith(prefix),
      ),
    watch(key, listener) {
      const changed = (event: StorageEvent): void => {
        const isCleared = event.key === null;
        if (event.storageArea === store && (isCleared || event.key === key)) listener(event.newValue, isCleared);
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}

function memoryStorage(): KeyValueStorage {
  const map = new Map<string, string>();
  return {
    durable: false,
    get: (key) => map.get(key) ?? null,
    set: (key, value) => map.set(key, value) === map,
    remove: (key) => void map.delete(key),
    keys: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
    // No other tab can see this map.
    watch: () => () => undefined,
  };
}

function tabsOf(): Tabs {
  const locks = globalThis.navigator?.locks;
  const without: Tabs = { alone: (_name, work) => work(), present: () => () => undefined, held: async () => null };
  if (!locks) return without;
  return {
    async alone(name, work) {
      let begun = false;
      try {
        return await locks.request(name, () => {
          begun = true;
          return work();
        });
      } catch (error) {
        // Locks are refused in some third-party frames. An error of `work` itself is the caller's.
        if (begun) throw error;
        return work();
      }
    },
    present(name) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks.request(name, () => released).catch(() => undefined);
      return release;
    },
    async held() {
      try {
        const { held } = await locks.query();
        return new Set((held ?? []).map((lock) => lock.name ?? ''));
      } catch {
        return null;
      }
    },
  };
}

const pageLifecycle: PageLifecycle = {
  online: () => globalThis.navigator?.onLine ?? true,
  visible: () => globalThis.document?.visibilityState !== 'hidden',
  watch(listener) {
    // Not in a browser: there are no signals.
    if (!globalThis.document) return () => undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const emit = (what: Signal) => () => listener(what);
    addEventListener('online', emit('online'), { signal });
    addEventListener('offline', emit('offline'), { signal });
    addEventListener('pagehide', emit('pagehide'), { signal });
    addEventListener('pageshow', (event) => event.persisted && listener('pageshow'), { signal });
    document.addEventListener('visibilitychange', () => listener(pageLifecycle.visible() ? 'visible' : 'hidden'), {
      signal,
    });
    return () => stop.abort();
  },
};
