/** Reading: one conversation, what follows in it, and its tool calls. */
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import { LAST_SEQ } from '@service/protocol/schema';
import { waitForEvents } from '../../../conversation/log/wait-for-events.js';
import { havePassed } from '../../../runtime/clock.js';
import { readToolAudit, readToolOffers } from '../../../tools/audit.js';
import type { FileLinks } from '../../uploads/file-links.js';
import { admitRequest } from '../admit-request.js';
import type { InboxApi, InboxApiDeps } from '../deps.js';
import { badRequest, notAdmitted, notFound, refuse } from '../responses.js';
import { visitorOf } from '../shown/visitor.js';
import { mayUseInbox } from '../team-caller.js';

/** For so long an admission holds. A request that has waited longer is admitted again before it is answered. */
const ADMITTED_MS = 1_000;

export function addConversationRoutes(api: InboxApi, deps: InboxApiDeps): void {
  const { store, inboxes, seen, links, clock } = deps;

  api.get('/conversations/:id', async (c) => {
    const conversation = c.get('conversation');
    if (conversation.erased) return notFound(c);
    const events = await store.eventsBefore(conversation.id, conversation.head + 1, FRAME_LIMITS.replayEvents);
    // Opening a conversation counts as seeing it.
    if (c.get('asking').caller.mayAnswer) await seen(conversation, events.at(-1)?.seq ?? 0);
    return c.json({
      conversation,
      ...(await visitorOf(store, conversation.contact)),
      events: events.map((event) => withLinks(event, links)),
    });
  });

  /** Tool calls in the visitor's pages with their consent and result, and the tools that those pages offer now. */
  api.get('/conversations/:id/tools', async (c) => {
    const conversation = c.get('conversation');
    const inbox = inboxes.get(conversation.inbox);
    if (!inbox) return notFound(c);
    const calls = await readToolAudit(store, conversation.id);
    const offers = await readToolOffers(store, conversation.id, inbox.tools, deps.clock.now());
    return c.json({ calls, offers });
  });

  api.get('/conversations/:id/events', async (c) => {
    const after = c.req.query('after') ?? '0';
    // Digits only: a number also has other spellings, which another reader of the address would take for another number.
    if (!/^\d{1,10}$/.test(after) || Number(after) > LAST_SEQ)
      return badRequest(c, 'Set ?after= to the number of the last event you have seen.');
    const askedAt = clock.now();
    const next = await waitForEvents(deps, c.req.param('id'), Number(after), c.req.raw.signal);
    if (!next) return notFound(c);
    // Who waited may have been let out meanwhile.
    if (havePassed(ADMITTED_MS, askedAt, clock.now())) {
      const admission = await admitRequest(c, deps);
      if (!admission.ok) return notAdmitted(c, admission);
      if (!mayUseInbox(admission.caller, inboxes, next.conversation.inbox)) return notFound(c);
    }
    if (c.get('asking').caller.mayAnswer) await seen(next.conversation, next.events.at(-1)?.seq ?? 0);
    return c.json({
      ...next,
      ...(await visitorOf(store, next.conversation.contact)),
      events: next.events.map((event) => withLinks(event, links)),
    });
  });

  api.get('/conversations/:id/files/:file/link', async (c) => {
    const [file] = await store.attachments([c.req.param('file')]);
    return file?.conversation === c.req.param('id') ? c.json(links.to(file.attachment.id)) : refuse(c, 'not_found');
  });
}

/** Each file of a message with a link that is good for a few minutes; readers ask again later. */
function withLinks(event: LogEvent, links: FileLinks) {
  const { body } = event;
  if (body.kind !== 'message' || !body.attachments) return event;
  return {
    ...event,
    body: { ...body, attachments: body.attachments.map((file) => ({ ...file, link: links.to(file.id) })) },
  };
}
