/**
 * Delivery status of the visitor's messages, and the visitor's feedback on answers. Computed from the log, the unsent feedback,
 * and how far people have seen the log; added to the plain timeline.
 */
import {
  type AppendBody,
  type FeedbackValue,
  type LogBody,
  type LogEvent,
  readConversationFrame,
} from '@service/protocol';
import type { TimelineEntry } from '../api/chat-state.js';
import type { OutboxItem } from '../outbox/outbox.js';
import type { ForeignFrame } from '../state/input.js';
import type { Model } from '../state/model.js';
import type { Transition } from '../state/transition.js';
import { stateOf, update } from './deferred-state.js';
import { type DeliveryStatus, deliveryStatuses } from './delivery-status.js';

/** False: malformed. */
export function seenReceived(tx: Transition, given: ForeignFrame): boolean {
  const frame = readConversationFrame(given);
  if (frame?.t !== 'seen') return false;
  if (frame.conversation === tx.model.conversation && frame.seq > stateOf(tx).seen) update(tx, { seen: frame.seq });
  return true;
}

interface Receipts {
  readonly seen: number;
  readonly statuses: ReadonlyMap<number, DeliveryStatus>;
  readonly feedback: ReadonlyMap<string, FeedbackValue>;
}

interface Shown {
  readonly receipts: Receipts;
  readonly items: readonly OutboxItem[];
  readonly entries: readonly TimelineEntry[];
}

/** Cached per array and per entry: what has not changed stays the same object and is not rendered again. */
const cache = new WeakMap<readonly LogEvent[], Receipts>();
const shown = new WeakMap<readonly TimelineEntry[], Shown>();
const marked = new WeakMap<TimelineEntry, TimelineEntry>();

export function withReceipts(
  timeline: readonly TimelineEntry[],
  { log, outbox: { items } }: Model,
  seen: number,
): readonly TimelineEntry[] {
  if (!log) return timeline;
  const receipts = receiptsOf(log.events, seen);
  const known = shown.get(timeline);
  if (known?.receipts === receipts && known.items === items) return known.entries;
  const unsent = items.flatMap(({ body, failed }) => (failed ? [] : feedbackIn(body)));
  const feedback = unsent.length === 0 ? receipts.feedback : new Map([...receipts.feedback, ...unsent]);
  const entries = timeline.map((entry) => mark(entry, receipts.statuses, feedback));
  shown.set(timeline, { receipts, items, entries });
  return entries;
}

function receiptsOf(events: readonly LogEvent[], seen: number): Receipts {
  const known = cache.get(events);
  if (known?.seen === seen) return known;
  const feedback = new Map(events.flatMap(({ body }) => feedbackIn(body)));
  const receipts = { seen, statuses: deliveryStatuses(events, seen), feedback };
  cache.set(events, receipts);
  return receipts;
}

function mark(
  entry: TimelineEntry,
  statuses: ReadonlyMap<number, DeliveryStatus>,
  ratings: ReadonlyMap<string, FeedbackValue>,
): TimelineEntry {
  const before = marked.get(entry) ?? entry;
  let now = before;
  if (before.type === 'own' && before.seq !== null) {
    const state = statuses.get(before.seq) ?? 'sent';
    if (state !== before.delivery.state) now = { ...before, delivery: { state } };
  } else if (before.type === 'answer') {
    const feedback = ratings.get(before.key) ?? null;
    if (feedback !== before.feedback) now = { ...before, feedback };
  }
  if (now !== before) marked.set(entry, now);
  return now;
}

/** By the answer's id: as map entries, so that the last one counts. */
function feedbackIn(body: LogBody | AppendBody): [string, FeedbackValue][] {
  return body.kind === 'feedback' ? [[body.message, body.value]] : [];
}
