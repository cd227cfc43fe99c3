/** Reading: the conversations that wait for a person, one conversation, what follows in it, and its tool calls. */
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import { LAST_SEQ } from '@service/protocol/schema';
import { waitForEvents } from '../../../conversation/log/wait-for-events.js';
import { inboxNameIn } from '../../../inbox/inbox.js';
import type { Conversation } from '../../../store/port/conversations.js';
import type { HandoffPlace } from '../../../store/port/queue.js';
import { readToolAudit, readToolOffers } from '../../../tools/audit.js';
import type { FileLinks } from '../../uploads/file-links.js';
import type { InboxApi, InboxApiDeps } from '../deps.js';
import { badRequest, notFound, refuse } from '../responses.js';
import { previewOf } from '../shown/preview.js';
import { visitorNameOf, visitorOf } from '../shown/visitor.js';
import { inboxesOf, mayUseInbox } from '../team-caller.js';

const MAX_LISTED = 50;

export function addConversationRoutes(api: InboxApi, deps: InboxApiDeps): void {
  const { store, inboxes, seen, links } = deps;

  /** Without `?inbox=`: of all the caller's inboxes, in turns. With it: of this one, page by page; `next` is the `?after=` of the next page. */
  api.get('/conversations', async (c) => {
    const { inbox, after } = c.req.query();
    const place = after === undefined ? null : placeOf(after);
    if (after !== undefined && (inbox === undefined || !place))
      return badRequest(c, 'Set ?after= to the `next` of the page before, and ?inbox= to the same inbox.');
    const { caller } = c.get('asking');
    if (inbox !== undefined && !mayUseInbox(caller, inboxes, inbox)) return notFound(c);
    const page = inbox === undefined ? [] : await store.handoffsOf(inbox, place, MAX_LISTED + 1);
    const shown = page.slice(0, MAX_LISTED);
    const last = page.length > MAX_LISTED ? shown.at(-1) : undefined;
    const own = (): Promise<readonly Conversation[]> => store.handoffs(MAX_LISTED, inboxesOf(caller, inboxes));
    const listed = inbox === undefined ? await own() : shown.map(({ place: _, ...each }) => each);
    const conversations = await Promise.all(listed.map((each) => shownInList(each, deps)));
    return c.json({ conversations, next: last ? nameOf(last.place) : null });
  });

  api.get('/conversations/:id', async (c) => {
    const conversation = c.get('conversation');
    if (conversation.erased) return notFound(c);
    const events = await store.eventsBefore(conversation.id, conversation.head + 1, FRAME_LIMITS.replayEvents);
    // Opening a conversation counts as seeing it.
    await seen(conversation, events.at(-1)?.seq ?? 0);
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
    const next = await waitForEvents(deps, c.req.param('id'), Number(after), c.req.raw.signal);
    if (!next) return notFound(c);
    await seen(next.conversation, next.events.at(-1)?.seq ?? 0);
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

/** A conversation in a list: what it is about, whose it is, and with whom. */
async function shownInList(conversation: Conversation, { store, inboxes }: InboxApiDeps) {
  const { id, inbox, contact, handler } = conversation;
  return {
    ...conversation,
    inboxName: inboxNameIn(inboxes, inbox),
    preview: await previewOf(store, conversation),
    takenBy: handler === 'human' ? await store.takenBy(id) : null,
    ...(await visitorNameOf(store, contact)),
  };
}

const nameOf = ({ isWithPerson, ticket, id }: HandoffPlace): string => `${isWithPerson ? 1 : 0}.${ticket}.${id}`;

function placeOf(name: string): HandoffPlace | null {
  const [, isWithPerson, ticket, id] = /^([01])\.(\d{1,15})\.([\w-]{1,64})$/.exec(name) ?? [];
  return id === undefined ? null : { isWithPerson: isWithPerson === '1', ticket: Number(ticket), id };
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
