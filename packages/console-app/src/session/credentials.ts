/** The operator's key and name. Stored for this tab only, because several people may share the computer. */
import type { Operator } from '../api/operator-api.js';

export interface Credentials {
  readonly key: string;
  readonly name: string;
  /** Missing when the sign-in is older than operators. */
  readonly operator?: Operator;
}

const STORAGE_KEY = 'console:credentials';
const KEY_IN_ADDRESS = /^#key=([\w-]+)$/;

/** The key of a sign-in link. Removed from the address at once, so that it is in no history. */
export function keyFromAddress(): string | null {
  const key = KEY_IN_ADDRESS.exec(location.hash)?.[1] ?? null;
  if (key !== null) history.replaceState(null, '', location.pathname);
  return key;
}

/** Null before the sign-in in this tab, or when the browser stores nothing. */
export function readCredentials(): Credentials | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Credentials | null;
  } catch {
    return null;
  }
}

/** Null removes them. */
export function storeCredentials(credentials: Credentials | null): void {
  try {
    if (credentials) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(credentials));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // A reload asks for them again.
  }
}
