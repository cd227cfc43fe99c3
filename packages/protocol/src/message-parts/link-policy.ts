/**
 * The link policy. Visitors, people, agents and articles may write any address; only one that shows where it leads, and
 * leads to the web, mail or a telephone, becomes a link.
 */

export interface SafeLink {
  /** As the browser's parser writes it. */
  readonly href: string;
  /** Null for mail and telephone. */
  readonly host: string | null;
}

const MAIL = /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}$/;
const TELEPHONE = /^tel:\+?[0-9().-]{3,24}$/;
/** As written: the parser would make the same address of `2130706433` and `0x7f000001`, which no reader recognizes. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:[/?#]|$)/i;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)$/;

/**
 * Null when the address must stay text. `http://localhost` and `http://127.0.0.1` are links only for a reader on that same
 * machine, as in development: elsewhere they would lead people into services of their own machine.
 * @param isReaderLocal whether this is for such a reader. Default: whether this page is of the machine itself; false outside of a page.
 */
export function safeLink(address: string, isReaderLocal = isLocalPage()): SafeLink | null {
  if (address.length > 2_048 || /[\u0000-\u0020\u007f]/.test(address)) return null;
  if (MAIL.test(address) || TELEPHONE.test(address)) return { href: address, host: null };
  // Checked before parsing: `new URL` accepts `https:host` and `https:\\host`, which read as something else.
  if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return null;
  if (LOCAL.test(address)) return isReaderLocal ? { href: url.href, host: url.host } : null;
  if (url.protocol !== 'https:') return null;
  const { hostname } = url;
  // In any notation the parser knows: it has made four decimal numbers of it. Names of the machine itself can have dots.
  if (/^[0-9.]+$/.test(hostname) || /^\[|^[^.]*$|\.$|(?:^|\.)localhost$/.test(hostname)) return null;
  return { href: url.href, host: url.host };
}

/** What names an address, without the address when that must not be a link. Defaults as in `safeLink`. */
export function withSafeUrl<Named extends { readonly url?: string }>(named: Named, isReaderLocal?: boolean): Named {
  const { url, ...rest } = named;
  return url === undefined || safeLink(url, isReaderLocal) ? named : (rest as Named);
}

function isLocalPage(): boolean {
  const { location } = globalThis as { readonly location?: { readonly hostname?: unknown } };
  return LOCAL_HOST.test(String(location?.hostname));
}
