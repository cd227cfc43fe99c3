/**
 * The outside world for tests: names with public addresses, and behind them a real TLS server on this machine with a
 * certificate of an authority of its own. Everything between (resolving, judging, pinning, proving the name) is the real
 * thing; only the last step of the wire leads back here.
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Network } from '../../dist/outgoing/pinned-request.js';

const pem = (name: string): string => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8');

/** The one name that the server's certificate proves. */
export const NAME = 'agent.example.com';
export const PUBLIC = '93.184.215.14';

export interface Outside {
  readonly network: Network;
  /** Of the server on this machine. */
  readonly port: number;
  /** Where connections went, as `address:port`. */
  readonly dialled: readonly string[];
  /** How often each name was looked up. */
  readonly lookups: readonly string[];
  /** What a name leads to from now on. */
  names: Record<string, readonly string[] | (() => readonly string[])>;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

export async function outside(service: RequestListener): Promise<Outside> {
  const server = createServer({ key: pem('agent.example.key'), cert: pem('agent.example.pem') }, service);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dialled: string[] = [];
  const lookups: string[] = [];
  const world: Outside = {
    port,
    dialled,
    lookups,
    names: { [NAME]: [PUBLIC] },
    network: {
      ca: pem('authority.pem'),
      async resolve(host) {
        lookups.push(host);
        const leadsTo = world.names[host];
        if (!leadsTo) throw new Error(`ENOTFOUND ${host}`);
        return typeof leadsTo === 'function' ? leadsTo() : leadsTo;
      },
      dial(address, wanted) {
        dialled.push(`${address}:${wanted}`);
        return connect(port, '127.0.0.1');
      },
    },
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return world;
}
