/**
 * Objects that the components of one page share, found by a key. An object stays for a grace period after its last holder
 * is gone, so neither React's StrictMode nor a route change ends a chat that is needed again at once.
 */
import type { GetIdentityToken, SiteIdentity } from './site-identity.js';

/** Long enough for a route to load its code. */
export const SHARED_INSTANCE_GRACE_MS = 3_000;

export interface SharedInstances<T, Options> {
  /** The instance of `key`, created if there is none. Nothing else happens, so a render may call it. */
  get(key: string, options: Options): T;
  /** Keeps the instance until the returned function is called, and for `graceMs` after that. For an effect. */
  hold(key: string, options: Options): (graceMs?: number) => void;
}

interface Entry<T> {
  readonly instance: T;
  holders: number;
  timer?: ReturnType<typeof setTimeout>;
}

export function createSharedInstances<T, Options>(
  create: (options: Options) => T,
  destroy: (instance: T) => void,
): SharedInstances<T, Options> {
  const entries = new Map<string, Entry<T>>();
  const entryOf = (key: string, options: Options): Entry<T> => {
    const entry = entries.get(key) ?? { instance: create(options), holders: 0 };
    // A server renders for many visitors at once. They must not share an instance.
    if (typeof window !== 'undefined') entries.set(key, entry);
    return entry;
  };
  return {
    get: (key, options) => entryOf(key, options).instance,
    hold(key, options) {
      const entry = entryOf(key, options);
      clearTimeout(entry.timer);
      entry.holders++;
      return (graceMs = SHARED_INSTANCE_GRACE_MS) => {
        if (--entry.holders > 0) return;
        entry.timer = setTimeout(() => {
          entries.delete(key);
          destroy(entry.instance);
        }, graceMs);
      };
    },
  };
}

/**
 * A text that differs when the values differ. Never throws: what JSON has no words for, such as a BigInt, an object that holds
 * itself, or a getter that throws, is compared as far as it can be read. `replace` as for `JSON.stringify`.
 */
export function comparableText(value: unknown, replace: (value: unknown) => unknown = (same) => same): string {
  try {
    return `${JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? `${part}n` : replace(part)))}`;
  } catch (error) {
    return String(error);
  }
}

/**
 * Returns a function that calls `apply` when `value` differs from the last value of that name. Values are compared as JSON:
 * React code creates equal objects in every render. No value is no change: another component's value stays.
 */
export function createChangeFilter(
  initial: object,
): <V>(name: string, value: V | undefined, apply: (value: V) => void) => void {
  const last: Record<string, string> = {};
  for (const [name, value] of Object.entries(initial)) last[name] = comparableText(value);
  return (name, value, apply) => {
    const text = comparableText(value);
    if (value && text !== last[name]) {
      last[name] = text;
      apply(value);
    }
  };
}

/**
 * Returns a function that passes on the logged-in user of each render: null logs out, undefined changes nothing. Users are
 * compared by id. `getToken` is a new function in every render; the newest is called, an old one may sign for another user.
 */
export function createIdentitySync(
  identify: (getToken: GetIdentityToken) => void,
  logout: () => void,
): (identity: SiteIdentity | null | undefined) => void {
  let current: SiteIdentity | null = null;
  return (identity) => {
    if (identity === undefined) return;
    const previous = current;
    current = identity;
    if (identity?.user === previous?.user && !identity === !previous) return;
    if (previous) logout();
    // What is no function is for `identify` to refuse.
    if (identity) identify(identity.getToken && ((question) => current?.getToken(question) ?? null));
  };
}
