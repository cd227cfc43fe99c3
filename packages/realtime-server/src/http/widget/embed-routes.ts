/** The loader at its evergreen and pinned addresses, the parts it fetches, and the manifest of its releases. */
import type { ServerReport } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import type { Asset, Assets } from '../assets.js';
import { FOREVER, PUBLIC_FILE_HEADERS } from '../security-headers.js';
import { sendFile } from '../send-file.js';
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
  const sendScript =
    (loader: Asset, cacheControl: string) =>
    (c: Context): Response | Promise<Response> => {
      const about = c.req.query('about');
      if (about !== undefined) return sendReport(c, about);
      const hash = new URL(c.req.url).search.slice(1);
      if (!PART_NAME.test(hash)) return sendFile(c, loader, cacheControl);
      const attachment = attachments.get(hash);
      return sendFile(c, attachment ?? assets.loaderAttachment, attachment ? FOREVER : 'no-store');
    };
  app.get('/embed/v1.js', sendScript(assets.loader, EVERGREEN));
  for (const { version, asset } of loaders) app.get(pinnedPath(version), sendScript(asset, FOREVER));
  const released = pinnedLoaders(loaders);
  // The hashes that the loader checks its parts against, for comparison from outside.
  const parts = [assets.loaderAttachment, ...assets.loaderParts].map(({ hash }) => `sha256-${hash}`);
  app.get('/embed/manifest.json', (c) =>
    c.json({ ...released.at(-1), parts, released }, 200, { ...PUBLIC_FILE_HEADERS, 'Cache-Control': EVERGREEN }),
  );
  return app;
}
