/**
 * Weighs the features of a match: how likely a passage is the answer. The weights were fitted to the open questions of
 * test/proofs/eval (a softmax over the articles and "none of them", with cross-validation), not to the held-out ones.
 */
import { ENOUGH } from '../../answer/confidence.js';
import type { MatchFeatures } from '../match-features.js';

const WEIGHTS: Readonly<Record<keyof MatchFeatures, number>> = {
  exactCoverage: 2.5,
  similarCoverage: 2.1,
  headingCoverage: 3.8,
  sentenceCoverage: 1.8,
  vectorSimilarity: 1.3,
  adjacent: 1,
  focus: 2,
  headingFocus: 1.5,
  rarity: 2.3,
  unknown: -1.7,
};
/** Below this, more than one of twenty questions without an article was answered. Most of the twenty are similar to one with an article. */
const ENOUGH_WEIGHT = 10.7;
/** How fast the likelihood rises around `ENOUGH_WEIGHT`. */
const STEEPNESS = 0.5;

/**
 * Weight of the classifier's result (article-classifier.ts): the odds of the article against `people`. Chosen by listed questions of
 * both kinds that were not used for training, and by the open questions.
 */
const ODDS_WEIGHT = 1.5;
/** Added to both shares, because smaller differences are chance. */
const SMOOTHING = 0.01;
/** Subtracted, so that more than 95 of 100 questions without an article are refused. */
const ODDS_OFFSET = 0.75;

/** Comparable between passages and questions; without bounds. */
export function weightOfFeatures(features: MatchFeatures): number {
  let sum = 0;
  for (const key of Object.keys(WEIGHTS) as (keyof MatchFeatures)[]) sum += WEIGHTS[key] * features[key];
  return sum;
}

/** Added to the weight of the features where there is a classifier. Both shares are from 0 to 1. */
export function weightOfShares({ article, people }: { readonly article: number; readonly people: number }): number {
  return ODDS_WEIGHT * Math.log((article + SMOOTHING) / (people + SMOOTHING)) - ODDS_OFFSET;
}

/** The weight as a number from 0 to 1 that can be compared with the bounds of confidence.ts. */
export function likelihood(weight: number): number {
  return 1 / (1 + ((1 - ENOUGH) / ENOUGH) * Math.exp(-STEEPNESS * (weight - ENOUGH_WEIGHT)));
}
