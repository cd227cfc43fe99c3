/**
 * Which addresses may become links. Whoever writes (a visitor, a person, an agent, an article) may write anything; only
 * an address that shows openly where it leads, and leads to the web, mail or a telephone, is made clickable.
 */

export interface SafeLink {
  readonly href: string;
  /** The host it really leads to, for when the text says something else. Null for mail and telephone. */
  readonly host: string | null;
}

const MAIL = /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}$/;
const TELEPHONE = /^tel:\+?[0-9().-]{3,24}$/;
const LOCAL = /^(?:localhost|127\.0\.0\.1)$/;

/** The link, or null when the address must stay text. */
export function safeLink(address: string): SafeLink | null {
  if (address.length > 2_048 || /[\u0000-\u0020\u007f]/.test(address)) return null;
  if (MAIL.test(address) || TELEPHONE.test(address)) return { href: address, host: null };
  // Spelled out, because the parser forgives `https:host` and `https:\\host`, which read as something else.
  if (!/^https?:\/\/[^/\\]/i.test(address)) return null;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '') return null;
  const local = LOCAL.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) return null;
  const numeric = /^[0-9.]+$/.test(url.hostname) || url.hostname.startsWith('[');
  if (!local && (numeric || !url.hostname.includes('.'))) return null;
  return { href: url.href, host: url.host };
}
