/** The workspace's routes, on a server that serves before the workspace is open. */
import type { HttpBindings } from '@hono/node-server';
import { type AdmitTeam, type Clock, fromOf, limitBody, systemClock } from '@service/realtime-server';
import {
  AGENT_CALL_PATHS,
  AGENTS_PATH,
  AUTH_PATH,
  DISCOVERY_PATHS,
  DOCUMENT_PAGE_PATH,
  DOCUMENT_PATH,
  FILE_PATHS,
  isLarge,
  MAIL_PATH,
  RPC_PATH,
  type Workspace,
} from '@service/workspace';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Later } from '../start/later.js';

/** A request that comes before the workspace is open waits for it, but no longer. */
const MOST_WAIT_MS = 20_000;
const NOT_OPEN = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The workspace is being opened. Try again in a few seconds.',
  retryAfterSeconds: 5,
} as const;

type Opening = Pick<Later<Workspace>, 'opened' | 'now'>;

/** Null: it is still not open. */
async function waitFor({ opened, now }: Opening, clock: Clock): Promise<Workspace | null> {
  const open = now();
  if (open) return open;
  const { promise, resolve } = Promise.withResolvers<null>();
  const cancel = clock.after(MOST_WAIT_MS, () => resolve(null));
  const workspace = await Promise.race([opened, promise]);
  cancel();
  return workspace;
}

/** A file of 20 MiB in base64, over a slow line. */
const FILE_CALL = { bytes: 28 * 2 ** 20, ms: 180_000 };

/** Whether an agent's call holds a file is known when it is read; a small one holds none worth more time. */
const isFileCall = ({ req }: Context): boolean =>
  FILE_PATHS.has(req.path) || (AGENT_CALL_PATHS.has(req.path) && isLarge(req.raw));

/** Without its length, a file would be gathered before it is known who sends it. */
const needsLength: MiddlewareHandler = async (c, next) => {
  if (!FILE_PATHS.has(c.req.path) || c.req.method === 'GET' || c.req.header('content-length')) return next();
  return c.json({ code: 'BAD_REQUEST', message: 'Send the length of the body.' }, 411);
};

export function workspaceRoutes(
  opening: Opening,
  proxies: number,
  clock: Clock = systemClock,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const limited = limitBody(clock, () => false);
  const limitedFile = limitBody(clock, () => false, FILE_CALL);
  const limit: MiddlewareHandler = (c, next) => (isFileCall(c) ? limitedFile : limited)(c, next);
  for (const path of [
    `${RPC_PATH}/*`,
    `${AUTH_PATH}/*`,
    `${MAIL_PATH}/*`,
    `${AGENTS_PATH}/*`,
    ...DISCOVERY_PATHS.flatMap((path) => [path, `${path}/*`]),
    DOCUMENT_PATH,
    DOCUMENT_PAGE_PATH,
  ])
    app.all(path, needsLength, limit, async (c) => {
      const workspace = await waitFor(opening, clock);
      if (!workspace) {
        const { retryAfterSeconds, ...body } = NOT_OPEN;
        return c.json(body, 503, { 'Retry-After': String(retryAfterSeconds) });
      }
      return (await workspace.routes(c.req.raw, fromOf(c.env.incoming, proxies))) ?? c.notFound();
    });
  return app;
}

/** Lets members and keys of an organization use the conversations of its inboxes. */
export function admitTeam(opening: Opening, clock: Clock = systemClock): AdmitTeam {
  return async (request, from) => {
    const workspace = await waitFor(opening, clock);
    if (!workspace) return { ok: false, status: 503, ...NOT_OPEN };
    const admission = await workspace.conversationAccess(request, from);
    if (!admission.ok) return admission;
    const { person, organizations, mayAnswer, mayChangeKnowledge, first } = admission.access;
    const isIn = (slugs: readonly string[]) => (organization: string | null) => {
      const slug = organization ?? first;
      return slug !== null && slugs.includes(slug);
    };
    return {
      ok: true,
      caller: { person, mayUse: isIn(organizations), mayAnswer, mayChangeKnowledge: isIn(mayChangeKnowledge) },
    };
  };
}
