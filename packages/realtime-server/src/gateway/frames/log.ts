/** What a visitor asks of a log: to follow it, to fill a hole in it, to see what came before. */
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import { SOCKET_LIMITS } from '../../limits.js';
import type { Conversation } from '../../store/store.js';
import { BUSY_RETRY_MS, type FrameOf, type Visit, waitForReadBudget } from './frame-handler.js';

export async function follow(visit: Visit, { conversation, epoch, seq }: FrameOf<'follow'>): Promise<void> {
  if (!(await waitForReadBudget(visit))) return;
  if (!(await visit.owns(conversation))) return visit.refuse('not_found', conversation);
  visit.follow(conversation, epoch !== undefined && seq !== undefined ? { epoch, seq } : null);
}

/** Never refused for load: nothing is shown beyond a hole. */
export async function sync(visit: Visit, { id, conversation, after }: FrameOf<'sync'>): Promise<void> {
  if (!(await waitForReadBudget(visit))) return;
  const known = await ownConversation(visit, conversation);
  if (!known) return visit.refuse('not_found', id);
  const events = await onePage(after, (from, count) => visit.deps.store.eventsAfter(conversation, from, count));
  const last = events[events.length - 1]?.seq ?? known.head;
  visit.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: last < known.head });
}

export async function history(visit: Visit, { id, conversation, before }: FrameOf<'history'>): Promise<void> {
  if (visit.deps.load() >= 2) return visit.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await waitForReadBudget(visit))) return;
  const known = await ownConversation(visit, conversation);
  if (!known) return visit.refuse('not_found', id);
  const latest = await onePage(before, async (from, count) =>
    [...(await visit.deps.store.eventsBefore(conversation, from, count))].reverse(),
  );
  const events = [...latest].reverse();
  visit.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: (events[0]?.seq ?? 1) > 1 });
}

/** How many events are read at first. Of the longest messages that there are, few more fill a page. */
const A_FEW = 10;

/**
 * As many events as one frame holds, from the one next to number `from` on. Long messages make a short page: the reader asks on,
 * as after any other. And so they are read a few at a time, then twice as many: what doesn't fit would be read to be thrown away.
 */
async function onePage(
  from: number,
  read: (from: number, count: number) => Promise<readonly LogEvent[]>,
): Promise<readonly LogEvent[]> {
  const page: LogEvent[] = [];
  let bytes = 0;
  for (let count = A_FEW; page.length < FRAME_LIMITS.historyPage; count *= 2) {
    const wanted = Math.min(count, FRAME_LIMITS.historyPage - page.length);
    const some = await read(page.at(-1)?.seq ?? from, wanted);
    for (const event of some) {
      bytes += Buffer.byteLength(JSON.stringify(event));
      // A single event always fits.
      if (page.length > 0 && bytes > SOCKET_LIMITS.eventBytesPerFrame) return page;
      page.push(event);
    }
    if (some.length < wanted) return page;
  }
  return page;
}

async function ownConversation(visit: Visit, conversation: string): Promise<Conversation | null> {
  return (await visit.owns(conversation)) ? visit.deps.store.conversation(conversation) : null;
}
