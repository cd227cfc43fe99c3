/** The browsers in which the person who asks is signed in. A session is named by its id; its token is never shown. */
import { z } from 'zod';
import { notOver, type SessionRow } from '../../auth/auth-rows.js';
import type { Person } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { dateTime } from '../../contract/fields.js';
import { forPersons } from '../procedure.js';
import type { Services } from '../services.js';

const TAGS = ['Authentication'];
const END_META = { ...forPersons['~orpc'].meta, kind: 'destructive' } as const;

const session = z.object({
  sessionId: z.string(),
  current: z.boolean().describe('It is the one that asks.'),
  address: z.string().nullable().describe('Of the network, when it was signed in. Null: not known.'),
  userAgent: z.string().nullable().describe('As the browser named itself. Null: it did not.'),
  createdAt: dateTime,
  expiresAt: dateTime,
});

const list = forPersons
  .route({
    method: 'GET',
    path: '/accounts/sessions',
    tags: TAGS,
    summary: 'Where you are signed in',
    description: 'The browsers in which you are signed in: the one that asks first, then the newest.',
  })
  .output(z.object({ items: z.array(session) }))
  .handler(async ({ context: { services, person } }) => {
    const open = await openSessions(services, person);
    return { items: open.map((row) => shown(row, person)).sort(bySignIn) };
  });

const end = forPersons
  .meta(END_META)
  .route({
    method: 'POST',
    path: '/accounts/endSession',
    tags: TAGS,
    summary: 'Sign one browser out',
    description: 'Ends one of your sessions, at once. Its browser asks for the password again.',
  })
  .input(z.object({ sessionId: z.string().min(1).max(64) }))
  .output(z.object({ ended: z.literal(1) }))
  .handler(async ({ context: { services, person }, input }) => {
    const removed = await services.auth.rows().remove('session', { id: input.sessionId, userId: person.userId });
    if (removed === 0) throw failure('NOT_FOUND', 'This session has ended already.');
    return { ended: 1 as const };
  });

const endOthers = forPersons
  .meta(END_META)
  .route({
    method: 'POST',
    path: '/accounts/endOtherSessions',
    tags: TAGS,
    summary: 'Sign all other browsers out',
    description: 'Ends all your sessions but the one that asks, at once.',
  })
  .output(z.object({ ended: z.int() }))
  .handler(async ({ context: { services, person } }) => {
    const others = (await openSessions(services, person)).filter(({ id }) => id !== person.sessionId);
    const ids = others.map(({ id }) => id);
    if (ids.length > 0) await services.auth.rows().remove('session', { id: ids, userId: person.userId });
    return { ended: ids.length };
  });

export const sessions = { sessions: list, endSession: end, endOtherSessions: endOthers };

async function openSessions({ auth, now }: Services, { userId }: Person): Promise<readonly SessionRow[]> {
  return auth.rows().list('session', { userId }, undefined, [notOver(now())]);
}

const shown = (row: SessionRow, { sessionId }: Person): z.infer<typeof session> => ({
  sessionId: row.id,
  current: row.id === sessionId,
  address: row.ipAddress || null,
  userAgent: row.userAgent || null,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

const bySignIn = (one: z.infer<typeof session>, other: z.infer<typeof session>): number =>
  Number(other.current) - Number(one.current) || Date.parse(other.createdAt) - Date.parse(one.createdAt);
