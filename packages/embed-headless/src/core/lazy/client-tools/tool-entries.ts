import { type LogEvent, readToolBody, type ToolLogBody } from '@service/protocol';
import type { TimelineEntry, ToolEntry } from '../../api/chat-state.js';

/** Changes of calls that are not in the log yet: progress, and decisions that are being sent. */
export interface Underway {
  /** By call. */
  readonly progress: Readonly<Record<string, NonNullable<ToolEntry['progress']>>>;
  /** By call: approved or not. */
  readonly answered: Readonly<Record<string, boolean>>;
}

const NOTHING: Underway = { progress: {}, answered: {} };
/** One entry object per event: unchanged objects are not rendered again. */
const made = new WeakMap<LogEvent, ToolEntry>();

/** `timeline` with the tool calls of `events`, each before its answer. The same array when there are none. Never throws. */
export function withTools(
  timeline: readonly TimelineEntry[],
  events: readonly LogEvent[],
  changes: Underway = NOTHING,
): readonly TimelineEntry[] {
  const calls = new Map<string, ToolEntry>();
  const answerOf = new Map<string, string>();
  for (const event of events) {
    if (event.body.kind === 'answer.started') answerOf.set(event.body.run, event.body.message);
    const body = readToolBody(event.body);
    if (!body) continue;
    const before = calls.get(body.call);
    if (body.kind !== 'tool.called' && !before) continue;
    const entry = made.get(event) ?? entryAfter(before, event, body);
    made.set(event, entry);
    calls.set(body.call, entry);
  }
  if (calls.size === 0) return timeline;
  const merged = [...timeline];
  for (const entry of calls.values())
    merged.splice(placeOf(entry, merged, answerOf.get(entry.run)), 0, now(entry, changes));
  return merged;
}

/** Before its answer; by its number when there is none (stopped before its first word). */
function placeOf({ seq }: ToolEntry, timeline: readonly TimelineEntry[], answer: string | undefined): number {
  const at = timeline.findIndex(
    (each) => each.key === answer || (each.type !== 'answer' && (each.seq === null || each.seq > (seq as number))),
  );
  return at < 0 ? timeline.length : at;
}

function now(entry: ToolEntry, { progress, answered }: Underway): ToolEntry {
  const isOver = entry.state !== 'running' && entry.state !== 'asking';
  const [how, click] = [progress[entry.call], answered[entry.call]];
  if (isOver || (!how && click === undefined)) return entry;
  return { ...entry, ...(how && { progress: how }), ...(click !== undefined && { answered: click }) };
}

function entryAfter(before: ToolEntry | undefined, { seq, at }: LogEvent, body: ToolLogBody): ToolEntry {
  const known = before as ToolEntry;
  switch (body.kind) {
    case 'tool.called': {
      const { call, run, name, title = null, args } = body;
      const fresh = { state: 'running', ask: null, answered: null, progress: null, code: null } as const;
      return { type: 'tool', key: call, seq, at, call, run, name, title, args, ...fresh };
    }
    case 'tool.asked':
      return { ...known, state: 'asking', ask: { view: body.view, until: body.expiresAt } };
    case 'tool.decided':
      return { ...known, state: body.approved ? 'running' : 'denied', answered: body.approved };
    case 'tool.settled':
      return {
        ...known,
        state: body.outcome === 'unknown' ? 'unknown' : body.state,
        code: body.code ?? null,
        result: fromJson(body.result),
      };
  }
}

function fromJson(json: string | undefined): unknown {
  try {
    return json && JSON.parse(json);
  } catch {
    return undefined;
  }
}
