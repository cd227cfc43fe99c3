/**
 * The lists of conversations: by view, by inbox and by words, page by page. What a page shows is read with one statement, however many
 * conversations there are on it.
 */
import { setImmediate } from 'node:timers/promises';
import { SEARCH_LIMITS } from '@service/protocol';
import type { Context } from 'hono';
import { searchTeam } from '../../../conversation/search/search-team.js';
import { inboxNameIn } from '../../../inbox/inbox.js';
import type { ActivityPlace, ListFilter } from '../../../store/port/lists/conversation-list.js';
import type { HandoffPlace } from '../../../store/port/lists/queue.js';
import type { InboxApi, InboxApiDeps, InboxApiEnv } from '../deps.js';
import { badRequest, notFound } from '../responses.js';
import { shownInList } from '../shown/listed.js';
import { isView, VIEWS, type View } from '../shown/views.js';
import { inboxesOf, mayUseInbox } from '../team-caller.js';

const MAX_LISTED = 50;
/** Of a search. */
const MAX_HITS = 25;
/** More than these are not counted. */
const MAX_COUNTED = 1_000;

/** What a request asks for, after what it may see was made sure of. */
interface Asked {
  readonly view: View;
  readonly filter: ListFilter;
  readonly after: string | undefined;
  readonly words: string;
}

type Page = Awaited<ReturnType<typeof pageOf>>;

export function addListRoutes(api: InboxApi, deps: InboxApiDeps): void {
  /** The inboxes whose conversations the caller may see, by their names. */
  api.get('/inboxes', (c) => {
    const own = inboxesOf(c.get('asking').caller, deps.inboxes);
    const inboxes = own.map((id) => ({ id, name: inboxNameIn(deps.inboxes, id) }));
    return c.json({ inboxes: inboxes.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)) });
  });

  /**
   * `view`, `inbox` and `q` choose, `after` is the `next` of the page before. Without `view` and `inbox`: the queues of all inboxes, in
   * turns.
   */
  api.get('/conversations', async (c) => {
    const { view: name, inbox, after, q = '' } = c.req.query();
    const { caller } = c.get('asking');
    if (inbox !== undefined && !mayUseInbox(caller, deps.inboxes, inbox)) return notFound(c);
    const inboxes = inbox === undefined ? inboxesOf(caller, deps.inboxes) : [inbox];
    if (name !== undefined && !isView(name))
      return badRequest(c, `Set ?view= to one of ${Object.keys(VIEWS).join(', ')}.`);
    if (q.length > SEARCH_LIMITS.queryLength)
      return badRequest(c, `Set ?q= to at most ${SEARCH_LIMITS.queryLength} characters.`);
    const words = q.trim();
    if (name === undefined && inbox === undefined && words === '') return turns(c, inboxes, after, deps);
    const view = name ?? (words === '' ? 'queue' : 'all');
    const own = view === 'mine' ? c.get('asking').operator : null;
    if (view === 'mine' && !own) return badRequest(c, 'An organization’s key is no person: set ?view= to another one.');
    const filter: ListFilter = { inboxes, handlers: VIEWS[view], ...(own && { takenBy: own.id }) };
    const page = await pageOf({ view, filter, after, words }, c.req.raw.signal, deps);
    if (page === 'not a place')
      return badRequest(c, 'Set ?after= to the `next` of the page before, and the rest as it was there.');
    return answer(c, page, after === undefined ? inboxes : null, deps);
  });
}

/** The first of each inbox's queue. There is no page after it: a page is of an inbox or of a view. */
async function turns(
  c: Context<InboxApiEnv>,
  inboxes: readonly string[],
  after: string | undefined,
  deps: InboxApiDeps,
): Promise<Response> {
  if (after !== undefined) return badRequest(c, 'Set ?view= or ?inbox= to that of the page before, beside ?after=.');
  const ids = (await deps.store.handoffs(MAX_LISTED, inboxes)).map(({ id }) => id);
  return answer(c, { conversations: await shown(ids, deps), next: null }, inboxes, deps);
}

/** `counted`: the inboxes whose queues are counted, with a first page. */
async function answer(
  c: Context<InboxApiEnv>,
  page: Exclude<Page, 'not a place'>,
  counted: readonly string[] | null,
  { store }: InboxApiDeps,
): Promise<Response> {
  const counts = counted && (await store.handoffCounts(counted, MAX_COUNTED));
  return c.json({ ...page, ...(counts && { counts }) });
}

/** A page of a view, or of what a search found in it. */
async function pageOf({ view, filter, after, words }: Asked, signal: AbortSignal, deps: InboxApiDeps) {
  const { store, inboxes, clock } = deps;
  if (words === '' && view === 'queue') {
    const place = after === undefined ? null : handoffPlaceOf(after);
    if (after !== undefined && !place) return 'not a place';
    const found = await store.handoffsOf(filter.inboxes, place, MAX_LISTED + 1);
    const page = found.slice(0, MAX_LISTED);
    const last = found.length > MAX_LISTED ? page.at(-1) : undefined;
    const ids = page.map(({ id }) => id);
    return { conversations: await shown(ids, deps), next: last ? nameOfHandoff(last.place) : null };
  }
  const place = after === undefined ? null : placeOf(after);
  if (after !== undefined && !place) return 'not a place';
  if (words === '') {
    const { places, next } = await store.byActivity(filter, place, MAX_LISTED);
    const ids = places.map(({ id }) => id);
    return { conversations: await shown(ids, deps), next: next && nameOf(next) };
  }
  const rest = async (): Promise<boolean> => {
    await setImmediate();
    return !signal.aborted;
  };
  const found = await searchTeam(store, filter, words, { after: place, limit: MAX_HITS }, rest);
  const hits = found?.hits.map((hit) => ({ ...shownInList(hit.conversation, inboxes), found: hit.found })) ?? [];
  const next = found?.next ?? null;
  return { conversations: hits, next: next && nameOf(next), searchedTo: next && Math.min(next.active, clock.now()) };
}

async function shown(ids: readonly string[], { store, inboxes }: InboxApiDeps) {
  return (await store.listed(ids)).map((each) => ({ ...shownInList(each, inboxes), found: null }));
}

const nameOfHandoff = ({ isWithPerson, ticket, id }: HandoffPlace): string => `${isWithPerson ? 1 : 0}.${ticket}.${id}`;

function handoffPlaceOf(name: string): HandoffPlace | null {
  const [, isWithPerson, ticket, id] = /^([01])\.(\d{1,15})\.([\w-]{1,64})$/.exec(name) ?? [];
  return id === undefined ? null : { isWithPerson: isWithPerson === '1', ticket: Number(ticket), id };
}

/** The id is empty where the page ended at no conversation. */
const nameOf = ({ active, id }: ActivityPlace): string => `${active}.${id}`;

function placeOf(name: string): ActivityPlace | null {
  const [, active, id] = /^(\d{1,15})\.([\w-]{0,64})$/.exec(name) ?? [];
  return id === undefined ? null : { active: Number(active), id };
}
