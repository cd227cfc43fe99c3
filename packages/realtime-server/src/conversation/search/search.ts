/**
 * Searches the messages of one visitor's conversations; erased ones are never found. Messages that the index does not have
 * yet are indexed first.
 */
import { type FoundFrame, type LogEvent, SEARCH_LIMITS, type SearchHit } from '@service/protocol';
import { SEARCH_WORK } from '../../runtime/limits.js';
import type { MessageTerms, Phrase } from '../../store/port/search.js';
import type { Conversation, Store } from '../../store/store.js';
import { excerptOf, type Looking } from './excerpt.js';
import { phrasesOf, termsOf } from './search-terms.js';

export type Found = Pick<FoundFrame, 'hits' | 'more'>;

/**
 * Lets everything else have its turn before so many characters are gone through. It is awaited before each message that is looked at, so
 * that no search holds up the process for longer than one message takes. False ends the search.
 */
export type Rest = (characters: number) => Promise<boolean>;

/** Null when `rest` ended it. */
export async function search(store: Store, contact: string, text: string, rest: Rest): Promise<Found | null> {
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return { hits: [], more: false };
  const conversations = await store.conversationsOf(contact, SEARCH_WORK.conversations);
  const indexed = await store.indexedTo(conversations.map(({ id }) => id));
  for (const each of conversations)
    if (!(await addNewMessages(store, each, indexed.get(each.id) ?? each.head, rest))) return null;
  const ids = [...indexed.keys()];
  const places = await store.findMessages(ids, phrases, SEARCH_LIMITS.hits + 1, SEARCH_WORK);
  const looking: Looking = { left: SEARCH_WORK.excerptCharacters };
  const hits: SearchHit[] = [];
  for (const { conversation, seq } of places.slice(0, SEARCH_LIMITS.hits)) {
    const [event] = await store.eventsAfter(conversation, seq - 1, 1);
    // Erased meanwhile: then there is nothing of it here either.
    if (!event) continue;
    if (!(await rest(Math.min(looking.left, searchedText(event).length)))) return null;
    hits.push(hitOf(conversation, event, phrases, looking));
  }
  return { hits, more: places.length > SEARCH_LIMITS.hits };
}

/** Indexes what comes after `from`. False: `rest` ended it. */
export async function addNewMessages(
  store: Pick<Store, 'eventsAfter' | 'indexMessages'>,
  { id, head }: Pick<Conversation, 'id' | 'head'>,
  from: number,
  rest: Rest,
): Promise<boolean> {
  for (let after = from; after < head; ) {
    const events = await store.eventsAfter(id, after, SEARCH_WORK.eventsAtOnce);
    const to = events.at(-1)?.seq;
    if (to === undefined) return true;
    const messages: MessageTerms[] = [];
    for (const event of events) {
      const text = searchedText(event);
      if (text === '') continue;
      if (!(await rest(text.length))) return false;
      const terms = termsOf(text);
      if (terms.length > 0) messages.push({ seq: event.seq, at: event.at, terms });
    }
    await store.indexMessages({ conversation: id, to, messages });
    after = to;
  }
  return true;
}

/** What an event says, as it is read: people and agents write Markdown, whose marks are not searched for. */
export function searchedText({ by, body }: LogEvent): string {
  if (!('text' in body)) return '';
  if (by.kind === 'visitor') return body.text;
  return body.text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[ \u00a0]?\[\d{1,3}\]/g, '')
    .replace(/[*`#>|]+/g, ' ');
}

/** A message that was found, as it is shown. */
export function hitOf(conversation: string, event: LogEvent, phrases: readonly Phrase[], looking: Looking): SearchHit {
  const { kind, name } = event.by;
  return {
    conversation,
    seq: event.seq,
    at: event.at,
    by: kind === 'system' ? 'ai' : kind,
    ...(name !== undefined && { name }),
    ...excerptOf(searchedText(event), phrases, looking),
  };
}
