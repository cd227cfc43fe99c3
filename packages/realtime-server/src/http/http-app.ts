/** Everything over plain HTTP: the loader, the widget's document and files, health. */
import { isWebOrigin, MODES, REALTIME_PATH, type ServerReport } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../inbox/inbox.js';
import { publicInbox } from '../inbox/public-inbox.js';
import type { Asset, Assets } from './assets.js';
import { acceptedEncoding, compress } from './encoding.js';
import { createInboxSettingsRoute } from './inbox-settings-route.js';
import { LANDING_CSS_HASH, landingPage } from './landing-page.js';
import { PART_NAME, type ReleasedLoader, type ReleasedParts } from './released-loaders.js';
import { API_HEADERS, COMMON_HEADERS, FOREVER, PUBLIC_FILE_HEADERS, widgetHeaders } from './security-headers.js';
import { EMPTY_DOCUMENT, themeInAddress, widgetDocument } from './widget-document.js';

export interface HttpAppDeps {
  readonly inboxes: InboxDirectory;
  readonly assets: Assets;
  /** Every loader released so far, the current one last; they stay at their addresses for good. */
  readonly loaders: readonly ReleasedLoader[];
  /** What any of them fetches when its launcher stands, by name. */
  readonly attachments: ReleasedParts;
  readonly version: string;
  /** PUBLIC_URL, or null: as the request says. */
  readonly publicOrigin: string | null;
  readonly now: () => number;
  /** False from the moment the process is asked to leave: whoever spreads the load should look elsewhere. */
  readonly serving: () => boolean;
  readonly onError: (error: Error) => void;
}

const SERVICE = 'realtime-server';
const pinned = (version: string): string => `/embed/${version}/loader.js`;
const EVERGREEN = 'public, max-age=300';

