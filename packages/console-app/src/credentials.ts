/**
 * Who sits at the desk: the key that opens it, and the name visitors see. Kept for this tab only, because a desk may stand
 * where several people come by.
 */
import type { Operator } from './operators.js';

export interface Credentials {
  readonly key: string;
  readonly name: string;
  /** Who it is to the server; missing where somebody signed in before it knew people. */
  readonly operator?: Operator;
}

const PLACE = 'console:credentials';
const KEY_IN_ADDRESS = /^#key=([\w-]+)$/;

/** The key that a link carried, taken out of the address at once so that it is in no history. */
export function keyFromAddress(): string | null {
  const key = KEY_IN_ADDRESS.exec(location.hash)?.[1] ?? null;
  if (key !== null) history.replaceState(null, '', location.pathname);
  return key;
}

/** Null when nobody has signed in in this tab, or the browser keeps nothing. */
export function keptCredentials(): Credentials | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Credentials | null;
  } catch {
    return null;
  }
}

/** Null forgets them. */
export function keepCredentials(credentials: Credentials | null): void {
  try {
    if (credentials) sessionStorage.setItem(PLACE, JSON.stringify(credentials));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // Asked again after a reload; that is all.
  }
}
