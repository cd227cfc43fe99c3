/** Reading a log: follow it, fill a gap (`sync`), page back (`history`). */
import { FRAME_LIMITS, type PageFrame } from '@service/protocol';
import { SOCKET_LIMITS } from '../../runtime/limits.js';
import type { Conversation, EventPage } from '../../store/store.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

const PAGE_BYTES = SOCKET_LIMITS.eventBytesPerFrame;

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
  const page = await client.deps.store.pageAfter(conversation, after, FRAME_LIMITS.historyPage, PAGE_BYTES);
  const more = (page.last ?? known.head) < known.head;
  client.sendText(pageFrame({ id, conversation, epoch: known.epoch, more }, page));
}

export async function history(client: ClientSession, { id, conversation, before }: FrameOf<'history'>): Promise<void> {
  if (client.deps.load() >= 2) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await client.waitForReadBudget())) return;
  const epoch = client.followedEpoch(conversation) ?? (await ownConversation(client, conversation))?.epoch;
  if (epoch === undefined) return client.refuse('not_found', id);
  const page = await client.deps.store.pageBefore(conversation, before, FRAME_LIMITS.historyPage, PAGE_BYTES);
  client.sendText(pageFrame({ id, conversation, epoch, more: (page.first ?? 1) > 1 }, page));
}

/** The frame as JSON. The events go to the client as they are stored, so they are neither read nor written here. */
function pageFrame(frame: Omit<PageFrame, 't' | 'events'>, { json }: EventPage): string {
  const rest: Omit<PageFrame, 'events'> = { t: 'page', ...frame };
  return `${JSON.stringify(rest).slice(0, -1)},"events":[${json}]}`;
}

async function ownConversation(client: ClientSession, conversation: string): Promise<Conversation | null> {
  return (await client.owns(conversation)) ? client.deps.store.conversation(conversation) : null;
}
