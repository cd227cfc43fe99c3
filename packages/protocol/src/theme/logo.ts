/**
 * Which address a logo may have. The visitor's browser fetches what a page names, and the server what an operator has
 * saved, so it must never point into anybody's own network.
 */
import { isSafeWebLink } from '../embed/web-link.js';

/** A host with a dot and a letter at its end: neither an address (browsers print all of them in digits or brackets) nor `intranet`. */
const PUBLIC_NAME = /\.[a-z][a-z\d-]*\.?$/;

/**
 * Where a chat server has the logo of a saved theme itself. With the server's origin before it for a screen of one's own,
 * which on a developer's machine is of http; that path leads into the chat server's network only.
 */
const OWN_LOGO = /^(?:https?:\/\/[a-z0-9.:[\]-]{1,255})?\/logos\/[0-9a-f]{32}$/;

/** The address as the browser will use it, or null unless it is `https:` on a public name without user or password. */
export function parseLogoUrl(value: string): string | null {
  if (OWN_LOGO.test(value)) return value;
  if (!isSafeWebLink(value)) return null;
  const { protocol, hostname, href } = new URL(value);
  return protocol === 'https:' && PUBLIC_NAME.test(hostname) ? href : null;
}
