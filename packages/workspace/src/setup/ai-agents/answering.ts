/** The port to those who answer: a question that no visitor has asked. Nothing is stored, no function of a page is called, no message is sent. */
import type { AnswerOutcome, Citation } from '@service/protocol';
import type { FoundPassage } from '../knowledge/ports.js';
import type { AgentFields, EXPECTED } from './agent-fields.js';

const DRAFT = '.draft';

/** Under which key the store has the articles of an agent that visitors get, and those of its draft. */
export const knowledgeBaseOf = (agentId: string): string => agentId;
export const draftBaseOf = (agentId: string): string => `${agentId}${DRAFT}`;

/** Null: it is not the base of a draft. */
export const agentOfDraft = (base: string): string | null =>
  base.endsWith(DRAFT) ? base.slice(0, -DRAFT.length) : null;

/** Of a version. An older one is asked with the articles that visitors get now. */
export const baseOf = (agentId: string, state: string): string =>
  state === 'draft' ? draftBaseOf(agentId) : knowledgeBaseOf(agentId);

export interface SimulatedMessage {
  readonly by: 'visitor' | 'agent';
  readonly text: string;
}

export interface SimulatedQuestion {
  /** Organizations share the places for these answers. */
  readonly orgId: string;
  readonly agent: AgentFields;
  /** Under which key the store has its articles. */
  readonly base: string;
  /** The business, as it is named to visitors. */
  readonly business: string;
  /** Whether there are people to pass a visitor to. */
  readonly people: boolean;
  /** Origins of the business's pages, which answers may link to. */
  readonly origins: readonly string[];
  /** Of a test run, which waits for its turn however long. Others are refused where too many wait. */
  readonly isOfRun: boolean;
  /** Oldest first; the last is the question. */
  readonly history: readonly SimulatedMessage[];
}

export interface SimulatedAnswer {
  readonly text: string;
  readonly outcome: (typeof EXPECTED)[number];
  /** As the log would name it. */
  readonly certainty: AnswerOutcome;
  readonly citations: readonly Citation[];
  readonly passages: readonly FoundPassage[];
}

/** `busy`: too many are asked already. `late`: there was no answer in time. `failed`: who answers can't be reached, or failed. */
export type Simulation =
  | { readonly ok: true; readonly answer: SimulatedAnswer }
  | { readonly ok: false; readonly problem: 'busy' | 'late' | 'failed' };

export interface Answering {
  /** Names of the models that agents can use on this server, the usual one first. */
  readonly models: readonly string[];
  /** Never rejects. It ends in time: with an answer, or why there is none. `signal`: it is not wanted any more. */
  ask(question: SimulatedQuestion, signal: AbortSignal): Promise<Simulation>;
}
