/**
 * Composes the rooms into a server. This is the only place that chooses an implementation of a port; everything else
 * gets what it needs handed in.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import {
  agUiModel,
  byInbox,
  createHttpAgent,
  createKnowledgeAnswerer,
  createTurnAnswerer,
  type Model,
  messagesFor,
  openKnowledge,
  openModel,
  retryingModel,
  signingSecretIn,
} from '@service/answering';
import { PEOPLE_PATH, UPLOADS_PATH } from '@service/protocol';
import {
  attachGateway,
  type ClientToolCalls,
  CONSOLE_FOLDER,
  createConsoleRoutes,
  createHttpApp,
  createIdentityVerifier,
  createInboxApi,
  createKnowledgeApi,
  createNode,
  createOperatorsApi,
  createUploads,
  fileLinks,
  imageCleaner,
  incomingFiles,
  isSessionValid,
  LOGOS_PATH,
  localBus,
  logoAddresses,
  logoRefusalMessage,
  markSeenIn,
  openDiskFileStorage,
  openInboxes,
  openPostgresFileStorage,
  openKeyFiles,
  openLogoCache,
  openPostgresStore,
  openRedisBus,
  openSqliteStore,
  operatorKeyIn,
  operatorKeyOf,
  Retention,
  readApp,
  readAssets,
  releaseAttachments,
  releaseLoader,
  SOCKET_LIMITS,
  serveLogos,
  serveOperatorPictures,
  startRemovingUnusedFiles,
  storeUpload,
  systemClock,
  watchLoad,
} from '@service/realtime-server';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { VERSION } from './version.js';

export interface RunningServer {
  /** As reached on this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts everything and resolves when the server answers.
 * `onBroken`: it can store nothing any more, and a new process could. It should be closed.
 * @throws when the port is taken, the data folder is in use, the database can't be used, or an inbox file can't be read.
 */
