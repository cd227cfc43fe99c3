/**
 * The API through which people answer. A person is a participant like any other: their actions are appends to the log. Every
 * route needs the operator key.
 */
import { Hono } from 'hono';
import { clientAddressOf } from '../../runtime/network/client-address.js';
import { KeyGuard } from '../limits/guard-key.js';
import { limitBody } from '../limits/limit-body.js';
import type { NodeRequestEnv } from '../uploads/upload-request.js';
import { addActionRoutes } from './action-routes.js';
import { addBlockRoutes } from './block-routes.js';
import { addConversationRoutes } from './conversation-routes.js';
import type { InboxApi, InboxApiDeps } from './deps.js';
import { INBOX_API_REQUESTS, isFileRoute } from './requests.js';
import { badRequest, problem, readJson } from './responses.js';

/** How often it is recorded that the team is there; well within `TEAM_AWAY_AFTER_MS`. */
const RECORD_EVERY_MS = 15_000;

/** Routes below `/api/desk`. */
export function createInboxApi(deps: InboxApiDeps): InboxApi {
  const api: InboxApi = new Hono<NodeRequestEnv>();
  const recordPresence = presenceRecorder(deps);
  const { key, clock, proxies = 0, onWrongKey = () => undefined } = deps;
  const guard = new KeyGuard({ opens: key.opens, now: clock.now, proxied: proxies > 0, onWrong: onWrongKey });
  api.use(async (c, next) => {
    const { incoming } = c.env ?? {};
    const address = incoming ? clientAddressOf(incoming, proxies) : 'unknown';
    const verdict = guard.check(address, c.req.header('Authorization'));
    if (!verdict.ok && verdict.wait !== null) {
      const seconds = Math.ceil(verdict.wait / 1_000);
      c.header('Retry-After', String(seconds));
      return problem(
        c,
        429,
        'rate_limited',
        `Too many different keys came from this address. Send the right one in ${seconds} s.`,
      );
    }
    if (!verdict.ok) {
      return problem(
        c,
        401,
        'UNAUTHORIZED',
        'Send "Authorization: Bearer <key>", with OPERATOR_KEY, or the key from operator.key in the data folder.',
      );
    }
    recordPresence();
    await next();
  });
  api.use(limitBody(clock, isFileRoute));
  addConversationRoutes(api, deps);
  addActionRoutes(api, deps);
  addBlockRoutes(api, deps);
  api.post('/sessions/revoke', async (c) => {
    const request = INBOX_API_REQUESTS['POST /sessions/revoke'].safeParse(await readJson(c));
    if (!request.success)
      return badRequest(c, 'Send JSON with inbox and subject, the id that your tokens carry as sub.');
    return c.json({ ended: await deps.endSessionsOf(request.data.inbox, request.data.subject) });
  });
  return api;
}

/** Any request shows that the team is there. Recorded now and then; no request waits for it. */
function presenceRecorder({ store, clock }: Pick<InboxApiDeps, 'store' | 'clock'>): () => void {
  let recordedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now - recordedAt < RECORD_EVERY_MS) return;
    recordedAt = now;
    store.recordStaffSeen(now).catch(() => {
      recordedAt = Number.NEGATIVE_INFINITY;
    });
  };
}
