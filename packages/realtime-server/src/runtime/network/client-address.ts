/**
 * The address of a client behind proxies. Each proxy adds one entry to `X-Forwarded-For`. Only as many entries from the end
 * are believed as there are proxies of ours: everything before them was written by the client.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../outgoing/public-address.js';

/**
 * `remote` is the other end of the socket, `forwarded` the header as Node joins it, `proxies` the number of our own proxies.
 * An entry that is no address is skipped for the next nearer one.
 */
export function clientAddress(remote: string, forwarded: string | undefined, proxies: number): string {
  const entries = forwarded ? forwarded.split(',').map((entry) => bareAddress(entry.trim())) : [];
  const path = [...entries, bareAddress(remote)];
  for (let at = Math.max(0, path.length - 1 - proxies); at < path.length; at++) {
    const address = path[at] as string;
    if (isIP(address)) return address;
  }
  return 'unknown';
}

/** The address of the client that sent a request, through `proxies` proxies of our own. */
export function clientAddressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  return clientAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), proxies);
}

/**
 * What is counted under one name: an IPv4 address, or the /64 of an IPv6 address, because a household has a /64 for itself
 * and can choose any address in it.
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

/** Without a port, brackets or the prefix of an IPv4-mapped IPv6 address. */
function bareAddress(entry: string): string {
  const mapped = entry.replace(/^::ffff:(?=\d+\.)/i, '');
  return /^\[(.+)\](?::\d+)?$/.exec(mapped)?.[1] ?? /^([\d.]+):\d+$/.exec(mapped)?.[1] ?? mapped;
}

/**
 * The group under which what an address does is counted, or null: addresses of private networks are not counted while no
 * proxy is configured (`proxied` is false). They are a proxy that the settings don't name, or colleagues, and must not be
 * locked out together.
 */
export function countedGroup(address: string, proxied: boolean): string | null {
  return proxied || isPublicAddress(address) ? addressGroup(address) : null;
}
