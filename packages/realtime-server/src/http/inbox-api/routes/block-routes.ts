/** Blocking the contact of a conversation, taking that back, and the list of blocks. */
import { inboxNameIn } from '../../../inbox/inbox.js';
import { BLOCK_LIMITS } from '../../../runtime/limits.js';
import { authorOf } from '../author.js';
import type { InboxApi, InboxApiDeps } from '../deps.js';
import { INBOX_API_REQUESTS } from '../requests.js';
import { badRequest, notFound, problem, readJson } from '../responses.js';
import { inboxesOf, mayUseInbox } from '../team-caller.js';

const MAX_LISTED = 50;

export function addBlockRoutes(api: InboxApi, { store, inboxes, blocks, clock, append }: InboxApiDeps): void {
  /** A contact that is blocked stays so as it was: take that back first. The conversation may be erased. */
  api.post('/conversations/:id/block', async (c) => {
    const request = INBOX_API_REQUESTS['POST /conversations/:id/block'].safeParse(await readJson(c));
    if (!request.success)
      return badRequest(
        c,
        `Send JSON with name and, if you like, reason (at most ${BLOCK_LIMITS.reasonLength} characters) and addressDays (1 to ${BLOCK_LIMITS.addressDays}).`,
      );
    const { reason, addressDays = null } = request.data;
    const by = authorOf(c, request.data);
    if (by instanceof Response) return by;
    const { id, inbox, contact, handler } = c.get('conversation');
    const blocked = await blocks.block({ inbox, contact, conversation: id, name: by.name, reason, addressDays });
    if (blocked) {
      // It leaves the queue: the visitor would get no answer.
      if (handler === 'queued' || handler === 'human') await append(id, by, blocked.id, { kind: 'handoff.ended' });
      return c.json({ blocked });
    }
    return problem(
      c,
      409,
      'too_many_blocks',
      `${BLOCK_LIMITS.perInbox} contacts of this inbox are blocked. Take some of the blocks back first.`,
    );
  });

  api.post('/conversations/:id/unblock', async (c) => {
    const request = INBOX_API_REQUESTS['POST /conversations/:id/unblock'].safeParse(await readJson(c));
    if (!request.success) return badRequest(c, 'Send JSON with name.');
    const by = authorOf(c, request.data);
    if (by instanceof Response) return by;
    const { inbox, contact } = c.get('conversation');
    return c.json({ unblocked: await blocks.unblock(inbox, contact, by.name) });
  });

  /**
   * The newest first, also those that were taken back in the last 30 days; without `?inbox=` of all the caller's inboxes. `next` is the `?before=`
   * of the next page.
   */
  api.get('/blocks', async (c) => {
    const { inbox, before = String(clock.now() + 1) } = c.req.query();
    const { caller } = c.get('asking');
    if (!/^\d{1,15}$/.test(before)) return badRequest(c, 'Set ?before= to the `next` of the page before.');
    if (inbox !== undefined && !mayUseInbox(caller, inboxes, inbox)) return notFound(c);
    const among = inbox === undefined ? inboxesOf(caller, inboxes) : [inbox];
    const listed = await store.blocks(among, Number(before), MAX_LISTED);
    const blocks = listed.map((block) => ({ ...block, inboxName: inboxNameIn(inboxes, block.inbox) }));
    return c.json({ blocks, next: listed.length === MAX_LISTED ? (listed.at(-1)?.at ?? null) : null });
  });
}
