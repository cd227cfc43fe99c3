/**
 * Which addresses are out on the public internet. What a tenant or a page names is only ever connected to there: the
 * networks behind this server (its database, its cloud's metadata) trust it, and must not be reachable by writing a name.
 *
 * Version 6 is an allow-list (the one range that is handed out, less what is carved out of it); version 4 is all but the
 * special-purpose registry. Mapped and translated forms of version 4 lie outside of the version 6 range and fall out by
 * themselves.
 */
import { BlockList, isIP } from 'node:net';

const SPECIAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // A cloud's own services, on an address that no registry calls special.
  ['168.63.129.16', 32],
] as const;

/** Teredo and other assignments of the protocol itself, documentation (two ranges), 6to4. */
const CARVED_OUT_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of SPECIAL_4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of CARVED_OUT_6) special.addSubnet(net, prefix, 'ipv6');
const handedOut6 = new BlockList();
handedOut6.addSubnet('2000::', 3, 'ipv6');

/** True for an address that may be connected to. Anything that is not an address is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && handedOut6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
