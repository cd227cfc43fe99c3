/**
 * The port to a model, as narrow as one step: the dialogue and the offered tools go in, text and calls come out. Loops,
 * tools, history, retries and money are ours, because a step may be followed by minutes of waiting for a person's click
 * and by another process.
 */
import type { Citation } from '@service/protocol';
import type { CallingTurn, OfferedTool, PageOffer } from '@service/realtime-server/ports';
import type { Verdict } from '../knowledge/answer/confidence.js';
import type { Passage } from '../knowledge-source.js';
import type { Dialogue } from '../turn/dialogue/dialogue.js';
import type { Fact } from '../visitor-facts.js';

/** The material for the instructions before the dialogue. */
export interface Brief {
  readonly business: string;
  readonly agentName: string;
  /** What the operator wrote about how to answer; null when nothing. */
  readonly instructions: string | null;
  /** Whether the inbox has people to pass the visitor to. */
  readonly people: boolean;
  readonly verdict: Verdict;
  /** Numbered from 1 in this order. Empty below the gate. */
  readonly passages: readonly Passage[];
  /** The page's own words on its tools: text from outside. */
  readonly page: PageOffer;
  /** Who asks, as far as it is known: data from outside. Empty: nothing is known. */
  readonly visitor: readonly Fact[];
}

export interface Step {
  readonly turn: CallingTurn;
  readonly brief: Brief;
  /** Sealed. */
  readonly dialogue: Dialogue;
  readonly tools: readonly OfferedTool[];
  /** False when it has to answer in words now. */
  readonly mayCall: boolean;
}

export type StepEvent =
  | { readonly kind: 'text'; readonly text: string }
  /** `args` is JSON as the model wrote it, or not JSON at all. */
  | { readonly kind: 'call'; readonly name: string; readonly args: string; readonly carried?: unknown }
  /** A source of the agent's own, with the number it uses in its text. */
  | { readonly kind: 'source'; readonly citation: Citation }
  /** Something to show under the answer, unchecked. */
  | { readonly kind: 'part'; readonly part: unknown }
  /** It goes on with what is not shown: its reasoning, the arguments of a call, tools of its own. `size`: in characters. */
  | { readonly kind: 'working'; readonly size: number }
  /** The agent wants a person to take over. */
  | { readonly kind: 'person'; readonly reason: string }
  /** Last of every step. Tokens are null when the provider doesn't count. */
  | {
      readonly kind: 'end';
      readonly reason: 'stop' | 'calls' | 'length' | 'refused';
      readonly tokens: number | null;
    };

export interface Model {
  /** Whether it answers from our passages; if not, it has knowledge of its own and nothing is looked up for it. */
  readonly answersFromPassages: boolean;
  /**
   * Yields the events of one step, `end` last. Throws a ModelProblem when the provider fails, and nothing else; throws
   * whatever it likes once `signal` is aborted.
   */
  step(step: Step, signal: AbortSignal): AsyncIterable<StepEvent>;
}
