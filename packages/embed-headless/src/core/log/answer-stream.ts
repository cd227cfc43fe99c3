/**
 * Running answers, built from deltas that may be lost, doubled or late. Each delta has its offset, so an overlap is cut and a gap is
 * noticed. The completed event replaces all of it.
 */
import type { DeltaFrame, LogEvent } from '@service/protocol';

export interface RunningAnswer {
  readonly attempt: number;
  readonly text: string;
  /** A delta is missing: the text stops growing until the server sends it from the start again. */
  readonly torn: boolean;
}

/** By message id. */
export type AnswerStreams = ReadonlyMap<string, RunningAnswer>;

export interface DeltaResult {
  readonly streams: AnswerStreams;
  /** A gap was found just now: request the stream again. */
  readonly torn: boolean;
}

/** A delta of an older attempt is dropped, one of a newer attempt starts over. */
export function applyDelta(streams: AnswerStreams, delta: DeltaFrame): DeltaResult {
  const known = streams.get(delta.message);
  if (known && delta.attempt < known.attempt) return { streams, torn: false };
  const before = known && delta.attempt === known.attempt ? known : { attempt: delta.attempt, text: '', torn: false };
  if (delta.from > before.text.length) {
    return before.torn
      ? { streams, torn: false }
      : { streams: put(streams, delta.message, { ...before, torn: true }), torn: true };
  }
  const text = before.text + delta.text.slice(before.text.length - delta.from);
  return { streams: put(streams, delta.message, { attempt: delta.attempt, text, torn: false }), torn: false };
}

/** Drops the streams that these events have ended, or that a new attempt has started again. */
export function dropEndedStreams(streams: AnswerStreams, events: readonly LogEvent[]): AnswerStreams {
  const gone = events.flatMap(({ body }) => {
    const ended = body.kind === 'answer.completed' || body.kind === 'answer.interrupted';
    const restarted =
      body.kind === 'answer.started' && (streams.get(body.message)?.attempt ?? body.attempt) < body.attempt;
    return ended || restarted ? [body.message] : [];
  });
  if (!gone.some((message) => streams.has(message))) return streams;
  return new Map([...streams].filter(([message]) => !gone.includes(message)));
}

function put(streams: AnswerStreams, message: string, answer: RunningAnswer): AnswerStreams {
  return new Map(streams).set(message, answer);
}
