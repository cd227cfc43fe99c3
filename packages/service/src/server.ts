/** Puts the process together: settings in, a server that answers out. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { REALTIME_PATH } from '@service/protocol';
import {
  attachGateway,
  countRefusals,
  createIdentityVerifier,
  createLimitedServer,
  createNode,
  type HttpRefusal,
  type InboxDirectory,
  type JoinedInboxes,
  joinInboxes,
  type LoadWatch,
  logoAddresses,
  openFilesLimit,
  openInboxes,
  openKeyFiles,
  Retention,
  SOCKET_LIMITS,
  startRemovingUnusedFiles,
  systemClock,
  watchLoad,
} from '@service/realtime-server';
import type { Workspace } from '@service/workspace';
import type { Logger } from 'pino';
import { type LaterAnswerers, laterAnswerers, laterEditor } from './answering/later-answerers.js';
import type { Answerers } from './answering/open-answerers.js';
import type { Config } from './config.js';
import { createRoutes, type RouteParts, type Routes } from './routes.js';
import { type Later, later } from './start/later.js';
import { openStorage, type Storage } from './storage/storage.js';
import { chatUrl, isServedAt, originWarning, servedAtItsOrigin } from './two-origins.js';
import { applyKnownInboxes } from './workspace/known-inboxes.js';

export interface RunningServer {
  /** As reached on this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts everything and resolves when the server takes visitors. The workspace and who answers open after that: the requests of the
 * one wait, and so do visitors' questions; messages don't. `onBroken`: nothing can be stored any more, or one of the two can't be
 * opened. Close the server; a new process can store again.
 * @throws when the port is taken, the data folder is in use, the database can't be used, or an inbox file can't be read.
 */
export async function startServer(
  config: Config,
  log: Logger,
  onBroken: () => void = () => undefined,
): Promise<RunningServer> {
  let leaving = false;
  const random = (count: number): Uint8Array => randomBytes(count);
  const joined = joinInboxes(openInboxes(config.inboxDir, log));
  const inboxes = joined.inboxes;
  const breakOff = (): void => {
    leaving = true;
    onBroken();
  };
  const storage = await openStorage(config, log, random, breakOff);
  const preview = await applyKnownInboxes(joined, config, log);
  const load = startWatchingLoad(storage, log);
  const answerers = laterAnswerers(inboxes);
  const identities = createIdentityVerifier(inboxes, openKeyFiles(process.env, log));
  const workspace = later<Workspace>();
  const node = createNode({
    ...nodeSettings(config, load, storage),
    inboxes,
    identities,
    answerer: answerers.answerer,
    failureText: answerers.failureText,
    random,
    log,
    onVisit: (visit) => void workspace.opened.then(({ noteVisit }) => noteVisit(visit)),
    // Called by visitors, who come after the start.
    onErased: () => cleaning.soon(),
  });
  const parts = { config, log, random, inboxes, storage, identities, load, node, workspace, preview };
  const editor = laterEditor(answerers);
  const routes = createRoutes({ ...parts, editor, serving: () => !leaving });
  const http = createHttpServer(routes, config, log);
  const gateway = attachGateway(http, node.connection, chatOrigin(config), config.trustedProxies);
  const port = await listen(http, config.port, storage, log);
  const url = `http://localhost:${port}`;
  node.start(answerers.opened);
  openLater({ ...parts, joined, answerers, publicUrl: config.publicUrl ?? url, breakOff });
  const cleaning = startCleaning(storage, inboxes, routes, config, log);
  // At the start, so that the operator sees what is wrong with a logo, and the first visitor doesn't wait for it.
  for (const address of logoAddresses(inboxes)) void routes.logos.logo(address);

  return {
    ...{ port, url },
    async close() {
      leaving = true;
      cleaning.stopForgetting();
      node.leave();
      // Pages are served until the last visitor has left: load balancers learn from them that this node is leaving.
      await gateway.close(config.redisUrl !== null);
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await node.stop();
      load.stop();
      cleaning.stop();
      routes.close();
      http.closeAllConnections();
      await closed;
      inboxes.close();
      await (await workspace.settled())?.close();
      const answering = await answerers.settled();
      await answering?.work.close();
      await answering?.knowledge.close();
      await storage.close();
    },
  };
}

interface OpeningParts extends Pick<RouteParts, 'config' | 'inboxes' | 'storage' | 'log'> {
  readonly workspace: Later<Workspace>;
  readonly answerers: LaterAnswerers;
  readonly joined: JoinedInboxes;
  readonly publicUrl: string;
  readonly breakOff: () => void;
}

