/**
 * Searches the conversations of some inboxes, for the people who answer in them: by the name and email of the visitor and by what
 * was written, taken together. It goes through them from the latest on, a bounded way with each request. Messages that the index does not have yet are
 * indexed first; erased ones are in neither.
 */
import type { SearchHit } from '@service/protocol';
import { SEARCH_WORK, TEAM_SEARCH_WORK } from '../../runtime/limits.js';
import type { ActivityPlace, ListedConversation, ListFilter } from '../../store/port/lists/conversation-list.js';
import type { MessagePlace, PartlyFound, Phrase } from '../../store/port/search.js';
import type { Store } from '../../store/store.js';
import { nameAndEmailOf } from '../sessions/visitor-context.js';
import type { Looking } from './excerpt.js';
import { addNewMessages, hitOf, type Rest } from './search.js';
import { phrasesOf, termsOf } from './search-terms.js';

export interface TeamHit {
  readonly conversation: ListedConversation;
  /** The message with the most of the words, the latest of those. Null: the visitor's name and email have them all. */
  readonly found: SearchHit | null;
}

export interface TeamFound {
  readonly hits: readonly TeamHit[];
  /** Where the next request goes on; null: all were gone through. */
  readonly next: ActivityPlace | null;
}

type SearchedStore = Pick<
  Store,
  'byActivity' | 'listed' | 'indexedTo' | 'indexMessages' | 'eventsAfter' | 'findAnyOf' | 'messagesAt'
>;

/** Null when `rest` ended it. */
export async function searchTeam(
  store: SearchedStore,
  filter: ListFilter,
  text: string,
  { after, limit }: { readonly after: ActivityPlace | null; readonly limit: number },
  rest: Rest,
): Promise<TeamFound | null> {
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return { hits: [], next: null };
  const hits: TeamHit[] = [];
  const work: Work = { conversations: 0, events: 0, indexed: 0 };
  for (let from = after; ; ) {
    const page = await store.byActivity(filter, from, TEAM_SEARCH_WORK.atOnce);
    const places = new Map(page.places.map((place) => [place.id, place]));
    const listed = await store.listed([...places.keys()]);
    const ready = await index(store, listed, work, rest);
    if (!ready) return null;
    const found = await hitsIn(store, ready.conversations, phrases, rest);
    if (!found) return null;
    for (const hit of found) {
      hits.push(hit);
      if (hits.length < limit) continue;
      const { id, activeAt } = hit.conversation;
      return { hits, next: places.get(id) ?? { active: activeAt, id } };
    }
    if (!ready.isWhole) {
      const last = ready.conversations.at(-1)?.id;
      return { hits, next: (last !== undefined && places.get(last)) || from || BEGINNING };
    }
    if (page.next === null) return { hits, next: null };
    from = page.next;
    work.conversations += TEAM_SEARCH_WORK.atOnce;
    if (work.conversations >= TEAM_SEARCH_WORK.conversations || work.events >= TEAM_SEARCH_WORK.events)
      return { hits, next: from };
  }
}

/** Before every conversation: where a search goes on that has only indexed a part of the first one. */
const BEGINNING: ActivityPlace = { active: 10 ** 14, id: '' };

interface Work {
  conversations: number;
  events: number;
  indexed: number;
}

interface Indexed {
  /** Those that can be searched now. */
  readonly conversations: readonly ListedConversation[];
  /** False: the request has indexed enough, and the next one goes on behind these. */
  readonly isWhole: boolean;
}

/** Null when `rest` ended it. */
async function index(
  store: SearchedStore,
  listed: readonly ListedConversation[],
  work: Work,
  rest: Rest,
): Promise<Indexed | null> {
  const indexed = await store.indexedTo(listed.map(({ id }) => id));
  const ready: ListedConversation[] = [];
  for (const each of listed) {
    const from = indexed.get(each.id);
    // Erased meanwhile.
    if (from === undefined) continue;
    const left = TEAM_SEARCH_WORK.indexedEvents - work.indexed;
    const to = Math.min(each.head, from + left);
    if (to > from && !(await addNewMessages(store, { id: each.id, head: to }, from, rest))) return null;
    work.indexed += to - from;
    work.events += each.head;
    if (to < each.head) return { conversations: ready, isWhole: false };
    ready.push(each);
  }
  return { conversations: ready, isWhole: true };
}

/** In the order of the conversations. Null when `rest` ended it. */
async function hitsIn(
  store: SearchedStore,
  conversations: readonly ListedConversation[],
  phrases: readonly Phrase[],
  rest: Rest,
): Promise<readonly TeamHit[] | null> {
  const missing = new Map(conversations.map(({ id, facts }) => [id, missingIn(facts, phrases)]));
  const partly = new Map<string, PartlyFound[]>();
  for (const some of inReach(conversations.filter(({ id }) => missing.get(id) !== 0))) {
    if (!(await rest(some.length))) return null;
    const ids = some.map(({ id }) => id);
    for (const each of await store.findAnyOf(ids, phrases, TEAM_SEARCH_WORK.reach))
      partly.set(each.conversation, [...(partly.get(each.conversation) ?? []), each]);
  }
  const shown = new Map<string, MessagePlace>();
  for (const [id, messages] of partly) {
    const best = bestOf(messages, missing.get(id) ?? 0);
    if (best) shown.set(id, best);
  }
  const looking: Looking = { left: SEARCH_WORK.excerptCharacters };
  const found = new Map<string, SearchHit>();
  for (const { conversation, event } of await store.messagesAt([...shown.values()]))
    found.set(conversation, hitOf(conversation, event, phrases, looking));
  return conversations.flatMap((conversation) => {
    const hit = found.get(conversation.id) ?? null;
    return hit || missing.get(conversation.id) === 0 ? [{ conversation, found: hit }] : [];
  });
}

/**
 * Of messages that have all the missing phrases between them, the one with the most of those, and the latest of such. Null: a phrase is in
 * none of them. Phrases are bits, see `PartlyFound`.
 */
function bestOf(messages: readonly PartlyFound[], missing: number): PartlyFound | null {
  const together = messages.reduce((all, { has }) => all | has, 0);
  if ((together & missing) !== missing) return null;
  return messages.reduce((best, each) => {
    const more = bitsIn(each.has & missing) - bitsIn(best.has & missing);
    return more > 0 || (more === 0 && each.seq > best.seq) ? each : best;
  });
}

const bitsIn = (number: number): number => number.toString(2).replaceAll('0', '').length;

/** So many together that none of their messages is out of reach, except of a single conversation that has more. */
function inReach(conversations: readonly ListedConversation[]): readonly (readonly ListedConversation[])[] {
  const groups: ListedConversation[][] = [];
  let events = 0;
  for (const each of conversations) {
    events += each.head;
    const group = groups.at(-1);
    if (group && events <= TEAM_SEARCH_WORK.reach.searchedMessages) group.push(each);
    else {
      groups.push([each]);
      events = each.head;
    }
  }
  return groups;
}

/** The phrases that the visitor's name and email do not have: a bit for each, as `PartlyFound` has them. */
function missingIn(facts: ListedConversation['facts'], phrases: readonly Phrase[]): number {
  const { name = '', email = '' } = nameAndEmailOf(facts);
  const terms = ` ${termsOf(`${name} ${email}`).join(' ')} `;
  const isIn = (phrase: Phrase): boolean => terms.includes(` ${phrase.terms.join(' ')}${phrase.prefix ? '' : ' '}`);
  return phrases.reduce((missing, phrase, i) => (isIn(phrase) ? missing : missing | (1 << i)), 0);
}
