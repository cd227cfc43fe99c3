/**
 * What is saved of a turn before its calls are made, so that another process can continue it: the numbered passages, the
 * text and the calls of each step, and their results. A step that did not finish is not saved; the model takes it again.
 */
import { createHash } from 'node:crypto';
import type { Citation, Part } from '@service/protocol';
import type { ToolCall, ToolResult } from '@service/realtime-server/ports';
import type { Passage } from '../../knowledge-source.js';
import type { Dialogue } from './dialogue.js';

export interface CheckpointStep {
  /** As the model wrote it, for the model. */
  readonly text: string;
  /** As it was shown. */
  readonly shown: string;
  readonly calls: readonly ToolCall[];
  /** Null until every call is settled. */
  readonly results: readonly ToolResult[] | null;
  /** What the provider wants to see again with a call, by the call's id. */
  readonly carried: Readonly<Record<string, unknown>>;
}

export interface TurnCheckpoint {
  readonly passages: readonly Passage[];
  /** Numbers of passages in the order they were first used. */
  readonly cited: readonly number[];
  /** Sources of the agent's own. */
  readonly sources: readonly Citation[];
  /** True when the model wanted a person to take over. */
  readonly person: boolean;
  /** What is shown under the answer; not there: nothing. */
  readonly parts?: readonly Part[];
  readonly steps: readonly CheckpointStep[];
}

const VERSION = 1;

/** A step as it is stored: `said` is the stored name of its text. */
type StoredStep = Omit<CheckpointStep, 'text'> & { readonly said: string };
type StoredCheckpoint = Omit<TurnCheckpoint, 'steps'> & {
  readonly version: number;
  readonly steps: readonly StoredStep[];
};

export function serializeCheckpoint({ steps, ...turn }: TurnCheckpoint): string {
  const stored: StoredCheckpoint = {
    version: VERSION,
    ...turn,
    steps: steps.map(({ text, ...step }) => ({ said: text, ...step })),
  };
  return JSON.stringify(stored);
}

/** Null when there is none, or another version wrote it: the turn then begins again, which costs only time. */
export function parseCheckpoint(stored: string | null): TurnCheckpoint | null {
  if (stored === null) return null;
  const { version, steps, ...turn } = JSON.parse(stored) as StoredCheckpoint;
  if (version !== VERSION) return null;
  return { ...turn, steps: steps.map(({ said, ...step }) => ({ text: said, ...step })) };
}

/** The steps as a dialogue. */
export function dialogueOf(steps: readonly CheckpointStep[]): Dialogue {
  return steps.flatMap(({ text, calls, results, carried }) => [
    { by: 'model' as const, text, calls, carried },
    ...(results ? [{ by: 'tools' as const, results }] : []),
  ]);
}

/** The same call of the same step has the same id in every attempt, so that it is carried out once. */
export function callId(run: string, step: number, call: number): string {
  return `call_${createHash('sha256').update(`${run}:${step}:${call}`).digest('base64url').slice(0, 22)}`;
}
