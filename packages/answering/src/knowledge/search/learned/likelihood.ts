/**
 * Weighs the features of a match: how likely a passage is the answer. A sum of shares, of which each weight says what the share is
 * worth. They were fitted to the open questions of test/proofs/eval (a softmax over the articles and "none of them", each
 * question judged by weights that had not seen it), not to the held-out ones.
 */
import { ENOUGH } from '../../answer/confidence.js';
import type { MatchFeatures } from '../match-features.js';

const WEIGHTS: Readonly<Record<keyof MatchFeatures, number>> = {
  exactCoverage: 2.5,
  similarCoverage: 2.1,
  headingCoverage: 3.8,
  sentenceCoverage: 1.8,
  like: 1.3,
  together: 1,
  focus: 2,
  headingFocus: 1.5,
  rarity: 2.3,
  unheardOf: -1.7,
};
/** Below, of twenty questions that no article answers, and most of which are near to one, more than one was answered. */
const ENOUGH_WEIGHT = 10.7;
/** How fast doubt turns into certainty around it. */
const STEEPNESS = 0.5;

/**
 * What the listed questions teach (learned.ts), by the odds of the article against the people who answer what no article
 * does. Picked by listed questions of both kinds that were not learned from, and by the open questions.
 */
const ODDS_COUNT = 1.5;
/** Shares that differ by less than this differ by chance. */
const DOUBT = 0.01;
/** What they say of a question on the brink: more than 95 of 100 that no article answers are to be refused. */
const BELONGS_BEFORE = 0.75;

/** Comparable between passages and questions; without bounds. */
export function weightOfFeatures(features: MatchFeatures): number {
  let sum = 0;
  for (const key of Object.keys(WEIGHTS) as (keyof MatchFeatures)[]) sum += WEIGHTS[key] * features[key];
  return sum;
}

/** What to add to it where anything was learned. Both from 0 to 1. */
export function weightOfBelonging({ article, people }: { readonly article: number; readonly people: number }): number {
  return ODDS_COUNT * Math.log((article + DOUBT) / (people + DOUBT)) - BELONGS_BEFORE;
}

/** The same from 0 to 1, as the gate judges it (gate.ts). */
export function likelihood(weight: number): number {
  return 1 / (1 + ((1 - ENOUGH) / ENOUGH) * Math.exp(-STEEPNESS * (weight - ENOUGH_WEIGHT)));
}
