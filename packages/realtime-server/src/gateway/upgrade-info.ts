import type { IncomingMessage } from 'node:http';
import { clientAddress } from './admission/client-address.js';

/** What the upgrade request says about a client. */
export interface UpgradeInfo {
  readonly origin: string | null;
  /** How the client reached this server. */
  readonly ownOrigin: string;
  readonly address: string;
  /** The browser asks not to be tracked. */
  readonly gpc: boolean;
}

export function upgradeInfoOf({ headers, socket }: IncomingMessage, ownOrigin: string, proxies: number): UpgradeInfo {
  const { origin = null, 'x-forwarded-for': forwarded, 'sec-gpc': control, dnt } = headers;
  return {
    origin,
    ownOrigin,
    address: clientAddress(socket.remoteAddress ?? '', String(forwarded ?? ''), proxies),
    gpc: control === '1' || dnt === '1',
  };
}
