/**
 * The API through which people answer. A person is a participant like any other: their actions are appends to the log. Every
 * route needs an account or an organization's key, and reaches the inboxes of its own organizations alone.
 */
import { Hono } from 'hono';
import { newId } from '../../conversation/ids.js';
import { havePassed } from '../../runtime/clock.js';
import type { Operator } from '../../store/port/operators.js';
import { limitBody } from '../limits/limit-body.js';
import { admitRequest } from './admit-request.js';
import type { InboxApi, InboxApiDeps, InboxApiEnv } from './deps.js';
import { isFileRoute } from './requests.js';
import { notAdmitted, notFound } from './responses.js';
import { addActionRoutes } from './routes/action-routes.js';
import { addBlockRoutes } from './routes/block-routes.js';
import { addConversationRoutes } from './routes/conversation-routes.js';
import { addListRoutes } from './routes/list-routes.js';
import { addSessionRoutes } from './routes/session-routes.js';
import { inboxesOf, mayUseInbox, type TeamCaller } from './team-caller.js';

/** How often it is recorded that the team is there; well within `TEAM_AWAY_AFTER_MS`. */
const RECORD_EVERY_MS = 15_000;

/** Routes below `/api/desk`: a file for each kind of them, and what all of them go through. */
export function createInboxApi(deps: InboxApiDeps): InboxApi {
  const api: InboxApi = new Hono<InboxApiEnv>();
  const recordPresence = presenceRecorder(deps);
  const { store, inboxes, clock } = deps;
  api.use(async (c, next) => {
    const admission = await admitRequest(c, deps);
    if (!admission.ok) return notAdmitted(c, admission);
    const { caller } = admission;
    c.set('asking', { caller, operator: await ownOperator(caller, deps) });
    recordPresence(caller);
    await next();
  });
  api.use(limitBody(clock, isFileRoute));
  // A conversation of other people's inbox is answered like one that doesn't exist.
  api.use('/conversations/:id/*', async (c, next) => {
    const conversation = await store.conversation(c.req.param('id'));
    if (!conversation || !mayUseInbox(c.get('asking').caller, inboxes, conversation.inbox)) return notFound(c);
    c.set('conversation', conversation);
    return next();
  });
  addListRoutes(api, deps);
  addConversationRoutes(api, deps);
  addActionRoutes(api, deps);
  addBlockRoutes(api, deps);
  addSessionRoutes(api, deps);
  return api;
}

/** The row under which visitors see a person: made at the first request, and named as the account is now. */
async function ownOperator(
  { person }: TeamCaller,
  { store, random, clock }: Pick<InboxApiDeps, 'store' | 'random' | 'clock'>,
): Promise<Operator | null> {
  if (!person) return null;
  const found = await store.operatorOf(person.account);
  if (found?.name === person.name) return found;
  return store.ensureOperatorOf(person.account, newId('opr', random), person.name, clock.now());
}

/** Any request shows that the team of the caller's inboxes is there. Recorded now and then; no request waits for it. */
function presenceRecorder({
  store,
  clock,
  inboxes,
}: Pick<InboxApiDeps, 'store' | 'clock' | 'inboxes'>): (caller: TeamCaller) => void {
  const recordedAt = new Map<string, number>();
  return (caller) => {
    if (!caller.mayAnswer) return;
    const now = clock.now();
    const isDue = (inbox: string): boolean => {
      const at = recordedAt.get(inbox);
      return at === undefined || havePassed(RECORD_EVERY_MS, at, now);
    };
    const due = inboxesOf(caller, inboxes).filter(isDue);
    if (due.length === 0) return;
    for (const inbox of due) recordedAt.set(inbox, now);
    store.recordStaffSeen(due, now).catch(() => {
      for (const inbox of due) recordedAt.delete(inbox);
    });
  };
}
