/**
 * Searches the messages of one visitor's conversations; erased ones are never found. Messages that the index does not have
 * yet are indexed first.
 */
import {
  CONVERSATION_LIMITS,
  type FoundFrame,
  FRAME_LIMITS,
  type LogEvent,
  SEARCH_LIMITS,
  type SearchHit,
} from '@service/protocol';
import type { Phrase } from '../../store/port/search.js';
import type { Conversation, Store } from '../../store/store.js';
import { excerptOf, phrasesOf, termsOf } from './search-terms.js';

export type Found = Pick<FoundFrame, 'hits' | 'more'>;

export async function search(store: Store, contact: string, text: string): Promise<Found> {
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return { hits: [], more: false };
  const conversations = await store.conversationsOf(contact, CONVERSATION_LIMITS.listedConversations);
  const indexed = await store.indexedTo(conversations.map(({ id }) => id));
  for (const each of conversations) await catchUp(store, each, indexed.get(each.id) ?? each.head);
  const ids = [...indexed.keys()];
  const places = await store.findMessages(ids, phrases, SEARCH_LIMITS.hits + 1);
  const events = await Promise.all(
    places.slice(0, SEARCH_LIMITS.hits).map(async ({ conversation, seq }) => {
      // Erased meanwhile: then there is nothing of it here either.
      const [event] = await store.eventsAfter(conversation, seq - 1, 1);
      return event ? [hitOf(conversation, event, phrases)] : [];
    }),
  );
  return { hits: events.flat(), more: places.length > SEARCH_LIMITS.hits };
}

async function catchUp(store: Store, { id, head }: Conversation, from: number): Promise<void> {
  for (let after = from; after < head; ) {
    const events = await store.eventsAfter(id, after, FRAME_LIMITS.replayEvents);
    const to = events.at(-1)?.seq;
    if (to === undefined) return;
    const entries = events.flatMap((event) => {
      const terms = termsOf(textOf(event));
      return terms.length > 0 ? [{ seq: event.seq, at: event.at, terms }] : [];
    });
    await store.indexMessages({ conversation: id, to, messages: entries });
    after = to;
  }
}

/** What an event says, as it is read: people and agents write Markdown, whose marks are not searched for. */
function textOf({ by, body }: LogEvent): string {
  if (!('text' in body)) return '';
  if (by.kind === 'visitor') return body.text;
  return body.text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[ \u00a0]?\[\d{1,3}\]/g, '')
    .replace(/[*`#>|]+/g, ' ');
}

function hitOf(conversation: string, event: LogEvent, phrases: readonly Phrase[]): SearchHit {
  const { kind, name } = event.by;
  return {
    conversation,
    seq: event.seq,
    at: event.at,
    by: kind === 'system' ? 'ai' : kind,
    ...(name !== undefined && { name }),
    ...excerptOf(textOf(event), phrases),
  };
}
