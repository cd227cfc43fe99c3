/** A server with the bounds of plain HTTP, a clock to turn, and what it has refused. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createLimitedServer, type HttpRefusal } from '../../../dist/http/limits/limited-server.js';
import { type TurnedClock, turnedClock } from '../../support/manual-clock.js';

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface LimitedServer {
  readonly server: Server;
  readonly clock: TurnedClock;
  readonly refused: HttpRefusal[];
  /** Requests that were parsed, begun or not. */
  parsed(): number;
  close(): Promise<void>;
}

export async function serveLimited(
  listener: Listener,
  { openFiles = null, proxies = 0 }: { openFiles?: number | null; proxies?: number } = {},
): Promise<LimitedServer> {
  const clock = turnedClock();
  const refused: HttpRefusal[] = [];
  const server = createLimitedServer({ listener, clock, proxies, openFiles, onRefused: (what) => refused.push(what) });
  let parsed = 0;
  server.prependListener('request', () => {
    parsed += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    clock,
    refused,
    parsed: () => parsed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
