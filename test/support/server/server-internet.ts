/**
 * The outside world of a server in a process of its own: a name with a public address, behind which is a real TLS server on this
 * machine. The server judges, pins and proves as always. Only the look-up and the last step of the wire lead back here.
 */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { NAME, outside, PUBLIC } from '../../../packages/realtime-server/test/outgoing/fake-internet.js';
import { ROOT } from '../runs/repository.js';

export interface ServerInternet {
  /** Environment variables that the server must be started with. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const AUTHORITY = join(ROOT, 'packages/realtime-server/test/outgoing/certificates/authority.pem');

/** Only connections to the name's address lead elsewhere: those to the database and to other addresses are as they were. */
const PRELOAD = `
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const { name, address, port } = JSON.parse(process.env.SERVER_INTERNET);
const { lookup } = dns;
const { connect } = net;
dns.lookup = async (host, ...rest) => (host === name ? [{ address, family: 4 }] : lookup(host, ...rest));
net.connect = (to, ...rest) =>
  to.host === address && to.port === 443 ? connect(port, '127.0.0.1') : connect(to, ...rest);
syncBuiltinESMExports();`;

/** `site` answers at `https://${NAME}`. */
export async function startServerInternet(site: RequestListener): Promise<ServerInternet> {
  const { port, close } = await outside(site);
  return {
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}`,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      SERVER_INTERNET: JSON.stringify({ name: NAME, address: PUBLIC, port }),
    },
    close,
  };
}