export function createHttpApp({
  inboxes,
  assets,
  loaders,
  attachments,
  version,
  publicOrigin,
  now,
  serving,
  onError,
}: HttpAppDeps): Hono {
  const app = new Hono();
  const ownOrigin = (c: Context): string => publicOrigin ?? new URL(c.req.url).origin;

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
    // A file that is missing on this node may be there in a moment, or on the next one: no cache in front may remember that.
    if (c.res.status >= 400 && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

  app.use('/api/*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value);
  });

  app.get('/api/rpc/health', (c) => {
    const timestamp = new Date(now()).toISOString();
    return serving()
      ? c.json({ status: 'ok', service: SERVICE, timestamp })
      : c.json({ status: 'leaving', service: SERVICE, timestamp }, 503);
  });

  // A loader fetches the rest of itself from its own address, with the hash of that very file behind the `?`. A hash that
  // was never released here is of a copy that some cache still has. Loaders that check it will refuse what there is now,
  // and say so; for older ones it will do, but must not be kept.
  const script =
    (loader: Asset, kept: string) =>
    (c: Context): Response | Promise<Response> => {
      const about = c.req.query('about');
      if (about !== undefined) return serverReport(c, about);
      const name = new URL(c.req.url).search.slice(1);
      if (!PART_NAME.test(name)) return file(c, loader, kept);
      const attachment = attachments.get(name);
      return file(c, attachment ?? assets.loaderAttachment, attachment ? FOREVER : 'no-store');
    };
  // How a page that looks for a fault asks (see protocol, diagnosis/server-report.ts). The same "no" for every reason.
  const serverReport = (c: Context, inboxId: string) => {
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
  app.get('/embed/v1.js', script(assets.loader, EVERGREEN));
  for (const { version, asset } of loaders) app.get(pinned(version), script(asset, FOREVER));
  const released = loaders.map(({ version, asset }) => ({ version, file: pinned(version), integrity: asset.sha384 }));
  // What the loader holds the rest of itself to, for whoever compares.
  const parts = [assets.loaderAttachment, ...assets.loaderParts].map(({ hash: name }) => `sha256-${name}`);
  app.get('/embed/manifest.json', (c) =>
    c.json({ ...released.at(-1), parts, released }, 200, { ...PUBLIC_FILE_HEADERS, 'Cache-Control': EVERGREEN }),
  );
  app.get('/assets/:name', (c) => {
    const asset = assets.widget.get(c.req.param('name'));
    return asset ? file(c, asset, FOREVER) : c.notFound();
  });

  app.get('/widget/:inbox', (c) => {
    const inbox = inboxes.get(c.req.param('inbox'));
    const given = c.req.queries('o') ?? [];
    const origin = given.length === 1 && isWebOrigin(given[0] as string) ? (given[0] as string) : null;
    const asked = <T extends string>(name: string, words: readonly T[]): T =>
      words.find((word) => word === c.req.query(name)) ?? (words[0] as T);
    const mode = asked('mode', MODES);
    const files = assets.boot[mode];
    // One answer for every "no": nobody learns from here which inboxes exist, or whom they allow.
    if (!inbox || origin === null || !inbox.allowedOrigins.includes(origin)) {
      return document(c, EMPTY_DOCUMENT, widgetHeaders(null, ownOrigin(c), files.styleHash, null));
    }
    const theme = themeInAddress(c.req.query('theme'));
    const drawing = { hostOrigin: origin, mode, scheme: asked('scheme', ['light', 'dark']), theme } as const;
    const html = widgetDocument(publicInbox(inbox), drawing, version, files);
    // A saved theme's logo comes from here. The page's own counts only where none is saved, and then its logo has to be
    // let through.
    const logo = inbox.theme || theme === 'later' ? null : (theme?.logoUrl ?? null);
    return document(c, html, widgetHeaders(origin, ownOrigin(c), files.styleHash, logo));
  });

  app.route('/', createInboxSettingsRoute(inboxes, ownOrigin));

  // An answer that names `Connection` itself must say the end as well, or whoever asked for it is held until they give up.
  app.get(REALTIME_PATH, (c) =>
    c.text('This address speaks WebSocket. Connect with the subprotocol service.chat.v1.', 426, {
      Upgrade: 'websocket',
      Connection: 'Upgrade, close',
    }),
  );
  app.get('/', (c) =>
    document(c, landingPage(ownOrigin(c), released.at(-1)), {
      'Content-Security-Policy': `default-src 'none'; style-src '${LANDING_CSS_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      // It says how its reader reached this server, and must not say it to anybody else.
      'Cache-Control': 'no-store',
    }),
  );

  app.notFound((c) =>
    c.req.path.startsWith('/api/')
      ? c.json({ code: 'NOT_FOUND', message: 'There is nothing at this address.' }, 404)
      : c.text('There is nothing at this address.', 404),
  );
  app.onError((error, c) => {
    onError(error);
    const message = 'The server failed. Try again.';
    return c.req.path.startsWith('/api/')
      ? c.json({ code: 'INTERNAL_SERVER_ERROR', message }, 500)
      : c.text(message, 500);
  });
  return app;
}

/** Sends a file as small as the browser can take it, or only word that the browser's copy is still right. */
export async function file(c: Context, asset: Asset, cacheControl: string): Promise<Response> {
  // Weak, because the same tag stands for every encoding.
  const tag = `W/"${asset.sha384.slice(-32)}"`;
  const headers = { ...PUBLIC_FILE_HEADERS, 'Cache-Control': cacheControl, ETag: tag, Vary: 'Accept-Encoding' };
  if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
  const body = encoding ? await asset.encoded(encoding) : asset.body;
  return c.body(new Uint8Array(body), 200, {
    ...headers,
    'Content-Type': asset.type,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}

/** Sends a document with its policy. */
export function document(c: Context, html: string, headers: Readonly<Record<string, string>>): Response {
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
  return c.body(encoding ? new Uint8Array(compress(html, encoding)) : html, 200, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}
