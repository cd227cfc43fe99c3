/**
 * Unsent messages of pages and tabs that are gone. The first tab that looks takes them over and sends them as its own; those that
 * waited too long fail visibly. Erasures without an answer are requested again by every tab: repeating them is harmless.
 */
import { CLIENT_ID, isRecord, MESSAGE_LIMITS, STORED_MESSAGE_ERRORS } from '@service/protocol';
import { isConnected } from '../connection/connection-state.js';
import { updateConnection } from '../connection/update-connection.js';
import { erase } from '../features/conversations.js';
import { act, type DeferredInput, type Orphans } from '../features/deferred-state.js';
import { erasurePrefix, NO_TAB, tabName, unsentPrefix } from '../session/storage-keys.js';
import type { EffectContext } from '../state/feature.js';
import { addEffects, patch, startTimer, type Transition } from '../state/transition.js';
import { type Outbox, type OutboxItem, rebindItem } from './outbox.js';

/** A tab that can't be asked whether it lives keeps its messages for this long. */
const ORPHAN_AFTER_MS = 60_000;
/** Identity is about to be known: look again after this. */
const LOOK_AGAIN_MS = 500;
/** A living tab may be closed before it has sent its messages. After a reload, the old page counts as living for a moment. */
const LIVING_TABS_LOOK_MS = 5_000;

/** While an identity is being loaded, its messages may be taken over by another tab for another person: look when it is known. */
export function requestOrphans(tx: Transition): void {
  if (tx.model.pendingInputs.some(({ name }) => name === 'identity')) startTimer(tx, 'deferred.orphans', LOOK_AGAIN_MS);
  else act(tx, { do: 'find-orphans' });
}

export function orphansFound(tx: Transition, { items, own, over, others, erasing }: Orphans): void {
  // The log may have come first: what it shows must not show as unsent as well.
  const stored = new Set(tx.model.log?.events.map((event) => event.clientId));
  for (const { clientId } of items) if (stored.has(clientId)) addEffects(tx, { do: 'remove-item', clientId });
  const missing = items.filter(({ clientId }) => !stored.has(clientId));
  // Don't rebind items while this tab is connected: its session is still valid, whatever the storage says.
  const unsent = over && !isConnected(tx.model.connection) ? missing.map(rebindItem) : missing;
  patch(tx, { outbox: restoreItems(takeBack(tx.model.outbox, own), unsent, tx.env.now) });
  if (erasing[0] || tx.model.outbox.items.some((item) => !item.failed)) updateConnection(tx, { type: 'connect' });
  if (others) startTimer(tx, 'deferred.orphans', LIVING_TABS_LOOK_MS);
  for (const conversation of erasing) erase(tx, conversation);
}

export async function findOrphans(context: EffectContext<DeferredInput>): Promise<void> {
  const orphans = await context.ports.tabs.alone(`${context.root}adopt`, () => takeOver(context));
  context.dispatch({ type: 'orphans-found', ...orphans });
}

/** Items that this page had handed over are its own again, unless another tab has taken them. */
function takeBack(outbox: Outbox, own: readonly string[]): Outbox {
  const items = outbox.items.flatMap(({ handedOver, ...item }): OutboxItem[] => {
    if (!handedOver && (item.failed || item.conversation !== null || item.sent === 0)) return [item];
    return own.includes(item.clientId) ? [item.failed ? item : { ...item, sent: 0 }] : [];
  });
  return { ...outbox, items };
}

/** Adds items of an earlier page, oldest first, before those written since. Too old ones fail visibly. */
export function restoreItems(outbox: Outbox, stored: readonly OutboxItem[], now: number): Outbox {
  const known = new Set(outbox.items.map((item) => item.clientId));
  const tooOld = now - MESSAGE_LIMITS.outboxDays * 86_400_000;
  const fresh = stored
    .filter((item) => !known.has(item.clientId))
    .map(({ files, ...item }): OutboxItem => {
      if (item.failed) return { ...item, ...(files && { files }), adopted: true };
      // Files can't be stored: the message has lost its attachments.
      if (files?.[0]) return { ...item, files, failed: 'file_gone', why: STORED_MESSAGE_ERRORS.file_gone.message };
      return item.createdAt < tooOld
        ? { ...item, failed: 'expired', why: STORED_MESSAGE_ERRORS.expired.message }
        : { ...item, adopted: true };
    })
    .sort((a, b) => a.createdAt - b.createdAt);
  return fresh.length === 0 ? outbox : { ...outbox, items: [...fresh, ...outbox.items] };
}

/** Marks orphaned items as this tab's own in the storage, and returns them. */
async function takeOver({ ports, root, instance, session }: EffectContext<DeferredInput>): Promise<Orphans> {
  const { storage, tabs, clock } = ports;
  const living = await tabs.held();
  const items: OutboxItem[] = [];
  const own: string[] = [];
  const erasing: string[] = [];
  const toErase = erasurePrefix(root);
  const over = session.token() === null;
  let others = false;
  const all = storage.keys(unsentPrefix(root)).map((key) => ({ key, stored: readStored(storage.get(key)) }));
  const age = ({ item }: StoredItem): number => clock.now() - item.createdAt;
  const isTaken = (stored: StoredItem): boolean =>
    stored.tab !== NO_TAB && (living ? living.has(tabName(root, stored.tab)) : age(stored) < ORPHAN_AFTER_MS);
  /** Older messages of the same page may be on their way in another tab: sending this one now would overtake them. */
  const wouldOvertake = (stored: StoredItem): boolean =>
    age(stored) < ORPHAN_AFTER_MS &&
    all.some(
      ({ stored: other }) =>
        other?.item.from === writerOf(stored) && !other.item.failed && age(other) > age(stored) && isTaken(other),
    );
  for (const { key, stored } of all) {
    // Without the session there is no right to erase anything in its name.
    if (key.startsWith(toErase) && !over) erasing.push(key.slice(toErase.length));
    else if (!stored) storage.remove(key);
    else if (stored.tab === instance) own.push(stored.item.clientId);
    else if (isTaken(stored) || wouldOvertake(stored)) others = true;
    else {
      const item: OutboxItem = { ...stored.item, from: writerOf(stored) };
      items.push(item);
      storage.set(key, JSON.stringify({ v: 1, tab: instance, item }));
    }
  }
  return { items, own, over, others, erasing };
}

interface StoredItem {
  /** The tab that owns it now. */
  readonly tab: string;
  readonly item: OutboxItem;
}

/** The tab that wrote it. What was written before a client existed has no order with other messages. */
const writerOf = ({ tab, item }: StoredItem): string => item.from ?? (tab || item.clientId);

/** Anything on the origin can write to the storage: drop what is not a valid item. */
function readStored(text: string | null): StoredItem | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value.v !== 1 || typeof value.tab !== 'string' || !isRecord(value.item)) return null;
  const { clientId, conversation, body, createdAt, sent, failed } = value.item;
  const sound =
    typeof clientId === 'string' &&
    CLIENT_ID.test(clientId) &&
    (conversation === null || typeof conversation === 'string') &&
    isRecord(body) &&
    (body.kind === 'message'
      ? typeof body.text === 'string'
      : ['handoff.requested', 'handoff.ended', 'feedback'].includes(body.kind as string)) &&
    typeof createdAt === 'number' &&
    typeof sent === 'number' &&
    (failed === null || typeof failed === 'string');
  return sound ? { tab: value.tab, item: value.item as unknown as OutboxItem } : null;
}
