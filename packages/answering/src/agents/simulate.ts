/**
 * Answers that no visitor has asked for: to try a version of an AI agent, and to test it. They are written as for visitors, but nothing
 * is stored, no function of a page is called, and questions without an answer are not noted.
 */
import type { AnswerOutcome, Citation, LogBody, LogEvent } from '@service/protocol';
import {
  type Answerer,
  type ClientToolCalls,
  earlierQuestions,
  type InboxDirectory,
  type InboxSettings,
  type Question,
} from '@service/realtime-server/ports';
import type { KnowledgeSource, Passage } from '../knowledge-source.js';
import type { Ledger } from '../turn/budget.js';
import { createAgentAnswerer } from './agent-answerer.js';

export interface Simulated {
  readonly text: string;
  readonly outcome: AnswerOutcome;
  readonly citations: readonly Citation[];
  readonly person: 'none' | 'offered' | 'handed-over';
  /** What was found for the question, the best first. */
  readonly passages: readonly Passage[];
}

/** What a simulated answer may use. */
export interface SimulationRoom {
  readonly inboxes: Pick<InboxDirectory, 'get'>;
  readonly tools: ClientToolCalls;
  readonly ledger: Ledger;
}

export interface SimulatorDeps {
  readonly knowledge: KnowledgeSource;
  /** As for visitors, with what the room has in place of what visitors have. */
  readonly choose: (settings: InboxSettings | null, room: SimulationRoom) => Answerer;
}

export interface SimulatedTurn {
  readonly by: 'visitor' | 'agent';
  readonly text: string;
}

const PASSAGES = 6;

const NO_TOOLS: ClientToolCalls = {
  offered: async () => ({ tools: [], instructions: null }),
  call: async (_turn, calls) =>
    calls.map(({ id }) => ({
      id,
      ok: false,
      error: {
        code: 'not_registered',
        outcome: 'not_started',
        retryable: false,
        message: 'This is a test: no page is there. Answer without it.',
      },
    })),
};
const NO_LEDGER: Ledger = {
  tokensUsed: async () => new Map(),
  addTokensUsed: async () => undefined,
  isKnownContact: async () => true,
};
const NO_BUDGET = { conversation: null, contact: null, address: null, inbox: null };

/** Null when `signal` was aborted before the end. Rejects when the answerer fails. `turns`: oldest first, the last is the question. */
export async function simulate(
  { knowledge, choose }: SimulatorDeps,
  given: InboxSettings,
  turns: readonly SimulatedTurn[],
  signal: AbortSignal,
): Promise<Simulated | null> {
  const settings: InboxSettings = { ...given, budget: NO_BUDGET };
  const answerer = createAgentAnswerer({
    inboxes: { get: () => settings },
    choose: (pinned, inboxes) => choose(pinned, { inboxes, tools: NO_TOOLS, ledger: NO_LEDGER }),
  });
  const question = questionOf(settings.id, turns);
  let text = '';
  for await (const piece of answerer.answer(question, signal)) {
    if (signal.aborted) return null;
    if (piece.kind === 'text') text += piece.text;
    if (piece.kind !== 'done') continue;
    const { outcome, citations, offerPerson, handOver } = piece;
    const asked = { inbox: settings.id, text: question.text, before: earlierQuestions(question), limit: PASSAGES };
    const passages = await knowledge.search(asked);
    const person = handOver ? 'handed-over' : offerPerson ? 'offered' : 'none';
    return signal.aborted ? null : { text, outcome, citations, person, passages };
  }
  return null;
}

function questionOf(inbox: string, turns: readonly SimulatedTurn[]): Question {
  return {
    ...{ inbox, conversation: 'simulation', contact: 'simulation', text: turns.at(-1)?.text ?? '' },
    history: turns.slice(0, -1).map(eventOf),
    job: { run: 'simulation', attempt: 1, checkpoint: null, saveCheckpoint: async () => true },
  };
}

function eventOf({ by, text }: SimulatedTurn, at: number): LogEvent {
  const place = { seq: at + 1, at, clientId: `simulated-${at}` };
  if (by === 'visitor') return { ...place, by: { kind: 'visitor', id: 'visitor' }, body: { kind: 'message', text } };
  const body: LogBody = {
    ...{ kind: 'answer.completed', message: `message-${at}`, run: `run-${at}`, text },
    ...{ outcome: 'answered', citations: [], offerPerson: false },
  };
  return { ...place, by: { kind: 'ai', id: 'agent' }, body };
}
