/** The timeline in turns, as libraries of chat components have it: a message of one side, with everything that belongs to it. */
import type { Answer, Notice, OwnMessage, PersonMessage, TimelineEntry, ToolEntry } from '@service/embed-headless/core';

/** An answer and the tools that were called for it. Without `answer`, it has not begun. */
export interface AnswerTurn {
  readonly type: 'answer';
  /** Stays the same while the turn grows. */
  readonly key: string;
  readonly at: number;
  readonly tools: readonly ToolEntry[];
  readonly answer: Answer | null;
}

export type Turn = OwnMessage | PersonMessage | Notice | AnswerTurn;

/** Turns of earlier calls: one that has not changed is the same object, and is not drawn again. */
export type TurnCache = Map<string, { readonly entries: readonly TimelineEntry[]; readonly turn: AnswerTurn }>;

/**
 * A call of a tool belongs to the answer before it, or, where there is none since the last message, to the one that follows.
 * `cache`: of this conversation, changed here.
 */
export function toTurns(timeline: readonly TimelineEntry[], cache: TurnCache = new Map()): readonly Turn[] {
  const turns: Turn[] = [];
  let open: (ToolEntry | Answer)[] = [];
  const close = (): void => {
    if (open.length > 0) turns.push(answerTurn(open, cache));
    open = [];
  };
  for (const entry of timeline) {
    if (entry.type === 'tool') open.push(entry);
    else if (entry.type === 'answer') {
      if (open.some(({ type }) => type === 'answer')) close();
      open.push(entry);
    } else {
      close();
      turns.push(entry);
    }
  }
  close();
  return turns;
}

function answerTurn(entries: readonly (ToolEntry | Answer)[], cache: TurnCache): AnswerTurn {
  const key = entries[0]?.key as string;
  const known = cache.get(key);
  if (known?.entries.length === entries.length && known.entries.every((entry, at) => entry === entries[at]))
    return known.turn;
  const turn: AnswerTurn = {
    type: 'answer',
    key,
    at: entries[0]?.at as number,
    tools: entries.filter((entry) => entry.type === 'tool'),
    answer: entries.find((entry) => entry.type === 'answer') ?? null,
  };
  cache.set(key, { entries, turn });
  return turn;
}

/** The arguments of a call, which the entry has as text. */
export function argumentsOf({ args }: Pick<ToolEntry, 'args'>): Readonly<Record<string, never>> {
  try {
    return Object(JSON.parse(args));
  } catch {
    return {};
  }
}

/** What a call has given, or else what it has come to: their components know by a result that a call is over. */
export const resultOf = ({ state, code, result }: ToolEntry): unknown => result ?? { state, ...(code && { code }) };

/** In plain English, for libraries that show what has happened as a line of text. */
export const NOTICES: Readonly<Record<Notice['notice'], string>> = {
  'handoff-requested': 'A person was asked for.',
  'handoff-accepted': 'A person has joined.',
  'handoff-ended': 'The assistant answers again.',
  closed: 'The conversation is closed.',
};
