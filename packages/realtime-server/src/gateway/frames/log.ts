/** What a visitor asks of a log: to follow it, to fill a hole in it, to see what came before. */
import { LIMITS } from '@service/protocol';
import { inFrames } from '../../conversation/follower.js';
import type { Conversation } from '../../store/store.js';
import { BUSY_FOR_MS, type FrameNamed, type Visit } from './visit.js';

export async function follow(visit: Visit, { conversation, epoch, seq }: FrameNamed<'follow'>): Promise<void> {
  if (!(await visit.owns(conversation))) return visit.refuse('not_found', conversation);
  visit.follow(conversation, epoch !== undefined && seq !== undefined ? { epoch, seq } : null);
}

/** Never refused for load: nothing is shown beyond a hole. */
export async function sync(visit: Visit, { id, conversation, after }: FrameNamed<'sync'>): Promise<void> {
  const known = await ownConversation(visit, conversation);
  if (!known) return visit.refuse('not_found', id);
  // Long messages make a short page: the reader asks on, as after any other.
  const [events = []] = inFrames(await visit.deps.store.eventsAfter(conversation, after, LIMITS.historyPage));
  const last = events[events.length - 1]?.seq ?? known.head;
  visit.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: last < known.head });
}

export async function history(visit: Visit, { id, conversation, before }: FrameNamed<'history'>): Promise<void> {
  if (visit.deps.load() >= 2) return visit.refuse('busy', id, BUSY_FOR_MS);
  const known = await ownConversation(visit, conversation);
  if (!known) return visit.refuse('not_found', id);
  const stored = await visit.deps.store.eventsBefore(conversation, before, LIMITS.historyPage);
  const [latest = []] = inFrames([...stored].reverse());
  const events = [...latest].reverse();
  visit.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: (events[0]?.seq ?? 1) > 1 });
}

async function ownConversation(visit: Visit, conversation: string): Promise<Conversation | null> {
  return (await visit.owns(conversation)) ? visit.deps.store.conversation(conversation) : null;
}
