/**
 * Composes the rooms into a server. This is the only place that chooses an implementation of a port; everything else
 * gets what it needs handed in.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { createKnowledgeAnswerer } from './backend/knowledge/knowledge-answerer.js';
import { localBus } from './bus/local.js';
import type { Config } from './config.js';
import { Answering } from './conversation/answering.js';
import { appendTo } from './conversation/append.js';
import { createDesk } from './desk/desk-api.js';
import { operatorKeyIn } from './desk/operator-key.js';
import { attachGateway } from './gateway/gateway.js';
import { readAssets } from './http/assets.js';
import { createPages } from './http/pages.js';
import { openInboxes } from './inbox/inbox-directory.js';
import { openSqliteStore } from './store/sqlite/sqlite-store.js';
import { VERSION } from './version.js';

export interface RunningServer {
  /** As reached on this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts everything and resolves when the server answers.
 * @throws when the port is taken, the data folder is in use, or an inbox file can't be read.
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const now = (): number => Date.now();
  const random = (count: number): Uint8Array => randomBytes(count);
  const inboxes = openInboxes(config.inboxDir, log);
  const store = await openSqliteStore(config.dataDir);
  // The lock on the folder says that nobody else lives, so whoever held a lease is dead.
  await store.releaseRuns();
  const bus = localBus();
  const append = appendTo({ store, bus, now, random, onQuestion: () => answering.look() });
  const answering = new Answering({
    store,
    bus,
    append,
    answerer: createKnowledgeAnswerer({ inboxes }),
    now,
    random,
    onFailure: (error, run) => log.error({ run: run.id, error: (error as Error).message }, 'answering failed'),
  });

  const pages = createPages({
    inboxes,
    assets: readAssets(),
    version: VERSION,
    publicOrigin: config.publicUrl,
    now,
    onError: (error) => log.error({ error: error.message }, 'a page failed'),
  });
  const key = operatorKeyIn(config.dataDir);
  pages.route('/api/desk', createDesk({ store, append, key }));
  const http = createServer(getRequestListener(pages.fetch));
  http.headersTimeout = 10_000;
  http.requestTimeout = 30_000;
  const ownOrigin = (request: IncomingMessage): string => config.publicUrl ?? `http://${request.headers.host ?? ''}`;
  const gateway = attachGateway(
    http,
    {
      store,
      bus,
      inboxes,
      append,
      now,
      random,
      log,
      runningAnswer: (conversation) => answering.runningAnswer(conversation),
    },
    ownOrigin,
  );
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(config.port, resolve);
    });
  } catch (error) {
    await store.close();
    throw error;
  }
  answering.start();

  const { port } = http.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}`,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await gateway.close();
      await answering.close();
      http.closeAllConnections();
      await closed;
      inboxes.close();
      await bus.close();
      await store.close();
    },
  };
}
