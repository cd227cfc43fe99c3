/**
 * The link policy. Visitors, people, agents and articles may write any address; only one that shows where it leads, and
 * leads to the web, mail or a telephone, becomes a link.
 */

export interface SafeLink {
  readonly href: string;
  /** Null for mail and telephone. */
  readonly host: string | null;
}

const MAIL = /^mailto:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}$/;
const TELEPHONE = /^tel:\+?[0-9().-]{3,24}$/;
const LOCAL = /^(?:localhost|127\.0\.0\.1)$/;

/** Null when the address must stay text. */
export function safeLink(address: string): SafeLink | null {
  if (address.length > 2_048 || /[\u0000-\u0020\u007f]/.test(address)) return null;
  if (MAIL.test(address) || TELEPHONE.test(address)) return { href: address, host: null };
  // Checked before parsing: `new URL` accepts `https:host` and `https:\\host`, which read as something else.
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

/** The host to show beside a link, when its label names another one. A label that also names the real host proves nothing. */
export function realHost({ host }: SafeLink, label: string): string | null {
  if (host === null) return null;
  const [named] = label.match(/[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/u) ?? [];
  return named !== undefined && bareHost(named) !== bareHost(host.replace(/:\d+$/, '')) ? host : null;
}

const bareHost = (name: string): string => name.toLowerCase().replace(/^www\./, '');
