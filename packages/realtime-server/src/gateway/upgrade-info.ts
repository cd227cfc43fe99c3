import type { IncomingMessage } from 'node:http';
import { clientAddressOf } from '../runtime/network/client-address.js';

/** What the upgrade request says about a client. */
export interface UpgradeInfo {
  readonly origin: string | null;
  /** How the client reached this server. */
  readonly ownOrigin: string;
  readonly address: string;
  /** The browser asks not to be tracked. */
  readonly gpc: boolean;
}

export function upgradeInfoOf(request: IncomingMessage, ownOrigin: string, proxies: number): UpgradeInfo {
  const { origin = null, 'sec-gpc': control, dnt } = request.headers;
  return {
    origin,
    ownOrigin,
    address: clientAddressOf(request, proxies),
    gpc: control === '1' || dnt === '1',
  };
}
