/**
 * What is written down of a turn before anything is done in the world, so that another process can go on with it: which
 * passages were numbered, what the model said and asked for in each step, and what came of it. A step that was not
 * finished is not here; it is simply taken again.
 */
import { createHash } from 'node:crypto';
import type { Citation, Part } from '@service/protocol';
import type { ToolCall, ToolResult } from '@service/realtime-server/ports';
import type { Passage } from '../../knowledge-source.js';
import type { Dialogue } from './dialogue.js';

export interface CheckpointStep {
  /** As the model wrote it, for the model. */
  readonly said: string;
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

export function serializeCheckpoint(turn: TurnCheckpoint): string {
  return JSON.stringify({ version: VERSION, ...turn });
}

/** Null when nothing was kept, or another version kept it: the turn then begins again, which costs time and nothing else. */
export function parseCheckpoint(kept: string | null): TurnCheckpoint | null {
  if (kept === null) return null;
  const { version, ...turn } = JSON.parse(kept) as TurnCheckpoint & { readonly version: number };
  return version === VERSION ? turn : null;
}

/** The steps as a dialogue. */
export function dialogueOf(steps: readonly CheckpointStep[]): Dialogue {
  return steps.flatMap(({ said, calls, results, carried }) => [
    { by: 'model' as const, text: said, calls, carried },
    ...(results ? [{ by: 'tools' as const, results }] : []),
  ]);
}

/** The same call of the same step has the same id in every attempt, so that it is carried out once. */
export function callId(run: string, step: number, call: number): string {
  return `call_${createHash('sha256').update(`${run}:${step}:${call}`).digest('base64url').slice(0, 22)}`;
}
