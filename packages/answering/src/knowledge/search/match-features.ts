/**
 * How well a passage matches a question, as features from 0 to about 1 that likelihood.ts weighs: exact words, words of
 * nearly the same meaning, and the subject of the whole.
 */
import { coverage } from '../answer/confidence.js';
import { type Gist, likeness } from '../meaning/centroid.js';
import type { ListedMatch } from './learned/listed.js';
import { type Concept, mentionSimilarity, mentions, type TextTerms, type Understanding } from './query.js';

export interface MatchFeatures {
  /** The share of the question that the passage covers in the question's words or their synonyms. */
  readonly exactCoverage: number;
  /** The same, with words that mean nearly the same. */
  readonly similarCoverage: number;
  /** The share that its title and heading speak of, at least nearly, or the question that it lists. */
  readonly headingCoverage: number;
  /** The most that one sentence of it speaks of, with its heading. */
  readonly sentenceCoverage: number;
  /** How like the question it is in what it is about. */
  readonly like: number;
  /** 1 when two concepts that are side by side in the question are so in the passage. */
  readonly together: number;
  /** How much of its title was asked. */
  readonly focus: number;
  /** How much of its heading was asked, or of the question that it lists: headings are often questions themselves. */
  readonly headingFocus: number;
  /** The weight of all matches, rare words before usual ones: several match by chance less than one. Has no upper bound. */
  readonly rarity: number;
  /** The share of the question that neither an article speaks of, not even nearly, nor the question that it lists. */
  readonly unheardOf: number;
}

/** A passage, prepared for matching. */
export interface Candidate {
  readonly title: TextTerms;
  readonly heading: TextTerms;
  readonly body: TextTerms;
  readonly sentences: readonly TextTerms[];
  /** Whether another passage of the same article says it. */
  readonly elsewhere: (concept: Concept) => boolean;
  readonly gist: Gist | null;
  /** The one of its listed questions that was asked: it counts like one more heading, which is never shown. */
  readonly asked: ListedMatch | null;
}

/** Of a word that is elsewhere in the article: the passage is about it, but doesn't contain it. */
const ELSEWHERE_COUNTS = 0.5;
/** Of a word that the heading over a sentence says. */
const HEADING_COUNTS = 0.6;
/** Of what was asked: all of it. A tenth left open is the "today" that makes another question of it. */
const NOTHING_OPEN = 0.999;

/** What a passage says outright: in its title or heading, or anywhere; a half for what only the rest of its article says. */
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
    return elsewhere(each) ? ELSEWHERE_COUNTS : 0;
  };
  return { isNamed, exact };
}

export function matchFeaturesOf({ concepts, gist }: Understanding, candidate: Candidate): MatchFeatures {
  const { title, heading, body, sentences, asked } = candidate;
  const nearlyAsked = (each: Concept): number => asked?.nearly(each) ?? 0;
  const weigh = (covers: (each: Concept) => number): number => coverage(concepts, covers);
  const { isNamed, exact } = exactMatches(candidate);
  // Once for each, and not for each of the sentences.
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
            : Math.max(mentionSimilarity(sentence, each), HEADING_COUNTS * nearlyNamed(each)),
        ),
      ),
    ),
    like: gist && candidate.gist ? likeness(gist, candidate.gist) : 0,
    together: concepts.some((each, i) => isBefore(body, each, concepts[i + 1])) ? 1 : 0,
    focus: focusOf(title, concepts),
    headingFocus: Math.max(focusOf(heading, concepts), asked?.focus ?? 0),
    rarity: Math.log1p(
      concepts.reduce((sum, each) => sum + (each.known || asked?.exact.has(each) ? each.weight * similar(each) : 0), 0),
    ),
    unheardOf: weigh((each) => Math.min(each.unheardOf, 1 - nearlyAsked(each))),
  };
}

/**
 * Whether the visitor may have asked the listed question: beyond it and the passage nothing is left of what was asked.
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

/** Whether two concepts that the question has one after the other are so in the text. */
export function isBefore({ line }: TextTerms, a: Concept, b: Concept | undefined): boolean {
  return b !== undefined && a.ways.some((first) => b.ways.some((second) => line.includes(` ${first} ${second} `)));
}

/** How much of a title or heading was asked: "Sizes" is about the size, "Size guide for jackets" about more than that. */
export function focusOf({ terms }: TextTerms, concepts: readonly Concept[]): number {
  return [...terms].filter((term) => concepts.some(({ ways }) => ways.includes(term))).length / (terms.size || 1);
}
