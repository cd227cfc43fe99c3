/**
 * Decides whether a passage answers a question: a logistic model over its evidence, the same for all languages. Its weights were
 * fitted by `npm run fit-gate` and are in assets/gate.json with the figures of the fields that they were not fitted on.
 */
import { readFileSync } from 'node:fs';
import { ENOUGH, type Sureness } from '../answer/confidence.js';
import type { Evidence } from './ranking.js';

export interface GateModel {
  readonly weights: Readonly<Partial<Record<keyof Evidence, number>>>;
  readonly bias: number;
  /** The probability from which it is answered. */
  readonly answersFrom: number;
}

/** The probability that a passage with this evidence is the answer. */
export function probability(evidence: Evidence, { weights, bias }: GateModel): number {
  let sum = bias;
  for (const [key, weight] of Object.entries(weights)) sum += weight * evidence[key as keyof Evidence];
  return 1 / (1 + Math.exp(-sum));
}

/** The probability on the scale of confidence.ts, on which everything from `ENOUGH` is answered. */
export function surenessOf(probability: number, { answersFrom }: GateModel): Sureness {
  const odds = (share: number): number => share / (1 - share);
  const scaled = (odds(probability) / odds(answersFrom)) * odds(ENOUGH);
  return scaled / (1 + scaled);
}

const MODEL = JSON.parse(readFileSync(new URL('../../../assets/gate.json', import.meta.url), 'utf8')) as GateModel;

export function sureness(evidence: Evidence, model: GateModel = MODEL): Sureness {
  return surenessOf(probability(evidence, model), model);
}
