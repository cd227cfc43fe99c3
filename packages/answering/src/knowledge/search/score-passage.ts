/**
 * Scores a passage that the store has proposed. Its coverage of the question decides whether it is an answer; its rank decides
 * between answers. The constants were found with `npm run eval` on the questions for tuning.
 */
import type { StoredPassage } from '@service/realtime-server/ports';
import { coverage, NEARLY_ENOUGH } from '../answer/confidence.js';
import type { Piece } from '../reading/article.js';
import { documentId } from '../reading/formats/formats.js';
import type { Articles } from './articles.js';
import type { ArticleShares } from './learning/article-classifier.js';
import { likelihood, weightOfFeatures, weightOfShares } from './learning/likelihood.js';
import type { ListedMatch } from './learning/listed.js';
import {
  type Candidate,
  exactMatches,
  focusOf,
  isBefore,
  leavesNothingOpen,
  matchFeaturesOf,
} from './match-features.js';
import { type Concept, mentions, textTermsOf, type Understanding } from './query.js';

export interface ScoredPassage {
  /** Unchanged as long as the content is. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly pieces: readonly Piece[];
  /** Whether its article begins with it. */
  readonly opens: boolean;
  /** Of the content. */
  readonly hash: string;
  /** Whether the visitor asked one of its listed questions. */
  readonly listed: boolean;
  /** How likely the passage answers the question, 0 to 1 (confidence.ts). */
  readonly coverage: number;
  /** The order of passages; comparable within one search only. */
  readonly rank: number;
  /** Decides between passages of the same rank. */
  readonly score: number;
}

/** Raises the weight of unknown words when title and heading name little of the question: other matches may be chance. */
const UNKNOWN_FACTOR = 1.3;
const NAMED_ENOUGH = 0.3;
/** For a passage whose title and heading have no word of the question. */
const UNNAMED_FACTOR = 0.95;
/** The same for a question with a single concept: its word is in many passages by chance. */
const SINGLE_FACTOR = 0.5;
/** A word of at least this weight is in so few passages that it is not chance. */
const RARE_FROM = 1.2;

const NAMED_RANK = 0.15;
const ADJACENT_RANK = 0.05;

const TITLE_SCORE = 1.5;
const HEADING_SCORE = 1.2;
const ADJACENT_SCORE = 0.8;
const FOCUS_SCORE = 1;

/**
 * `articles`: all in the question's language; `listed`: matches with the passage's listed questions; `shares`: the result of the
 * classifier, null without one.
 */
export function scorePassage(
  hit: StoredPassage,
  understanding: Understanding,
  articles: Articles,
  listed: readonly ListedMatch[],
  shares: ArticleShares | null,
): ScoredPassage {
  const { language } = understanding;
  const pieces = JSON.parse(hit.content) as Piece[];
  const title = textTermsOf(hit.titleTerms);
  const heading = textTermsOf(hit.headingTerms);
  const body = textTermsOf(hit.bodyTerms);
  const elsewhere = (each: Concept): boolean => isIn(articles.files.get(hit.file), each);
  const common = {
    id: `${documentId(hit.file)}#${hit.hash.slice(0, 12)}`,
    documentId: documentId(hit.file),
    title: hit.title,
    url: hit.url,
    heading: hit.heading,
    pieces,
    opens: hit.ordinal === 0,
    hash: hit.hash,
  };
  const candidate: Candidate = {
    title,
    heading,
    body,
    sentences: language.table ? articles.sentencesOf(hit.hash, pieces) : [],
    elsewhere,
    vector: articles.vectors.get(hit.hash) ?? null,
    asked: null,
  };
  const candidates = [
    candidate,
    ...listed.map((asked) => ({ ...candidate, asked })).filter((each) => leavesNothingOpen(understanding, each)),
  ];
  const classified = shares === null ? 0 : weightOfShares({ article: shares.of(hit.file), people: shares.people });
  const weigh = language.table ? byFeatures(classified) : byCoverage;
  const weighed = candidates.map((each) => ({ ...weigh(understanding, each), listed: each.asked !== null }));
  return { ...common, ...weighed.reduce((best, each) => (each.rank > best.rank ? each : best)) };
}

type Weighed = Pick<ScoredPassage, 'coverage' | 'rank' | 'score'>;

/** For a language with a table of word meanings. `classified`: the weight that the classifier adds. */
function byFeatures(classified: number) {
  return (understanding: Understanding, candidate: Candidate): Weighed => {
    const features = matchFeaturesOf(understanding, candidate);
    const rank = weightOfFeatures(features) + classified;
    // Similar words alone are never enough for an answer.
    const most = features.exactCoverage > 0 ? 1 : NEARLY_ENOUGH;
    return { coverage: Math.min(most, likelihood(rank)), rank, score: 0 };
  };
}

function byCoverage({ concepts }: Understanding, candidate: Candidate): Weighed {
  const { title, heading, body } = candidate;
  const { isNamed, exact } = exactMatches(candidate);
  const named = weightOf(concepts.filter(isNamed));
  const adjacent = concepts.filter((each, i) => isBefore(body, each, concepts[i + 1])).length;
  const covered = coverageOf(concepts, named, exact);
  return {
    coverage: covered,
    // Title and heading decide between passages that cover the same share.
    rank: covered + (NAMED_RANK * named) / (weightOf(concepts) || 1) + (adjacent > 0 ? ADJACENT_RANK : 0),
    score: concepts.reduce(
      (sum, each) =>
        sum +
        each.weight *
          ((mentions(title, each) ? TITLE_SCORE : 0) +
            (mentions(heading, each) ? HEADING_SCORE : 0) +
            (mentions(body, each) ? 1 : 0)),
      ADJACENT_SCORE * adjacent + FOCUS_SCORE * focusOf(title, concepts),
    ),
  };
}

/** The best first. */
export function byWords(a: ScoredPassage, b: ScoredPassage): number {
  // By id in the end, so that the order in which a store proposes them doesn't matter.
  return b.rank - a.rank || b.score - a.score || (a.id < b.id ? -1 : 1);
}

function coverageOf(concepts: readonly Concept[], named: number, covers: (each: Concept) => number): number {
  const known = weightOf(concepts.filter((each) => each.known));
  const factor = named < NAMED_ENOUGH * known ? UNKNOWN_FACTOR : 1;
  const weighed = concepts.map((of) => ({ of, weight: of.weight * (of.known ? 1 : factor) }));
  const [only] = concepts;
  const unnamed = concepts.length === 1 && only && only.weight < RARE_FROM ? SINGLE_FACTOR : UNNAMED_FACTOR;
  return coverage(weighed, ({ of }) => covers(of)) * (named === 0 ? unnamed : 1);
}

function weightOf(concepts: readonly Concept[]): number {
  return concepts.reduce((sum, { weight }) => sum + weight, 0);
}

function isIn(terms: ReadonlySet<string> | undefined, { wordings }: Concept): boolean {
  return terms !== undefined && wordings.some((wording) => wording.split(' ').every((term) => terms.has(term)));
}
