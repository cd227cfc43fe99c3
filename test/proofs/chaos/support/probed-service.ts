/** The real server process with an inbox of its own, and a socket that reports what it holds: see inside-server.mjs. */

import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChatClientOptions } from '@service/embed-headless/core';
import { Service } from '../../../support/server/start-service.js';
import { SHOP_PAGE, shopInboxes } from '../../../support/sites/shop-inbox.js';

/** Environment variables with which a Node process reports at this socket what it holds. */
export const probedAt = (socket: string): { readonly NODE_OPTIONS: string; readonly PROBE_SOCKET: string } => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'inside-server.mjs')).href}`,
  PROBE_SOCKET: socket,
});

export interface Holdings {
  /** Bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly peakRss: number;
  /** Bytes for readers that the process still holds, because the system has not taken them yet. */
  readonly bufferedAll: number;
  readonly bufferedMost: number;
  /** How many resources of each kind keep the process alive. */
  readonly resources: Readonly<Record<string, number>>;
}

export interface ProbedService {
  readonly service: Service;
  /** For a client of the shipped core; `baseUrl` may be a proxy's. */
  options(baseUrl?: string): ChatClientOptions;
  /** What the process holds now; `collected`: after a forced collection of garbage. */
  holdings(collected?: boolean): Promise<Holdings>;
  /**
   * What the process holds when no visitor is connected any more. Closing takes time, so this asks until there is no socket
   * left and, when `like` is given, the other resources are the same as in it; for half a minute at most.
   */
  idle(like?: Holdings): Promise<Holdings>;
  /** Ends the thread of the embedded store that writes, as running out of memory would. */
  endWriter(): Promise<void>;
  dispose(): Promise<void>;
}

const IDLE_ATTEMPTS = 300;
const IDLE_EVERY_MS = 100;

/** `timesFaster`: the server's clock runs that much faster, its work does not. */
export async function startProbedService({ timesFaster = 1 } = {}): Promise<ProbedService> {
  const inboxDir = shopInboxes({ people: { hours: 'Always' } });
  const probe = join(inboxDir, 'probe.sock');
  const service = await Service.start({
    inboxDir,
    env: { ...probedAt(probe), TIMES_FASTER: String(timesFaster) },
  });
  return {
    service,
    options: (baseUrl = service.origin) => ({ inboxId: 'demo', baseUrl, hostOrigin: SHOP_PAGE }),
    holdings: (collected = false) => askHoldings(probe, collected),
    async idle(like) {
      let last = '';
      const isIdle = ({ resources }: Holdings): boolean => {
        const before = last;
        last = JSON.stringify(resources);
        return last === (like ? JSON.stringify(like.resources) : before) && !('TCPSocketWrap' in resources);
      };
      // A collection costs as much as a hundred other requests, so it comes when the rest is settled.
      for (let attempt = 1; ; attempt++) {
        if (isIdle(await askHoldings(probe, false)) || attempt === IDLE_ATTEMPTS) {
          const now = await askHoldings(probe, true);
          if (isIdle(now) || attempt === IDLE_ATTEMPTS) return now;
        }
        await new Promise((resolve) => setTimeout(resolve, IDLE_EVERY_MS));
      }
    },
    async endWriter() {
      await ask(probe, '/end-writer');
    },
    async dispose() {
      await service.dispose();
      rmSync(inboxDir, { recursive: true, force: true });
    },
  };
}

/** `collected`: after a forced collection of garbage. */
export const askHoldings = (socketPath: string, collected: boolean): Promise<Holdings> =>
  ask(socketPath, collected ? '/collected' : '/');

function ask(socketPath: string, path: string): Promise<Holdings> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text) as Holdings);
    });
    asking.on('error', reject).end();
  });
}
