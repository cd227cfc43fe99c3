/** Which address a logo may have. The visitor's browser fetches it, so it must never point into the visitor's network. */
import { isSafeWebLink } from '../config.js';

/** A host with a dot and a letter at its end: neither an address (browsers print all of them in digits or brackets) nor `intranet`. */
const PUBLIC_NAME = /\.[a-z][a-z\d-]*\.?$/;

/** The address as the browser will use it, or null unless it is `https:` on a public name without user or password. */
export function parseLogoUrl(value: string): string | null {
  if (!isSafeWebLink(value)) return null;
  const { protocol, hostname, href } = new URL(value);
  return protocol === 'https:' && PUBLIC_NAME.test(hostname) ? href : null;
}
