/**
 * What became of each message: how far the visitor's own have come, and what the visitor thinks of each answer. Computed
 * from the log, the unsent opinions, and how far people have seen it; screens are shown it on top of the plain timeline.
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
import type { Feature } from '../state/feature.js';
import type { Model } from '../state/model.js';
import { type DeliveryStatus, deliveryStatuses } from './delivery-status.js';

export interface ReceiptsPart {
  /** How far people of the business have seen the log. */
  readonly seen: number;
}

export const receipts: Feature<'receipts'> = {
  part: { seen: 0 },
  // It was only to be fetched.
  take: () => undefined,
  view: ({ seen }, { timeline }, model) => ({ timeline: withReceipts(timeline, model, seen) }),
  heard(run, given) {
    const frame = readConversationFrame(given);
    if (frame?.t !== 'seen') return given.t !== 'seen';
    const { seen } = run.part('receipts');
    if (frame.conversation === run.model.conversation && frame.seq > seen) run.setPart('receipts', { seen: frame.seq });
    return true;
  },
  left: (run) => run.setPart('receipts', { seen: 0 }),
};

interface Noted {
  readonly seen: number;
  readonly reached: ReadonlyMap<number, DeliveryStatus>;
  readonly opinions: ReadonlyMap<string, FeedbackValue>;
}

interface Shown {
  readonly noted: Noted;
  readonly items: readonly OutboxItem[];
  readonly entries: readonly TimelineEntry[];
}

/** Kept per array and per entry, so that what has not changed stays the same object and is not drawn again. */
const notes = new WeakMap<readonly LogEvent[], Noted>();
const shown = new WeakMap<readonly TimelineEntry[], Shown>();
const marked = new WeakMap<TimelineEntry, TimelineEntry>();

function withReceipts(
  timeline: readonly TimelineEntry[],
  { log, outbox: { items } }: Model,
  seen: number,
): readonly TimelineEntry[] {
  if (!log) return timeline;
  const noted = noteAll(log.events, seen);
  const known = shown.get(timeline);
  if (known?.noted === noted && known.items === items) return known.entries;
  const unsent = items.flatMap(({ body, failed }) => (failed ? [] : opinionIn(body)));
  const opinions = unsent.length === 0 ? noted.opinions : new Map([...noted.opinions, ...unsent]);
  const entries = timeline.map((entry) => mark(entry, noted.reached, opinions));
  shown.set(timeline, { noted, items, entries });
  return entries;
}

function noteAll(events: readonly LogEvent[], seen: number): Noted {
  const known = notes.get(events);
  if (known?.seen === seen) return known;
  const opinions = new Map(events.flatMap(({ body }) => opinionIn(body)));
  const noted = { seen, reached: deliveryStatuses(events, seen), opinions };
  notes.set(events, noted);
  return noted;
}

function mark(
  entry: TimelineEntry,
  reached: ReadonlyMap<number, DeliveryStatus>,
  opinions: ReadonlyMap<string, FeedbackValue>,
): TimelineEntry {
  const before = marked.get(entry) ?? entry;
  let now = before;
  if (before.type === 'own' && before.seq !== null) {
    const state = reached.get(before.seq) ?? 'sent';
    if (state !== before.delivery.state) now = { ...before, delivery: { state } };
  } else if (before.type === 'answer') {
    const feedback = opinions.get(before.key) ?? null;
    if (feedback !== before.feedback) now = { ...before, feedback };
  }
  if (now !== before) marked.set(entry, now);
  return now;
}

/** The last opinion of each answer counts, by the answer's id. */
function opinionIn(body: LogBody | AppendBody): [string, FeedbackValue][] {
  return body.kind === 'feedback' ? [[body.message, body.value]] : [];
}
