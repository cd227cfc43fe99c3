/** How well a passage matches a question, as features from 0 to about 1 that likelihood.ts weighs. */
import { coverage } from '../answer/confidence.js';
import { cosineSimilarity, type TextVector } from '../meaning/text-vector.js';
import type { ListedMatch } from './learning/listed.js';
import { type Concept, mentionSimilarity, mentions, type TextTerms, type Understanding } from './query.js';

export interface MatchFeatures {
  /** The share of the question that the passage covers in the question's words or their synonyms. */
  readonly exactCoverage: number;
  /** The same, also in words with a similar meaning. */
  readonly similarCoverage: number;
  /** The share that its title, its heading or its listed question mentions, also in similar words. */
  readonly headingCoverage: number;
  /** The largest share that one sentence covers together with title and heading. */
  readonly sentenceCoverage: number;
  /** The similarity of its subject to that of the question. */
  readonly vectorSimilarity: number;
  /** 1 when two adjacent concepts of the question are adjacent in the passage, else 0. */
  readonly adjacent: number;
  /** The share of its title that was asked. */
  readonly focus: number;
  /** The share of its heading or its listed question that was asked. Headings are often questions. */
  readonly headingFocus: number;
  /** The summed weight of all matches; rare words count more. Several matches are less likely chance than one. No upper bound. */
  readonly rarity: number;
  /** The share of the question that no article and no listed question mentions, not even in similar words. */
  readonly unknown: number;
}

/** A passage, prepared for matching. */
export interface Candidate {
  readonly title: TextTerms;
  readonly heading: TextTerms;
  readonly body: TextTerms;
  readonly sentences: readonly TextTerms[];
  /** Whether a passage of the same article mentions it. */
  readonly elsewhere: (concept: Concept) => boolean;
  readonly vector: TextVector | null;
  /** The listed question that was asked. It counts like another heading, but is never shown. */
  readonly asked: ListedMatch | null;
}

/** A word that only other passages of the article have counts half. */
const ELSEWHERE_FACTOR = 0.5;
/** A word that only the heading above a sentence has counts less for the sentence. */
const HEADING_FACTOR = 0.6;
/** Practically all of the question: one word left open, such as "today", makes it another question. */
const NOTHING_OPEN = 0.999;

/** Exact mentions of a concept: in title, heading or listed question (`isNamed`), or anywhere (`exact`, 0 to 1). */
export function exactMatches({
  title,
  heading,
  body,
  elsewhere,
  asked,
}: Pick<Candidate, 'title' | 'heading' | 'body' | 'elsewhere' | 'asked'>) {
  const isNamed = (each: Concept): boolean =>
    mentions(title, each) || mentions(heading, each) || asked?.exact.has(each) === true;
  const exact = (each: Concept): number => {
    if (isNamed(each) || mentions(body, each)) return 1;
    return elsewhere(each) ? ELSEWHERE_FACTOR : 0;
  };
  return { isNamed, exact };
}

export function matchFeaturesOf({ concepts, vector }: Understanding, candidate: Candidate): MatchFeatures {
  const { title, heading, body, sentences, asked } = candidate;
  const nearlyAsked = (each: Concept): number => asked?.nearly(each) ?? 0;
  const weigh = (covers: (each: Concept) => number): number => coverage(concepts, covers);
  const { isNamed, exact } = exactMatches(candidate);
  // Computed once for each concept, not again for each sentence.
  const named = new Map(
    concepts.map((each) => [
      each,
      isNamed(each) ? 1 : Math.max(mentionSimilarity(title, each), mentionSimilarity(heading, each), nearlyAsked(each)),
    ]),
  );
  const nearlyNamed = (each: Concept): number => named.get(each) ?? 0;
  const similar = (each: Concept): number => Math.max(exact(each), nearlyNamed(each), mentionSimilarity(body, each));
  return {
    exactCoverage: weigh(exact),
    similarCoverage: weigh(similar),
    headingCoverage: weigh(nearlyNamed),
    sentenceCoverage: Math.max(
      0,
      ...sentences.map((sentence) =>
        weigh((each) =>
          mentions(sentence, each)
            ? 1
            : Math.max(mentionSimilarity(sentence, each), HEADING_FACTOR * nearlyNamed(each)),
        ),
      ),
    ),
    vectorSimilarity: vector && candidate.vector ? cosineSimilarity(vector, candidate.vector) : 0,
    adjacent: concepts.some((each, i) => isBefore(body, each, concepts[i + 1])) ? 1 : 0,
    focus: focusOf(title, concepts),
    headingFocus: Math.max(focusOf(heading, concepts), asked?.focus ?? 0),
    rarity: Math.log1p(
      concepts.reduce((sum, each) => sum + (each.known || asked?.exact.has(each) ? each.weight * similar(each) : 0), 0),
    ),
    unknown: weigh((each) => Math.min(each.unknown, 1 - nearlyAsked(each))),
  };
}

/**
 * Whether the visitor may have asked the listed question: it and the passage together cover the whole visitor's question.
 * "Do you repair shoes of other brands?" is not "Can you repair my shoes?".
 */
export function leavesNothingOpen({ concepts }: Understanding, candidate: Candidate): boolean {
  const { title, heading, body, asked } = candidate;
  const { exact } = exactMatches(candidate);
  const covered = (each: Concept): number =>
    Math.max(
      exact(each),
      asked?.nearly(each) ?? 0,
      ...[title, heading, body].map((text) => mentionSimilarity(text, each)),
    );
  return coverage(concepts, covered) >= NOTHING_OPEN;
}

/** Whether the text has one concept directly before the other. */
export function isBefore({ line }: TextTerms, a: Concept, b: Concept | undefined): boolean {
  return (
    b !== undefined && a.wordings.some((first) => b.wordings.some((second) => line.includes(` ${first} ${second} `)))
  );
}

/** The share of a title or heading that was asked. For "size", all of "Sizes" and a part of "Size guide for jackets". */
export function focusOf({ terms }: TextTerms, concepts: readonly Concept[]): number {
  return (
    [...terms].filter((term) => concepts.some(({ wordings }) => wordings.includes(term))).length / (terms.size || 1)
  );
}
