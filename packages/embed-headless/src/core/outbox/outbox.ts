/**
 * Messages on their way into the log. An item gets its client id once, is stored before it is first sent, and has the same id in
 * every resend, also after a reload: the server's permanent unique index turns "at least once" into "once".
 * One item is in flight at a time, because two could be stored in the wrong order when the first is refused and retried.
 */
import { type AppendBody, MESSAGE_LIMITS, OUTBOX_ERRORS, type OutboxErrorCode } from '@service/protocol';
import type { MessageFile } from '../api/chat-state.js';

export interface OutboxItem {
  readonly clientId: string;
  /** The one it was written in. Null: it had no id yet; set, and stored again, before the first send. */
  readonly conversation: string | null;
  readonly body: AppendBody;
  readonly createdAt: number;
  /**
   * Names of the files that it waits for; files themselves can't be stored. An item with this field that has not failed waits for
   * the code that uploads, with files of its own or, if empty, behind an item that has some.
   */
  readonly files?: readonly MessageFile[];
  /** Times it was sent. */
  readonly sent: number;
  /** Written by an earlier page or in another tab: a change of conversation in this tab does not move it. */
  readonly adopted?: true;
  /** The tab that wrote an item that was taken over. */
  readonly from?: string;
  /** Error code: not sent until the visitor retries. */
  readonly failed: string | null;
  /** The error as a sentence. */
  readonly why?: string;
  /** Failed when its page went into the back/forward cache: another tab may have retried it under another id, or discarded it. */
  readonly handedOver?: true;
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

/** Over the limit, the item is added as failed: its text must stay on the screen. */
export function enqueue(outbox: Outbox, item: OutboxItem): Outbox {
  const full = outbox.items.length >= outbox.most;
  return { ...outbox, items: [...outbox.items, full ? because(item, 'outbox_full') : item] };
}

/** The item to send now, bound to its conversation. Null: one is in flight, must wait, or there is none. */
export function nextToSend(outbox: Outbox, conversation: string, now: number): OutboxItem | null {
  if (outbox.inFlight !== null || now < sendableFrom(outbox)) return null;
  const item = outbox.items.find((each) => each.failed === null && !each.files);
  // Handed over before its conversation had an id: another tab may have sent it elsewhere. Wait until the storage says whose it is
  // (orphaned-messages.ts).
  if (!item || (item.sent > 0 && item.conversation === null)) return null;
  return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };
}

export function markInFlight(outbox: Outbox, item: OutboxItem): Outbox {
  return { ...replace(outbox, item), inFlight: item.clientId };
}

/** The item is in the log, or discarded. */
export function removeStored(outbox: Outbox, clientId: string): Outbox {
  if (!outbox.items.some((item) => item.clientId === clientId)) return outbox;
  return {
    ...outbox,
    items: outbox.items.filter((item) => item.clientId !== clientId),
    inFlight: outbox.inFlight === clientId ? null : outbox.inFlight,
  };
}

/** The connection is lost. The item in flight may be in the log: it is sent again with its id. */
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
 * The page goes into the back/forward cache: another tab may take its items over and send them. From now on they count as sent,
 * which ties them to their conversation; sending them again there is harmless. Failed items may be retried by the other tab, as new
 * messages.
 */
export function markHandedOver(outbox: Outbox, conversation: string | null): Outbox {
  const items = outbox.items.map((item): OutboxItem => {
    if (item.failed) return { ...item, handedOver: true };
    return item.sent > 0 ? item : { ...item, conversation: item.conversation ?? conversation, sent: 1 };
  });
  return { ...outbox, items };
}

/**
 * The session is over, and another conversation begins. Items that were never sent go there. Items that may be in the old log must not
 * be stored twice: they fail, and the visitor decides.
 */
export function rebindItems(outbox: Outbox): Outbox {
  return { ...outbox, items: outbox.items.map(rebindItem), inFlight: null };
}

export function rebindItem(item: OutboxItem): OutboxItem {
  if (item.failed || item.conversation === null) return item;
  return item.sent === 0 ? { ...item, conversation: null } : because(item, 'not_found');
}

/** True: written in this conversation, going there, or without a destination. */
export function isShownIn({ failed, conversation }: OutboxItem, here: string | null): boolean {
  return failed === 'not_found' || conversation === null || conversation === here;
}

/** Items that are not failed. */
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