export async function startServer(
  config: Config,
  log: Logger,
  onBroken: () => void = () => undefined,
): Promise<RunningServer> {
  let leaving = false;
  const random = (count: number): Uint8Array => randomBytes(count);
  const inboxes = openInboxes(config.inboxDir, log);
  const { databaseUrl, redisUrl } = config;
  const store =
    databaseUrl === null
      ? await openSqliteStore(config.dataDir, {
          warn: (what) => log.warn(what),
          onBroken(error) {
            log.fatal({ error: error.message }, 'nothing can be stored any more');
            leaving = true;
            onBroken();
          },
        })
      : await openPostgresStore(databaseUrl);
  const bus =
    redisUrl === null
      ? localBus()
      : await openRedisBus(redisUrl, random, {
          away: (reason) => log.warn({ reason }, 'Redis is away: what other nodes store shows only with the next look'),
          back: () => log.info('Redis is back'),
        });
  if (databaseUrl !== null && redisUrl === null) {
    log.warn(
      'DATABASE_URL without REDIS_URL: run ONE node only. Another would show what this one stores seconds late.',
    );
  }
  const load = watchLoad(
    systemClock,
    // What stalls is the writing: reading may go on as if nothing were the matter.
    store.ping,
    (level, reading) => log[level === 0 ? 'info' : 'warn']({ level, ...reading }, 'the load has changed'),
  );
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, log, embedding: config.embedding });
  const articles = createKnowledgeAnswerer({ inboxes, ...knowledge });
  const httpAgent = createHttpAgent({
    inboxes,
    signing: (inbox) => signingSecretIn(join(config.inboxDir, inbox)),
    times: { now: systemClock.now, fraction: Math.random, pause: (ms, signal) => delay(ms, undefined, { signal }) },
  });
  const model = modelOf(config);
  const thinking = (tools: ClientToolCalls) =>
    model &&
    createTurnAnswerer({
      model: retryingModel(model, {
        clock: systemClock,
        fraction: Math.random,
        onProblem: ({ kind, status, message }, { turn }) => log.warn({ run: turn.run, kind, status }, message),
      }),
      knowledge: knowledge.source,
      tools,
      ledger: store,
      inboxes,
      now: systemClock.now,
    });
  const identities = createIdentityVerifier(inboxes, openKeyFiles(process.env, log));
  const node = createNode({
    store,
    bus,
    inboxes,
    identities,
    answerer(tools) {
      const otherwise = thinking(tools) ?? articles;
      return byInbox((inbox) => (inboxes.get(inbox)?.httpAgent ? httpAgent : otherwise));
    },
    failureText: (asked) => messagesFor(asked).failed,
    clock: systemClock,
    random,
    fraction: Math.random,
    load: load.level,
    deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs * (load.level() === 0 ? 1 : 5),
    log,
    proxied: config.trustedProxies > 0,
    alone: databaseUrl === null && redisUrl === null,
  });

  const assets = readAssets();
  const pages = createHttpApp({
    inboxes,
    assets,
    loaders: releaseLoader(config.loaderDir, VERSION, assets.loader, (version) =>
      log.warn(
        { version },
        'the loader differs from what was released as this version, which stays: raise the version',
      ),
    ),
    attachments: releaseAttachments(config.loaderDir, [assets.loaderAttachment, ...assets.loaderParts]),
    version: VERSION,
    publicOrigin: config.publicUrl,
    now: systemClock.now,
    serving: () => !leaving,
    onError: (error) => log.error({ error: error.message }, 'a page failed'),
  });
  const key = config.operatorKey === null ? operatorKeyIn(config.dataDir) : operatorKeyOf(config.operatorKey);
  const uploadsDir = join(config.dataDir, 'uploads');
  const incoming = incomingFiles(join(uploadsDir, 'incoming'), systemClock);
  const files =
    databaseUrl === null ? openDiskFileStorage(join(uploadsDir, 'kept')) : await openPostgresFileStorage(databaseUrl);
  const links = fileLinks(files.linkKey, systemClock.now);
  const cleaner = imageCleaner(systemClock);
  const logos = openLogoCache({
    folder: join(config.dataDir, 'logos'),
    cleaner,
    clock: systemClock,
    onRefused: (address, reason) =>
      log.warn({ code: 'logo_rejected', reason, host: new URL(address).hostname }, logoRefusalMessage(reason)),
    onFailure: (error) => log.error({ error: error.message }, 'a logo could not be kept'),
  });
  pages.route(LOGOS_PATH, serveLogos(inboxes, logos));
  const taking = { store, incoming, files, cleaner, clock: systemClock, random };
  pages.route(
    UPLOADS_PATH,
    createUploads({
      ...taking,
      inboxes,
      mayBeServed: (session, inbox) => isSessionValid(session, inbox, identities, systemClock.now()),
      links,
      load: load.level,
      serving: () => !leaving,
      publicOrigin: config.publicUrl,
      onError: (error) => log.error({ error: error.message }, 'an upload failed'),
    }),
  );
  const { append, endSessionsOf } = node;
  const desk = createInboxApi({
    store,
    bus,
    clock: systemClock,
    seen: markSeenIn(store, bus),
    append,
    inboxes,
    endSessionsOf,
    key,
    links,
    takeIn: (uploader, arriving) => storeUpload(taking, uploader, arriving),
  });
  desk.route('/knowledge', createKnowledgeApi(store.knowledge));
  desk.route('/operators', createOperatorsApi(taking));
  pages.route('/api/desk', desk);
  pages.route(PEOPLE_PATH, serveOperatorPictures(store));
  pages.route('/console', createConsoleRoutes(readApp(CONSOLE_FOLDER)));
  // Some that ask whether a server lives speak the oldest HTTP, which names no host.
  const http = createServer(getRequestListener(pages.fetch, { hostname: 'localhost' }));
  http.headersTimeout = 10_000;
  // A file on a slow line takes minutes; one that stalls is given up long before.
  http.requestTimeout = 600_000;
  const ownOrigin = (request: IncomingMessage): string => config.publicUrl ?? `http://${request.headers.host ?? ''}`;
  const gateway = attachGateway(http, node.connection, ownOrigin, config.trustedProxies);
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(config.port, resolve);
    });
  } catch (error) {
    await bus.close();
    await files.close();
    await store.close();
    throw error;
  }
  // A connection that the system can't hand over must not take those that there are.
  http.on('error', (error) => log.error({ error: error.message }, 'a connection could not be taken'));
  node.start();
  const retention = new Retention({
    store,
    inboxes,
    clock: systemClock,
    fraction: Math.random,
    onForgotten: (inbox, contacts) => log.info({ inbox, contacts }, 'quiet visitors were forgotten'),
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'forgetting failed; it is tried again'),
  });
  retention.start();
  void knowledge.library.readAll();
  // So that the operator reads at the start what is wrong with one, and the first visitor doesn't wait for it.
  for (const address of logoAddresses(inboxes)) void logos.logo(address);
  const sweeper = startRemovingUnusedFiles({
    store,
    files,
    incoming,
    clock: systemClock,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'abandoned files could not be removed'),
  });

  const { port } = http.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}`,
    async close() {
      leaving = true;
      retention.stop();
      node.leave();
      // Pages are served until the last visitor has left, because whoever spreads the load learns of it by asking.
      await gateway.close(redisUrl !== null);
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await node.stop();
      load.stop();
      sweeper.stop();
      cleaner.close();
      http.closeAllConnections();
      await closed;
      inboxes.close();
      await knowledge.close();
      await bus.close();
      await files.close();
      await store.close();
    },
  };
}

/** Who answers besides the articles; null: nobody. */
function modelOf({ agent, model }: Config): Model | null {
  if (agent) return agUiModel(agent, systemClock.now);
  return model && openModel(model, systemClock.now);
}
