/** Everything that is served over HTTP: pages, uploads, logos, the inbox API and the console. */
import { join } from 'node:path';
import type { RandomBytes } from '@service/protocol';
import { PEOPLE_PATH, UPLOADS_PATH } from '@service/protocol';
import {
  CONSOLE_FOLDER,
  clientAddressOf,
  countedGroup,
  createConsoleRoutes,
  createHttpApp,
  createInboxApi,
  createKnowledgeApi,
  createOperatorsApi,
  createUploads,
  fileLinks,
  type IdentityVerifier,
  type InboxDirectory,
  type IncomingFiles,
  isSessionValid,
  type KnowledgeEditor,
  LOGOS_PATH,
  type LoadWatch,
  type LogoCache,
  logoRefusalMessage,
  markSeenIn,
  type Node,
  openLogoCache,
  type ReadPreview,
  readApp,
  readAssets,
  releaseAttachments,
  releaseLoader,
  serveLogos,
  serveOperatorPictures,
  storeUpload,
  systemClock,
  teamImages,
  visitorImages,
} from '@service/realtime-server';
import type { Workspace } from '@service/workspace';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Later } from '../start/later.js';
import { inFolderOf } from '../storage/data-folder.js';
import type { Storage } from '../storage/storage.js';
import { chatUrl, previewUrl } from '../two-origins.js';
import { VERSION } from '../version.js';
import { admitTeam, workspaceRoutes } from '../workspace/workspace.js';

export interface RouteParts {
  readonly config: Config;
  readonly log: Logger;
  readonly random: RandomBytes;
  readonly inboxes: InboxDirectory;
  readonly storage: Storage;
  readonly identities: IdentityVerifier;
  readonly load: LoadWatch;
  readonly node: Node;
  readonly workspace: Later<Workspace>;
  readonly editor: KnowledgeEditor;
  readonly preview: ReadPreview;
  readonly incoming: IncomingFiles;
  /** False once the process is about to end. */
  readonly serving: () => boolean;
}

export interface Routes {
  readonly app: App;
  readonly logos: LogoCache;
  close(): void;
}

type App = ReturnType<typeof createHttpApp>;
type Upload = Parameters<typeof storeUpload>[0];

export function createRoutes(parts: RouteParts): Routes {
  const { log, inboxes, incoming } = parts;
  const { store, files } = parts.storage;
  const [cleaner, teamCleaner] = [visitorImages(systemClock), teamImages(systemClock)];
  const logos = openLogoCache({
    folder: join(parts.config.dataDir, 'logos'),
    cleaner: teamCleaner,
    clock: systemClock,
    onRefused: (address, reason) =>
      log.warn({ code: 'logo_rejected', reason, host: new URL(address).hostname }, logoRefusalMessage(reason)),
    onFailure: (error) => log.error({ error: error.message }, 'a logo could not be stored'),
  });
  const upload = { store, incoming, files, cleaner, clock: systemClock, random: parts.random };
  const app = createPages(parts);
  app.route(LOGOS_PATH, serveLogos(inboxes, logos));
  addUploads(app, parts, upload);
  addInboxApi(app, parts, { ...upload, cleaner: teamCleaner });
  app.route(PEOPLE_PATH, serveOperatorPictures(store));
  app.route(
    '/console',
    createConsoleRoutes(readApp(CONSOLE_FOLDER), parts.config.widgetUrl, (own) => previewUrl(parts.config, own)),
  );
  app.route('/', workspaceRoutes(parts.workspace, parts.config.trustedProxies));
  const close = (): void => {
    cleaner.close();
    teamCleaner.close();
  };
  return { app, logos, close };
}

function createPages({ config, log, inboxes, serving, workspace, preview }: RouteParts): App {
  const assets = readAssets();
  return createHttpApp({
    inboxes,
    assets,
    ...inFolderOf('LOADER_DIR', config.loaderDir, () => releasedIn(config.loaderDir, assets, log)),
    version: VERSION,
    publicOrigin: chatUrl(config),
    ...systemClock,
    preview,
    serving,
    ready: () => workspace.now() !== null,
    onError: (error) => log.error({ error: error.message }, 'a page failed'),
  });
}

/** Keeps the script of this version beside those of versions before. */
const releasedIn = (folder: string, assets: ReturnType<typeof readAssets>, log: Logger) => ({
  loaders: releaseLoader(folder, VERSION, assets.loader, (version) =>
    log.warn({ version }, 'the loader differs from what was released as this version, which stays: raise the version'),
  ),
  attachments: releaseAttachments(folder, [assets.loaderAttachment, ...assets.loaderParts]),
});

/** Uploads of visitors. */
function addUploads(app: App, parts: RouteParts, upload: Upload): void {
  const { config, log, inboxes, identities, load, serving } = parts;
  app.route(
    UPLOADS_PATH,
    createUploads({
      ...upload,
      inboxes,
      mayBeServed: (session, inbox) => isSessionValid(session, inbox, identities, systemClock.now()),
      links: linksOf(parts),
      load: load.level,
      serving,
      addressOf: (request) => countedGroup(clientAddressOf(request, config.trustedProxies), config.trustedProxies > 0),
      publicOrigin: chatUrl(config),
      onError: (error) => log.error({ error: error.message }, 'an upload failed'),
    }),
  );
}

/** The API through which the team answers, which takes files too. */
function addInboxApi(app: App, parts: RouteParts, upload: Upload): void {
  const { config, inboxes, node } = parts;
  const { store, bus } = parts.storage;
  const api = createInboxApi({
    store,
    bus,
    clock: systemClock,
    seen: markSeenIn(store, bus),
    append: node.append,
    inboxes: inboxes.all,
    endSessionsOf: node.endSessionsOf,
    blocks: node.blocks,
    random: parts.random,
    admit: admitTeam(parts.workspace),
    proxies: config.trustedProxies,
    links: linksOf(parts),
    takeIn: (uploader, incoming) => storeUpload(upload, uploader, incoming),
  });
  api.route('/knowledge', createKnowledgeApi(store.knowledge, inboxes.all, parts.editor));
  api.route('/operators/own', createOperatorsApi(upload));
  app.route('/api/desk', api);
}

const linksOf = ({ storage }: RouteParts) => fileLinks(storage.files.linkKey, systemClock.now);
