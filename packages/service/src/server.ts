/** Puts the process together: settings in, a server that answers out. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { REALTIME_PATH } from '@service/protocol';
import {
  attachGateway,
  countRefusals,
  createIdentityVerifier,
  createLimitedServer,
  createNode,
  type HttpRefusal,
  incomingFiles,
  joinInboxes,
  type LoadWatch,
  openFilesLimit,
  openInboxes,
  openKeyFiles,
  SOCKET_LIMITS,
  systemClock,
  watchLoad,
} from '@service/realtime-server';
import { pooledRandomBytes } from '@service/realtime-server/runtime';
import type { WriterThread } from '@service/realtime-server/writer-thread';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { laterListener } from './pages/later-pages.js';
import type { Pages } from './pages/open-pages.js';
import { type FirstVisit, firstVisit } from './start/first-visit.js';
import { laterParts, openLater } from './start/open-later.js';
import { openStorage, type Storage } from './storage/storage.js';
import { chatUrl, isServedAt, originWarning } from './two-origins.js';
import { applyKnownInboxes } from './workspace/known-inboxes.js';

export interface RunningServer {
  /** As reached on this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Nothing can be stored any more, or a part can't be opened. Close the server; a new process can store again. */
  readonly onBroken?: () => void;
  /** The writer's, if it was started before. */
  readonly thread?: WriterThread | null;
  /** When the parts that no socket needs are loaded. @defaultValue after the first visitor, or a moment without one */
  readonly first?: FirstVisit;
}

/**
 * Starts what a visitor's socket needs, and resolves when the server takes visitors. Pages, the workspace and who answers open after
 * that: requests wait for their part, and so do visitors' questions; messages don't.
 * @throws when the port is taken, the data folder is in use, the database can't be used, or an inbox file can't be read.
 */
export async function startServer(config: Config, log: Logger, options: StartOptions = {}): Promise<RunningServer> {
  const { onBroken = () => undefined, thread = null, first = firstVisit() } = options;
  let leaving = false;
  const serving = (): boolean => !leaving;
  const random = pooledRandomBytes();
  const joined = joinInboxes(openInboxes(config.inboxDir, log));
  const inboxes = joined.inboxes;
  const breakOff = (): void => {
    leaving = true;
    onBroken();
  };
  const storage = await openStorage(config, log, random, { onBroken: breakOff, thread });
  const preview = await applyKnownInboxes(joined, config, log);
  const load = startWatchingLoad(storage, log);
  const later = laterParts(inboxes);
  const { answerers, workspace, pages, cleaning } = later;
  const identities = createIdentityVerifier(inboxes, openKeyFiles(process.env, log));
  const node = createNode({
    ...nodeSettings(config, load, storage),
    inboxes,
    identities,
    answerer: answerers.answerer,
    failureText: answerers.failureText,
    random,
    log,
    onVisit(visit) {
      first.came();
      void workspace.opened.then(({ noteVisit }) => noteVisit(visit));
    },
    onErased: () => void cleaning.opened.then(({ soon }) => soon()),
  });
  const incoming = incomingFiles(join(storage.uploadsDir, 'incoming'), systemClock);
  const http = createHttpServer(laterListener(pages), config, log);
  const gateway = attachGateway(http, node.connection, chatOrigin(config), config.trustedProxies);
  const port = await listen(http, config.port, storage, log);
  const url = `http://localhost:${port}`;
  node.start(answerers.opened);
  const parts = { config, log, random, joined, inboxes, storage, identities, load, node, preview, incoming, serving };
  openLater({ ...parts, later, first, publicUrl: config.publicUrl ?? url, breakOff });

  return {
    ...{ port, url },
    async close() {
      leaving = true;
      cleaning.now()?.stopForgetting();
      node.leave();
      // Pages are served until the last visitor has left: load balancers learn from them that this node is leaving.
      await gateway.close(config.redisUrl !== null);
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await node.stop();
      load.stop();
      cleaning.now()?.stop();
      (await pages.settled())?.close();
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

function createHttpServer(listener: Pages['listener'], config: Config, log: Logger): Server {
  const { trustedProxies } = config;
  const warning = originWarning(config);
  if (warning) log.warn(warning);
  return createLimitedServer({
    listener,
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
