/**
 * Unsent messages of pages and tabs that are gone: the first tab that comes by takes them over, says them as its own, and
 * shows those as failed that have waited too long. Erasures that had no answer are asked for again by every tab: once is
 * enough for the server, and more change nothing.
 */
import { CLIENT_ID, isRecord, MESSAGE_LIMITS, STORED_MESSAGE_ERRORS } from '@service/protocol';
import { erasurePrefix } from '../features/erasure-prefix.js';
import { NO_TAB, tabName, unsentPrefix } from '../session/storage-keys.js';
import type { Feature, Hands } from '../state/feature.js';
import { forFeature } from '../state/feature-dispatch.js';
import type { Run } from '../state/transition.js';
import { type Outbox, type OutboxItem, rebindItem } from './outbox.js';

export type AdoptionInput =
  /** There may be some. */
  { readonly type: 'look' } | ({ readonly type: 'found' } & Found);

interface Found {
  readonly items: readonly OutboxItem[];
  /** The ids of those that were this page's before. */
  readonly own: readonly string[];
  /** No session is kept beside them: the next one is not the one in which they were written. */
  readonly over: boolean;
  /** There are some of tabs that live. */
  readonly others: boolean;
  /** The conversations that are still to be erased. */
  readonly erasing: readonly string[];
}

/** A tab that can't be asked whether it lives is given this long before its messages are taken over. */
const ORPHAN_AFTER_MS = 60_000;
const LOOK_AGAIN_MS = 500;
/**
 * A living tab says its messages itself, unless it is closed before. The page before a reload counts as living, too, until
 * the browser has put it away.
 */
const OTHERS_MAY_GO_MS = 5_000;

export const adoption: Feature<'adoption'> = {
  part: null,
  take(run, input) {
    if (input.type === 'look') return look(run);
    // They come after the log, when it was quicker: what it has already shown must not stand there as unsent as well.
    const stored = new Set(run.model.log?.events.map((event) => event.clientId));
    for (const { clientId } of input.items) if (stored.has(clientId)) run.do({ do: 'drop-item', clientId });
    const missing = input.items.filter(({ clientId }) => !stored.has(clientId));
    // To a page that is connected its own session is not over, whatever another tab was told: what was written in that goes there.
    const unsent = input.over && !run.isUsable ? missing.map(rebindItem) : missing;
    run.set({ outbox: restoreItems(takenBack(run.model.outbox, input.own), unsent, run.around.now) });
    if (input.erasing[0] || run.model.outbox.items.some((item) => !item.failed)) run.link({ type: 'want' });
    if (input.others) run.wake('adoption.look', OTHERS_MAY_GO_MS);
    for (const given of input.erasing)
      forFeature(run, 'conversations', { type: 'feature', name: 'conversations', input: { type: 'erase', given } });
  },
  due: look,
  async act(_effect, hands) {
    hands.take({ type: 'found', ...(await hands.ports.tabs.alone(`${hands.root}adopt`, () => adopted(hands))) });
  },
};

/** Who is about to be identified looks when that is known: by then another tab may have taken it over, for somebody else. */
function look(run: Run): void {
  if (run.model.pendingInputs.some(({ name }) => name === 'identity')) run.wake('adoption.look', LOOK_AGAIN_MS);
  else run.do({ do: 'act', name: 'adoption', effect: null });
}

/** What this page had lent and nobody has taken is its own again; what somebody has taken is theirs. */
function takenBack(outbox: Outbox, own: readonly string[]): Outbox {
  const items = outbox.items.flatMap(({ lent, ...item }): OutboxItem[] => {
    if (!lent && (item.failed || item.conversation !== null || item.sent === 0)) return [item];
    return own.includes(item.clientId) ? [item.failed ? item : { ...item, sent: 0 }] : [];
  });
  return { ...outbox, items };
}

/** Adds items kept by an earlier page, oldest first, before what was written since. Too old ones fail visibly. */
export function restoreItems(outbox: Outbox, kept: readonly OutboxItem[], now: number): Outbox {
  const known = new Set(outbox.items.map((item) => item.clientId));
  const tooOld = now - MESSAGE_LIMITS.outboxDays * 86_400_000;
  const fresh = kept
    .filter((item) => !known.has(item.clientId))
    .map(({ files, ...item }): OutboxItem => {
      if (item.failed) return { ...item, ...(files && { files }), adopted: true };
      // No file outlives its page: these are words that have lost what they were about.
      if (files?.[0]) return { ...item, files, failed: 'file_gone', why: STORED_MESSAGE_ERRORS.file_gone.message };
      return item.createdAt < tooOld
        ? { ...item, failed: 'expired', why: STORED_MESSAGE_ERRORS.expired.message }
        : { ...item, adopted: true };
    })
    .sort((a, b) => a.createdAt - b.createdAt);
  return fresh.length === 0 ? outbox : { ...outbox, items: [...fresh, ...outbox.items] };
}

/** Writes this tab's name on what belongs to nobody any more, and returns it. */
async function adopted({ ports, root, instance, kept: { token } }: Hands<'adoption'>): Promise<Found> {
  const { storage: keeper, tabs, clock } = ports;
  const living = await tabs.held();
  const items: OutboxItem[] = [];
  const own: string[] = [];
  const erasing: string[] = [];
  const toErase = erasurePrefix(root);
  const over = token() === null;
  let others = false;
  const stored = keeper.keys(unsentPrefix(root)).map((key) => ({ key, kept: readKept(keeper.get(key)) }));
  const age = ({ item }: KeptItem): number => clock.now() - item.createdAt;
  const isTaken = (kept: KeptItem): boolean =>
    kept.tab !== NO_TAB && (living ? living.has(tabName(root, kept.tab)) : age(kept) < ORPHAN_AFTER_MS);
  /** A page that was put away, and came back, may have words before these on their way in another tab. */
  const wouldOvertake = (kept: KeptItem): boolean =>
    age(kept) < ORPHAN_AFTER_MS &&
    stored.some(
      ({ kept: other }) =>
        other?.item.from === writerOf(kept) && !other.item.failed && age(other) > age(kept) && isTaken(other),
    );
  for (const { key, kept } of stored) {
    // With the session goes the right to have anything erased in its name: nobody else asks for it.
    if (key.startsWith(toErase) && !over) erasing.push(key.slice(toErase.length));
    else if (!kept) keeper.remove(key);
    else if (kept.tab === instance) own.push(kept.item.clientId);
    else if (isTaken(kept) || wouldOvertake(kept)) others = true;
    else {
      const item: OutboxItem = { ...kept.item, from: writerOf(kept) };
      items.push(item);
      keeper.set(key, JSON.stringify({ v: 1, tab: instance, item }));
    }
  }
  return { items, own, over, others, erasing };
}

interface KeptItem {
  /** Whose it is now. */
  readonly tab: string;
  readonly item: OutboxItem;
}

/** Who wrote it. What was written before there was a client is in no order with anything. */
const writerOf = ({ tab, item }: KeptItem): string => item.from ?? (tab || item.clientId);

/** Storage belongs to whoever can write to it: what doesn't look like ours is dropped. */
function readKept(text: string | null): KeptItem | null {
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
