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
 * and can choose any address in it. In any spelling, also where version 4 travels as version 6.
 */
export function addressGroup(address: string): string {
  const groups = groupsOf(address);
  return groups ? (embedded4(groups) ?? prefixOf(groups, 4)) : address;
}

/** The /48 of an IPv6 address: what one customer may hold, with 65,536 households in it. Null for version 4. */
export function networkGroup(address: string): string | null {
  const groups = groupsOf(address);
  return groups && embedded4(groups) === null ? prefixOf(groups, 3) : null;
}

/** The eight groups of a version 6 address; null for anything else. */
function groupsOf(address: string): readonly number[] | null {
  if (isIP(address) !== 6) return null;
  const hex = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
      [+a * 256 + +b, +c * 256 + +d].map((group) => group.toString(16)).join(':'),
    );
  const [head = '', tail] = hex.split('::').map((part) => part.split(':').filter(Boolean).join(':'));
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...missing, ...after].map((group) => Number.parseInt(group, 16));
}

const prefixOf = (groups: readonly number[], length: number): string =>
  `${groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`;

/** Version 4 within version 6: mapped (::ffff:0:0/96), translated (64:ff9b::/96), and 6to4 (2002::/16), which has a /48 for each. */
function embedded4(groups: readonly number[]): string | null {
  const [first = 0, second = 0, third = 0, , , sixth, seventh = 0, eighth = 0] = groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const dotted = (a: number, b: number): string => [a >> 8, a & 255, b >> 8, b & 255].join('.');
  if (first === 0x2002) return dotted(second, third);
  if (isZero(0, 5) && sixth === 0xffff) return dotted(seventh, eighth);
  return first === 0x64 && second === 0xff9b && isZero(2, 6) ? dotted(seventh, eighth) : null;
}

/** Without a port or brackets; the version 4 address itself where it is mapped or translated. */
function bareAddress(entry: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  const groups = /^(?:::ffff:|64:ff9b:|0)/i.test(bare) ? groupsOf(bare) : null;
  return (groups && embedded4(groups)) ?? bare;
}

/**
 * The group under which what an address does is counted, or null: addresses of private networks are not counted while no
 * proxy is configured (`proxied` is false). They are a proxy that the settings don't name, or colleagues, and must not be
 * locked out together.
 */
export function countedGroup(address: string, proxied: boolean): string | null {
  return proxied || isPublicAddress(address) ? addressGroup(address) : null;
}

/** Where a request comes from. */
export interface From {
  /** Of the client, for the log. */
  readonly address: string;
  /** Under what its deeds are counted: see {@link countedGroup}. */
  readonly group: string | null;
}

/** A request that came through no network. */
export const OWN_MACHINE: From = { address: '127.0.0.1', group: null };

/** Where a request comes from, through `proxies` proxies of our own. */
export function fromOf(request: IncomingMessage, proxies: number): From {
  const address = clientAddressOf(request, proxies);
  return { address, group: countedGroup(address, proxies > 0) };
}
