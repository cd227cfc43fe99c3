/** Reading a log: follow it, fill a gap (`sync`), page back (`history`). */
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import { SOCKET_LIMITS } from '../../runtime/limits.js';
import type { Conversation } from '../../store/store.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

export async function follow(client: ClientSession, { conversation, epoch, seq }: FrameOf<'follow'>): Promise<void> {
  if (!(await client.waitForReadBudget())) return;
  if (!(await client.owns(conversation))) return client.refuse('not_found', conversation);
  client.subscribe(conversation, epoch !== undefined && seq !== undefined ? { epoch, seq } : null);
}

/** Never refused for load: the client shows nothing beyond a gap. */
export async function sync(client: ClientSession, { id, conversation, after }: FrameOf<'sync'>): Promise<void> {
  if (!(await client.waitForReadBudget())) return;
  const known = await ownConversation(client, conversation);
  if (!known) return client.refuse('not_found', id);
  const events = await readPage(after, (from, count) => client.deps.store.eventsAfter(conversation, from, count));
  const last = events[events.length - 1]?.seq ?? known.head;
  client.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: last < known.head });
}

export async function history(client: ClientSession, { id, conversation, before }: FrameOf<'history'>): Promise<void> {
  if (client.deps.load() >= 2) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await client.waitForReadBudget())) return;
  const known = await ownConversation(client, conversation);
  if (!known) return client.refuse('not_found', id);
  const latest = await readPage(before, async (from, count) =>
    [...(await client.deps.store.eventsBefore(conversation, from, count))].reverse(),
  );
  const events = [...latest].reverse();
  client.send({ t: 'page', id, conversation, epoch: known.epoch, events, more: (events[0]?.seq ?? 1) > 1 });
}

/** Events read at first. A page holds about as many of the longest messages. */
const FIRST_READ = 10;

/**
 * As many events as one frame holds, starting next to number `from`. Long messages make a short page, and the client asks on.
 * Reads a few events first and then twice as many each time, so that little is read that doesn't fit.
 */
async function readPage(
  from: number,
  read: (from: number, count: number) => Promise<readonly LogEvent[]>,
): Promise<readonly LogEvent[]> {
  const page: LogEvent[] = [];
  let bytes = 0;
  for (let count = FIRST_READ; page.length < FRAME_LIMITS.historyPage; count *= 2) {
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

async function ownConversation(client: ClientSession, conversation: string): Promise<Conversation | null> {
  return (await client.owns(conversation)) ? client.deps.store.conversation(conversation) : null;
}
