/** The loader at its evergreen, its inboxes' and its pinned addresses, the parts it fetches, and the manifest of its releases. */
import { INBOX_ID, type ServerReport } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import type { Assets } from '../files/assets.js';
import { sendFile } from '../files/send-file.js';
import { FOREVER, PUBLIC_FILE_HEADERS } from '../security-headers.js';
import { createInboxScripts } from './inbox-scripts.js';
import { PART_NAME, type ReleasedLoader, type ReleasedParts } from './released-loaders.js';

export interface EmbedRoutesDeps {
  readonly inboxes: InboxDirectory;
  readonly assets: Assets;
  /** Every loader released so far, the current one last. Their addresses stay valid for good. */
  readonly loaders: readonly ReleasedLoader[];
  /** What any of them fetches after its launcher is shown, by hash. */
  readonly attachments: ReleasedParts;
  readonly version: string;
  readonly now: () => number;
}

export interface PinnedLoader {
  readonly version: string;
  readonly file: string;
  readonly integrity: string;
}

const EVERGREEN = 'public, max-age=300';

/**
 * For what carries an inbox's settings: a change reaches pages within 60 seconds. A copy is fresh for 30 of them, and used for 25
 * more while the browser fetches the next one; the rest is for the server itself, which checks its inboxes each second.
 */
const INBOX_SCRIPT = 'public, max-age=30, stale-while-revalidate=25';

const pinnedPath = (version: string): string => `/embed/${version}/loader.js`;

export function pinnedLoaders(loaders: readonly ReleasedLoader[]): readonly PinnedLoader[] {
  return loaders.map(({ version, asset }) => ({ version, file: pinnedPath(version), integrity: asset.sha384 }));
}

export function createEmbedRoutes({ inboxes, assets, loaders, attachments, version, now }: EmbedRoutesDeps): Hono {
  const app = new Hono();
  /** What the diagnosis asks for (see protocol, `ServerReport`). The same "no" for every reason. */
  const sendReport = (c: Context, inboxId: string): Response => {
    const origin = c.req.header('Origin') ?? '';
    const allowed = inboxes.get(inboxId)?.allowedOrigins.includes(origin) ?? false;
    const crossSite = c.req.header('Sec-Fetch-Site') === 'cross-site';
    const report: ServerReport = { version, now: now(), allowed, crossSite };
    return c.body(`export default ${JSON.stringify(report)};`, 200, {
      ...PUBLIC_FILE_HEADERS,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
  // A loader fetches its parts from its own address, with the hash of the part as the query. A hash that was never released
  // belongs to a loader that some cache still has. A loader that checks hashes refuses the current part and reports it; an
  // older one can use it, but no cache may store it under that hash.
  const answerQuery = (c: Context): Response | Promise<Response> | null => {
    const about = c.req.query('about');
    if (about !== undefined) return sendReport(c, about);
    const hash = new URL(c.req.url).search.slice(1);
    if (!PART_NAME.test(hash)) return null;
    const attachment = attachments.get(hash);
    return sendFile(c, attachment ?? assets.loaderAttachment, attachment ? FOREVER : 'no-store');
  };
  const scriptsOf = createInboxScripts(inboxes, assets);
  app.get('/embed/v1.js', (c) => {
    const answer = answerQuery(c);
    if (answer) return answer;
    const inboxId = c.req.query('launcher');
    return inboxId === undefined
      ? sendFile(c, assets.loader, EVERGREEN)
      : sendFile(c, scriptsOf(inboxId).launcher, INBOX_SCRIPT);
  });
  app.get('/embed/v1/:script', (c) => {
    const inboxId = c.req.param('script').replace(/\.js$/, '');
    if (inboxId === c.req.param('script') || !INBOX_ID.test(inboxId)) return c.notFound();
    return answerQuery(c) ?? sendFile(c, scriptsOf(inboxId).loader, INBOX_SCRIPT);
  });
  for (const { version, asset } of loaders)
    app.get(pinnedPath(version), (c) => {
      // A page that has pinned the loader runs no code that may change.
      if (c.req.query('launcher') !== undefined) return c.notFound();
      return answerQuery(c) ?? sendFile(c, asset, FOREVER);
    });
  const released = pinnedLoaders(loaders);
  // The hashes that the loader checks its parts against, for comparison from outside.
  const parts = [assets.loaderAttachment, ...assets.loaderParts].map(({ hash }) => `sha256-${hash}`);
  app.get('/embed/manifest.json', (c) =>
    c.json({ ...released.at(-1), parts, released }, 200, { ...PUBLIC_FILE_HEADERS, 'Cache-Control': EVERGREEN }),
  );
  return app;
}
