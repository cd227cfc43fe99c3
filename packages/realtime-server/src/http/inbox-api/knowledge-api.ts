/**
 * For the editors of the articles: which files are read, which can't be, and which questions no article answers. Requires
 * an account or a key, as the rest.
 */
import { Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import type { KnowledgeStore } from '../../store/port/knowledge.js';
import type { InboxApi, InboxApiEnv } from './deps.js';
import { notFound } from './responses.js';
import { mayUseInbox } from './team-caller.js';

const LISTED = 500;

/** Routes below `/api/desk/knowledge`. */
export function createKnowledgeApi(store: KnowledgeStore, inboxes: Pick<InboxDirectory, 'get'>): InboxApi {
  const desk: InboxApi = new Hono<InboxApiEnv>();
  desk.use('/:inbox/*', async (c, next) =>
    mayUseInbox(c.get('asking').caller, inboxes, c.req.param('inbox')) ? next() : notFound(c),
  );
  desk.get('/:inbox/files', async (c) => {
    const files = await store.files(c.req.param('inbox'));
    return c.json({ files: files.map(({ hash: _, ...file }) => file) });
  });
  desk.get('/:inbox/unanswered', async (c) =>
    c.json({ questions: await store.unanswered(c.req.param('inbox'), LISTED) }),
  );
  // Written an article? The question leaves the list; asked again in vain, it comes back.
  desk.delete('/:inbox/unanswered/:key', async (c) => {
    const settled = await store.removeUnanswered(c.req.param('inbox'), c.req.param('key'));
    if (settled) return c.body(null, 204);
    return c.json({ code: 'NOT_FOUND', message: 'No such question is on the list; it may be settled already.' }, 404);
  });
  return desk;
}
