/** Everything over plain HTTP. Other routes (uploads, logos, APIs) are mounted on it by the service. */
import type { IncomingMessage } from 'node:http';
import { REALTIME_PATH } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../inbox/inbox.js';
import { type Clock, delay } from '../runtime/clock.js';
import { HTTP_LIMITS } from '../runtime/limits.js';
import { documentSender } from './files/send-file.js';
import { LANDING_CSS_HASH, landingPage } from './landing-page.js';
import { API_HEADERS, COMMON_HEADERS, transportHeaders } from './security-headers.js';
import { createEmbedRoutes, type EmbedRoutesDeps, pinnedLoaders } from './widget/embed-routes.js';
import { createInboxSettingsRoute } from './widget/inbox-settings-route.js';
import type { ReleasedParts } from './widget/released-loaders.js';
import { createWidgetRoutes, type ReadPreview } from './widget/widget-routes.js';

export interface HttpAppDeps extends EmbedRoutesDeps, Pick<Clock, 'after'> {
  /** PUBLIC_URL; null: the origin of the request. */
  readonly publicOrigin: string | null;
  /** Reads what the console wants to see. @defaultValue there are no previews */
  readonly preview?: ReadPreview;
  /** False once the process was asked to end: load balancers should send clients elsewhere. */
  readonly serving: () => boolean;
  /** False until everything is open that requests need. */
  readonly ready: () => boolean;
  readonly onError: (error: Error) => void;
}

export function createHttpApp(deps: HttpAppDeps): Hono {
  const { inboxes, loaders, publicOrigin, serving, onError } = deps;
  const app = new Hono();
  const ownOrigin = (c: Context): string => publicOrigin ?? new URL(c.req.url).origin;
  const sendDocument = documentSender();
  addHeaders(app, deps);
  refuseLater(app, deps);

  const isReady = (): boolean => serving() && deps.ready();
  app.get('/ready', (c) => {
    c.header('Cache-Control', 'no-store');
    return isReady() ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503);
  });
  // Balancers of 0.1.0 learn here that a node leaves. What the address answers else is the workspace's.
  app.get('/api/rpc/health', (c, next) => (serving() ? next() : c.json({ status: 'leaving' }, 503)));
  app.route('/', createEmbedRoutes(deps));
  app.route('/', createWidgetRoutes({ ...deps, ownOrigin, sendDocument }));
  app.route('/', createInboxSettingsRoute(inboxes, ownOrigin));

  // An answer that sets `Connection` itself must include `close`, or clients wait for the end until they time out.
  app.get(REALTIME_PATH, (c) =>
    c.text('This address speaks WebSocket. Connect with the subprotocol service.chat.v1.', 426, {
      Upgrade: 'websocket',
      Connection: 'Upgrade, close',
    }),
  );
  app.get('/', (c) =>
    sendDocument(c, landingPage(ownOrigin(c), pinnedLoaders(loaders).at(-1)), {
      'Content-Security-Policy': `default-src 'none'; style-src '${LANDING_CSS_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      // It contains the origin by which this reader reached the server.
      'Cache-Control': 'no-store',
    }),
  );

  app.notFound((c) =>
    isApi(c)
      ? c.json({ code: 'NOT_FOUND', message: 'There is nothing at this address.' }, 404)
      : c.text('There is nothing at this address.', 404),
  );
  app.onError((error, c) => {
    // The client has gone while its body was read. It gets no answer, and nothing has failed.
    if ((c.env as { readonly incoming?: IncomingMessage } | undefined)?.incoming?.readableAborted)
      return c.body(null, 400);
    onError(error);
    const message = 'The server failed. Try again.';
    return isApi(c) ? c.json({ code: 'INTERNAL_SERVER_ERROR', message }, 500) : c.text(message, 500);
  });
  return app;
}

/** Set on the answer itself: `c.header` would make another one, with a copy of the body. */
function addHeaders(app: Hono, { publicOrigin, attachments, inboxes }: HttpAppDeps): void {
  const common = { ...COMMON_HEADERS, ...transportHeaders(publicOrigin ?? '') };
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(common)) c.res.headers.set(name, value);
    // What names nothing makes endless addresses of one file, and a cache in front would store each.
    const control = c.res.headers.get('Cache-Control');
    if (control?.startsWith('public') && !isOneOfFew(c, attachments, inboxes))
      c.res.headers.set('Cache-Control', control.replace('public', 'private'));
    // A file that is missing on this node may exist in a moment, or on the next node: no cache may store the error.
    if (c.res.status >= 400 && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use('/api/*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(API_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
}

/** Whatever refuses a request as one too many. Who asks again at once after each refusal would take more of the server with them. */
function refuseLater(app: Hono, clock: Pick<Clock, 'after'>): void {
  app.use(async (c, next) => {
    await next();
    if (c.res.status === 429) await delay(clock, HTTP_LIMITS.refuseAfterMs);
  });
}

/**
 * True for an address in which each word names something. Only a loader's query does: one of its parts by the hash, or an inbox
 * by its id, like the address of an inbox's own loader.
 */
function isOneOfFew(c: Context, parts: ReleasedParts, inboxes: Pick<InboxDirectory, 'get'>): boolean {
  const { pathname, search } = new URL(c.req.url);
  const inboxId = /^\/embed\/v1\/(.*)\.js$/.exec(pathname)?.[1];
  if (inboxId !== undefined && !inboxes.get(inboxId)) return false;
  if (search === '') return true;
  const launcher = pathname === '/embed/v1.js' && /^\?launcher=(.*)$/.exec(search)?.[1];
  if (launcher && inboxes.get(launcher)) return true;
  return /^\/embed\/.*\.js$/.test(pathname) && parts.get(search.slice(1)) !== null;
}

const isApi = (c: Context): boolean => c.req.path.startsWith('/api/');
