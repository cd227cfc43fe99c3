/**
 * Whose connection this is, as far as an address can tell. What stands in front of the server adds one entry to
 * `X-Forwarded-For` each; only so many entries from the end are believed as there are proxies of ours, because everything
 * before them was written by the visitor.
 */
import { isIP } from 'node:net';

/**
 * The visitor's address. `remote` is the other end of the socket, `forwarded` the header as Node joins it, `proxies` how
 * many of ours stand in between. With an entry that is no address, the nearest one that is.
 */
export function clientAddress(remote: string, forwarded: string | undefined, proxies: number): string {
  const told = (forwarded ?? '').split(',').map((entry) => bare(entry.trim()));
  const path = [...(forwarded ? told : []), bare(remote)];
  for (let at = Math.max(0, path.length - 1 - proxies); at < path.length; at++) {
    const address = path[at] as string;
    if (isIP(address)) return address;
  }
  return 'unknown';
}

/**
 * What is counted under one name: an address of version 4, or the /64 of version 6 that every household has for itself and
 * can choose from at will.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Without a port, brackets or the prefix of a version 4 address that travels as version 6. */
function bare(entry: string): string {
  const mapped = entry.replace(/^::ffff:(?=\d+\.)/i, '');
  return /^\[(.+)\](?::\d+)?$/.exec(mapped)?.[1] ?? /^([\d.]+):\d+$/.exec(mapped)?.[1] ?? mapped;
}