/** What the first visitor doesn't need: loaded, and opened, now that there is a socket for them. */
function openLater({
  config,
  inboxes,
  joined,
  storage,
  log,
  workspace,
  answerers,
  publicUrl,
  breakOff,
}: OpeningParts): void {
  const openWorkspace = async (): Promise<Workspace> => {
    const { startWorkspace } = await import('./workspace/start-workspace.js');
    const parts = { config, publicUrl, joined, storage, log };
    return startWorkspace({ ...parts, answerers: await answerers.opened, onBroken: breakOff });
  };
  const open = async (): Promise<Answerers> => {
    const { openAnswerers } = await import('./answering/open-answerers.js');
    return openAnswerers(config, inboxes, storage, workspace.opened, log);
  };
  const failed = (message: string) => (error: Error) => {
    log.fatal({ error: error.message }, message);
    breakOff();
  };
  workspace.open(openWorkspace(), failed('the workspace can’t be opened'));
  answerers.open(open(), failed('who answers can’t be opened'));
  void answerers.opened.then(({ knowledge }) => knowledge.library.readAll());
}

function startWatchingLoad({ store }: Storage, log: Logger): LoadWatch {
  // Measures the writer: reads may go on while writes stall.
  return watchLoad(systemClock, store.ping, (level, reading) =>
    log[level === 0 ? 'info' : 'warn']({ level, ...reading }, 'the load has changed'),
  );
}

function nodeSettings(
  { trustedProxies, databaseUrl, redisUrl }: Config,
  load: LoadWatch,
  { store, bus, diskRoom }: Storage,
) {
  return {
    store,
    bus,
    ...(diskRoom && { diskRoom }),
    clock: systemClock,
    fraction: Math.random,
    load: load.level,
    deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs * (load.level() === 0 ? 1 : 5),
    proxied: trustedProxies > 0,
    alone: databaseUrl === null && redisUrl === null,
  };
}

function createHttpServer({ app }: Routes, config: Config, log: Logger): Server {
  const { trustedProxies } = config;
  const warning = originWarning(config);
  if (warning) log.warn(warning);
  return createLimitedServer({
    // Some health checks speak HTTP/1.0, which names no host.
    listener: getRequestListener(servedAtItsOrigin(app.fetch, config), { hostname: 'localhost' }),
    clock: systemClock,
    proxies: trustedProxies,
    openFiles: openFilesLimit(),
    onRefused: countRefusals<HttpRefusal>(systemClock, (refused) =>
      log.warn({ code: 'http_limits', refused }, 'requests beyond the limits were refused or cut off'),
    ),
  });
}

/** How browsers reach the chat, from a request; null: not at this host. */
function chatOrigin(config: Config): (request: IncomingMessage) => string | null {
  return ({ headers: { host = '' } }) => {
    if (!isServedAt(host, REALTIME_PATH, config)) return null;
    return chatUrl(config) ?? `http://${host}`;
  };
}

/** Resolves with the port. A port that can't be had ends the storage, too. */
async function listen(http: Server, wanted: number, storage: Storage, log: Logger): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(wanted, resolve);
  }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  // A connection that the system can't hand over must not end the others.
  http.on('error', (error) => log.error({ error: error.message }, 'a connection could not be taken'));
  return (http.address() as AddressInfo).port;
}

/** Forgets quiet visitors, and removes files that no message names. */
function startCleaning(
  { store, files }: Storage,
  inboxes: InboxDirectory,
  { incoming }: Routes,
  { databaseUrl }: Config,
  log: Logger,
) {
  const unusedFiles = startRemovingUnusedFiles({
    store,
    files,
    incoming,
    // Nodes of one database may share a folder.
    startedAt: databaseUrl === null ? systemClock.now() - process.uptime() * 1_000 : null,
    clock: systemClock,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'abandoned files could not be removed'),
  });
  const retention = new Retention({
    store,
    inboxes: inboxes.all,
    clock: systemClock,
    fraction: Math.random,
    onForgotten(inbox, contacts) {
      log.info({ inbox, contacts }, 'quiet visitors were forgotten');
      unusedFiles.soon();
    },
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'forgetting failed; it is tried again'),
  });
  retention.start();
  return {
    soon: () => unusedFiles.soon(),
    stopForgetting: () => retention.stop(),
    stop: () => unusedFiles.stop(),
  };
}
