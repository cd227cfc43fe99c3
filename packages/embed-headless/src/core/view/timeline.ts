import { type LogEvent, withSafeUrl } from '@service/protocol';
import type { Answer, Delivery, TimelineEntry } from '../api/chat-state.js';
import type { AnswerStreams } from '../log/answer-stream.js';
import type { OutboxItem } from '../outbox/outbox.js';

const folded = new WeakMap<readonly LogEvent[], readonly TimelineEntry[]>();
/** One entry object per event: unchanged objects are not rendered again. */
const made = new WeakMap<LogEvent, TimelineEntry | null>();
const NOTICES = {
  'handoff.requested': 'handoff-requested',
  'handoff.accepted': 'handoff-accepted',
  'handoff.ended': 'handoff-ended',
  'conversation.closed': 'closed',
} as const;

/** All entries in the order of the log's numbers, running answers filled in, unsent `items` at the end. */
export function timelineOf(
  events: readonly LogEvent[],
  streams: AnswerStreams,
  items: readonly OutboxItem[],
): readonly TimelineEntry[] {
  const base = toTimelineEntries(events);
  const live = streams.size === 0 ? base : base.map((entry) => fillIn(entry, streams));
  const unsent = items.flatMap((item) => unsentEntry(item));
  return unsent.length === 0 ? live : [...live, ...unsent];
}

/**
 * The entries of a log, without unsent messages and running answers. Also for readers who are not the visitor. Never throws. Cached
 * per array: the log makes a new array only when it grows, while deltas arrive twenty times a second.
 */
export function toTimelineEntries(events: readonly LogEvent[]): readonly TimelineEntry[] {
  const known = folded.get(events);
  if (known) return known;
  // A map keeps an answer in the place of its first event.
  const entries = new Map<string | number, TimelineEntry>();
  for (const event of events) {
    let entry = made.get(event);
    if (entry === undefined) {
      entry = entryOf(event);
      made.set(event, entry);
    }
    if (entry) entries.set(entry.type === 'answer' ? entry.key : event.seq, entry);
  }
  // Stopped before its first word: nothing to show.
  let isQueued = false;
  const shown = [...entries.values()].filter((entry) => {
    if (entry.type === 'answer') return entry.state !== 'stopped' || entry.text !== '';
    if (entry.type !== 'notice') return true;
    // Of requests for a person while one waits, the first is shown.
    const isRepeated = isQueued && entry.notice === 'handoff-requested';
    isQueued = entry.notice === 'handoff-requested';
    return !isRepeated;
  });
  folded.set(events, shown);
  return shown;
}

function entryOf(event: LogEvent): TimelineEntry | null {
  const { seq, at, by, body } = event;
  switch (body.kind) {
    case 'message': {
      const shared = {
        key: event.clientId,
        seq,
        at,
        text: body.text,
        files: body.attachments ?? [],
        parts: body.parts,
      };
      return by.kind === 'visitor'
        ? { type: 'own', clientId: event.clientId, delivery: { state: 'sent' }, ...shared }
        : { type: 'person', author: by, ...shared };
    }
    case 'answer.started':
      return answer(event, body.message, { state: 'streaming' });
    case 'answer.completed': {
      const { text, outcome, citations, offerPerson, parts } = body;
      const shown = citations.map((citation) => withSafeUrl(citation));
      return answer(event, body.message, { state: 'done', text, outcome, citations: shown, offerPerson, parts });
    }
    case 'answer.interrupted':
      return answer(event, body.message, { state: body.reason === 'failed' ? 'failed' : 'stopped', text: body.text });
    case 'handoff.requested':
    case 'handoff.accepted':
    case 'handoff.ended':
    case 'conversation.closed':
      return { type: 'notice', key: `${seq}`, seq, at, notice: NOTICES[body.kind], by };
    default:
      // A kind of a newer server: not shown, but its number counts.
      return null;
  }
}

function answer(event: LogEvent, key: string, given: Partial<Answer> & Pick<Answer, 'state'>): Answer {
  return {
    type: 'answer',
    key,
    seq: event.seq,
    at: event.at,
    author: event.by,
    text: '',
    outcome: null,
    citations: [],
    offerPerson: false,
    feedback: null,
    ...given,
  };
}

function fillIn(entry: TimelineEntry, streams: AnswerStreams): TimelineEntry {
  if (entry.type !== 'answer' || entry.state !== 'streaming') return entry;
  const running = streams.get(entry.key);
  return running && running.text !== entry.text ? { ...entry, text: running.text } : entry;
}

function unsentEntry(item: OutboxItem): TimelineEntry[] {
  if (item.body.kind !== 'message') return [];
  const delivery: Delivery = item.failed
    ? { state: 'failed', code: item.failed, message: item.why ?? '' }
    : { state: 'sending' };
  const { clientId, createdAt: at, files = [] } = item;
  const { text, filled } = item.body;
  return [{ type: 'own', key: clientId, seq: null, at, clientId, text, files, delivery, filled }];
}
