/**
 * Messages on their way into the log. An item gets its client id once, is kept before it is first sent, and keeps the
 * id through every resend, reload and night: the server's permanent index then makes "at least once" into "once".
 * One item is in flight at a time, because two could be stored in the wrong order when the first is refused and retried.
 */
import { type AppendBody, MESSAGE_LIMITS, OUTBOX_ERRORS, type OutboxErrorCode } from '@service/protocol';
import type { MessageFile } from '../api/chat-state.js';

export interface OutboxItem {
  readonly clientId: string;
  /** The one it was written in. Null while that had no name yet; bound, and kept again, before the first send. */
  readonly conversation: string | null;
  readonly body: AppendBody;
  readonly createdAt: number;
  /**
   * What a screen shows of the files that it waits for. The files themselves can't be kept. Not failed, it waits here for the
   * code that sends files, with files of its own or, with none, behind one that has some.
   */
  readonly files?: readonly MessageFile[];
  /** How often it was sent. */
  readonly sent: number;
  /** Written by an earlier page or in another tab, whose visitor knew nothing of where this one is going. */
  readonly adopted?: true;
  /** Which tab has written it, of one that was taken over. */
  readonly from?: string;
  /** Why it will not be sent any more, until the visitor says so. */
  readonly failed: string | null;
  /** The same as a sentence. */
  readonly why?: string;
  /** Failed when its page was put away: another tab may have tried it again since, under another id, or thrown it away. */
  readonly lent?: true;
}

export interface Outbox {
  /** In the order they were written. */
  readonly items: readonly OutboxItem[];
  readonly inFlight: string | null;
  /** The server asked for a pause until this moment (Unix milliseconds). */
  readonly pausedUntil: number;
  /** The page is about to offer its tools: wait for them until this moment at most. 0: no wait. */
  readonly toolsAwaitedUntil: number;
  /** How many items may wait; the server's number once it is known. */
  readonly most: number;
}

export const emptyOutbox: Outbox = {
  items: [],
  inFlight: null,
  pausedUntil: 0,
  toolsAwaitedUntil: 0,
  most: MESSAGE_LIMITS.outboxItems,
};

/** Takes an item in; over the limit it is taken in as failed, so that what was typed stays on the screen. */
export function enqueue(outbox: Outbox, item: OutboxItem): Outbox {
  const full = outbox.items.length >= outbox.most;
  return { ...outbox, items: [...outbox.items, full ? because(item, 'outbox_full') : item] };
}

/** The item to send now, bound to its conversation, or null: something is in flight, must wait, or there is nothing. */
export function nextToSend(outbox: Outbox, conversation: string, now: number): OutboxItem | null {
  if (outbox.inFlight !== null || now < sendableFrom(outbox)) return null;
  const item = outbox.items.find((each) => each.failed === null && !each.files);
  // Lent before its conversation had a name: another tab may have said it elsewhere. It goes no further before the storage
  // was asked whose it is now (features/adoption.ts).
  if (!item || (item.sent > 0 && item.conversation === null)) return null;
  return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };
}

export function markInFlight(outbox: Outbox, item: OutboxItem): Outbox {
  return { ...replace(outbox, item), inFlight: item.clientId };
}

/** It is in the log: by its ack or by its event, whichever came first. */
export function removeStored(outbox: Outbox, clientId: string): Outbox {
  if (!outbox.items.some((item) => item.clientId === clientId)) return outbox;
  return {
    ...outbox,
    items: outbox.items.filter((item) => item.clientId !== clientId),
    inFlight: outbox.inFlight === clientId ? null : outbox.inFlight,
  };
}

/** The connection is gone; what was in flight may or may not be in the log, so it will be sent again with its id. */
export function clearInFlight(outbox: Outbox): Outbox {
  return outbox.inFlight === null ? outbox : { ...outbox, inFlight: null };
}

/** No message is sent before this moment. */
export function sendableFrom({ pausedUntil, toolsAwaitedUntil }: Outbox): number {
  return Math.max(pausedUntil, toolsAwaitedUntil);
}

/** The server asked to wait with this item. A later moment that it asked for before still holds. */
export function postpone(outbox: Outbox, clientId: string, until: number): Outbox {
  return { ...landed(outbox, clientId), pausedUntil: Math.max(outbox.pausedUntil, until) };
}

/** Messages wait for the page's tools: an answer that begins earlier could not use them. */
export function awaitTools(outbox: Outbox, until: number): Outbox {
  return { ...outbox, toolsAwaitedUntil: Math.max(outbox.toolsAwaitedUntil, until) };
}

/** The item will not be sent any more. */
export function markFailed(outbox: Outbox, clientId: string, code: string, why: string): Outbox {
  const item = outbox.items.find((each) => each.clientId === clientId);
  return item ? replace(landed(outbox, clientId), { ...item, failed: code, why }) : outbox;
}

/**
 * The page goes away and may come back: meanwhile another tab may take over what it could not send, and send it. So from
 * now on it counts as sent, which ties it to its conversation; there, sending it once more changes nothing. What has failed
 * is the other tab's to try again, which makes a new message of it.
 */
export function markHandedOver(outbox: Outbox, conversation: string | null): Outbox {
  const items = outbox.items.map((item): OutboxItem => {
    if (item.failed) return { ...item, lent: true };
    return item.sent > 0 ? item : { ...item, conversation: item.conversation ?? conversation, sent: 1 };
  });
  return { ...outbox, items };
}

/**
 * The session is gone for good and another conversation begins. What was never sent goes there; what may already stand
 * in the old log must not be stored a second time, so it fails and the visitor decides.
 */
export function rebindItems(outbox: Outbox): Outbox {
  return { ...outbox, items: outbox.items.map(rebindItem), inFlight: null };
}

/** One of them. */
export function rebindItem(item: OutboxItem): OutboxItem {
  if (item.failed || item.conversation === null) return item;
  return item.sent === 0 ? { ...item, conversation: null } : because(item, 'not_found');
}

/** Whether an item is shown in a conversation: as its own, as one that will go there, or as one that could go nowhere. */
export function isShownIn({ failed, conversation }: OutboxItem, here: string | null): boolean {
  return failed === 'not_found' || conversation === null || conversation === here;
}

/** Items waiting to be stored. */
export function countUnsent(outbox: Outbox): number {
  return outbox.items.reduce((count, item) => (item.failed ? count : count + 1), 0);
}

function because(item: OutboxItem, code: OutboxErrorCode): OutboxItem {
  return { ...item, failed: code, why: OUTBOX_ERRORS[code].message };
}

function landed(outbox: Outbox, clientId: string): Outbox {
  return outbox.inFlight === clientId ? { ...outbox, inFlight: null } : outbox;
}

function replace(outbox: Outbox, item: OutboxItem): Outbox {
  return { ...outbox, items: outbox.items.map((each) => (each.clientId === item.clientId ? item : each)) };
}
