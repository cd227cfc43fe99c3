/**
 * For the editors of the articles: which files are read, which can't be, and which questions no article answers. Requires
 * an account or a key, as the rest.
 */
import { Hono } from 'hono';
import type { InboxLookup } from '../../inbox/inbox.js';
import type { KnowledgeEditor, Settling } from '../../inbox/knowledge-editor.js';
import type { KnowledgeStore } from '../../store/port/knowledge.js';
import type { InboxApi, InboxApiEnv } from './deps.js';
import { INBOX_API_REQUESTS } from './requests.js';
import { badRequest, notFound, problem, readJson } from './responses.js';
import { mayUseInbox } from './team-caller.js';

const LISTED = 500;

/** Routes below `/api/desk/knowledge`. */
export function createKnowledgeApi(
  store: KnowledgeStore,
  inboxes: Pick<InboxLookup, 'get'>,
  editor: KnowledgeEditor,
): InboxApi {
  const desk: InboxApi = new Hono<InboxApiEnv>();
  desk.use('/:inbox/*', async (c, next) =>
    mayUseInbox(c.get('asking').caller, inboxes, c.req.param('inbox')) ? next() : notFound(c),
  );
  desk.get('/:inbox/files', async (c) => {
    const inbox = c.req.param('inbox');
    const [files, reading] = await Promise.all([store.files(inbox), editor.progress(inbox)]);
    return c.json({ files: files.map(({ hash: _, ...file }) => file), reading });
  });
  desk.get('/:inbox/unanswered', async (c) =>
    c.json({ questions: await store.unanswered(c.req.param('inbox'), LISTED) }),
  );
  // The question becomes one that an article lists, or the draft of an article, and leaves the list.
  desk.post('/:inbox/unanswered/:key', async (c) => {
    const { inbox, key } = c.req.param();
    if (!c.get('asking').caller.mayChangeKnowledge(inboxes.get(inbox)?.organization ?? null))
      return problem(c, 403, 'FORBIDDEN', 'This needs the role admin. Ask an admin of your organization to do it.');
    const request = INBOX_API_REQUESTS['POST /knowledge/:inbox/unanswered/:key'].safeParse(await readJson(c));
    if (!request.success) return badRequest(c, 'Send { "article": "returns.md", "heading"?: "…" }, or {} for a draft.');
    const question = (await store.unanswered(inbox, LISTED)).find((each) => each.key === key);
    if (!question) return notFound(c);
    const { article, heading } = request.data;
    const as: Settling =
      article === undefined ? { kind: 'draft' } : { kind: 'list', file: article, ...(heading && { heading }) };
    const settled = await editor.settle(inbox, question.text, as);
    if (!settled.ok) return badRequest(c, settled.problem);
    await store.removeUnanswered(inbox, key);
    return c.json({ file: settled.file });
  });
  // Written an article? The question leaves the list; asked again in vain, it comes back.
  desk.delete('/:inbox/unanswered/:key', async (c) => {
    const settled = await store.removeUnanswered(c.req.param('inbox'), c.req.param('key'));
    if (settled) return c.body(null, 204);
    return c.json({ code: 'NOT_FOUND', message: 'No such question is on the list; it may be settled already.' }, 404);
  });
  return desk;
}
