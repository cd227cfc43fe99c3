/** Opens the workspace beside a server that already answers, and mounts what it answers. */
import type { HttpBindings } from '@hono/node-server';
import { clientAddressOf, countedGroup, limitBody, systemClock } from '@service/realtime-server';
import {
  DOCUMENT_PAGE_PATH,
  DOCUMENT_PATH,
  openWorkspace as openDatabases,
  RPC_PATH,
  type Workspace,
} from '@service/workspace';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Storage } from './storage.js';

const AUTH_PATH = '/api/auth';

/** `publicUrl`: how browsers reach the console. `onBroken`: the workspace can store nothing any more. */
export function openWorkspace(
  config: Config,
  publicUrl: string,
  { store, diskRoom }: Storage,
  log: Logger,
  onBroken: () => void,
): Promise<Workspace> {
  const { dataDir, databaseUrl, masterKey, smtpUrl, mailFrom, approval } = config;
  return openDatabases({
    ...{ dataDir, databaseUrl, masterKey, smtpUrl, approval, publicUrl },
    mailFrom: mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`,
    now: systemClock.now,
    // The writer of the conversations, and the disk that they are on.
    canStore: async () => diskRoom?.() !== 'no-messages' && (await store.ping().then(() => true)),
    log: (level, message, more) => log[level]({ ...more }, message),
    onBroken,
  });
}

/** The workspace's routes. A request that comes before the workspace is open waits for it. */
export function workspaceRoutes(workspace: Promise<Workspace>, proxies: number): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(limitBody(systemClock, () => false));
  for (const path of [`${RPC_PATH}/*`, `${AUTH_PATH}/*`, DOCUMENT_PATH, DOCUMENT_PAGE_PATH])
    app.all(path, async (c) => {
      const address = countedGroup(clientAddressOf(c.env.incoming, proxies), proxies > 0);
      const { routes } = await workspace;
      return (await routes(c.req.raw, address)) ?? c.notFound();
    });
  return app;
}
