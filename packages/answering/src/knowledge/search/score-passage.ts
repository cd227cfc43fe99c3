/**
 * Scores a passage that the store has proposed. Its coverage of the question decides whether it is an answer at all; its
 * rank decides between those that are. The numbers were found with `npm run eval`, on the
 * questions for tuning.
 */
import type { StoredPassage } from '@service/realtime-server/ports';
import { coverage, NEARLY_ENOUGH } from '../answer/confidence.js';
import type { Piece } from '../reading/article.js';
import { documentId } from '../reading/formats/formats.js';
import type { Articles } from './articles.js';
import type { Belonging } from './learned/learned.js';
import { likelihood, weightOfBelonging, weightOfFeatures } from './learned/likelihood.js';
import type { ListedMatch } from './learned/listed.js';
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
  /** Of the passage; the same as long as it says the same. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly pieces: readonly Piece[];
  /** Whether its article begins with it. */
  readonly opens: boolean;
  /** Of what the passage says. */
  readonly hash: string;
  /** Whether what was asked is one of the questions that it lists. */
  readonly listed: boolean;
  /** How sure it is that the passage speaks of what was asked, 0 to 1 (confidence.ts). */
  readonly coverage: number;
  /** What goes before what; comparable within one search only. */
  readonly rank: number;
  /** Between those of the same rank: how often it says it. */
  readonly score: number;
}

/** Beside a word that no article knows, words in an article that is called something else say little. */
const STRANGER_COUNTS = 1.3;
const NAMED_ENOUGH = 0.3;
/** Of a passage whose title and heading have no word of the question. */
const UNNAMED_COUNTS = 0.95;
/** The same, of a question that has one word to go by: that word is in many places by chance. */
const ALONE_COUNTS = 0.5;
/** A word that is in only one or two of many places is not there by chance. */
const RARE_FROM = 1.2;

const NAMED_RANKS = 0.15;
const TOGETHER_RANKS = 0.05;

const TITLE_SCORE = 1.5;
const HEADING_SCORE = 1.2;
const TOGETHER_SCORE = 0.8;
const FOCUS_SCORE = 1;

/**
 * `articles`: all of the question's language; `listed`: what was asked, as each of the passage's own questions that is near to
 * it; `belonging`: the articles it may belong to, null where that was not learned.
 */
export function scorePassage(
  hit: StoredPassage,
  understanding: Understanding,
  articles: Articles,
  listed: readonly ListedMatch[],
  belonging: Belonging | null,
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
    gist: articles.gists.get(hit.hash) ?? null,
    asked: null,
  };
  const candidates = [
    candidate,
    ...listed.map((asked) => ({ ...candidate, asked })).filter((each) => leavesNothingOpen(understanding, each)),
  ];
  const learned =
    belonging === null ? 0 : weightOfBelonging({ article: belonging.to(hit.file), people: belonging.people });
  const weigh = language.table ? byFeatures(learned) : byCoverage;
  const weighed = candidates.map((each) => ({ ...weigh(understanding, each), listed: each.asked !== null }));
  return { ...common, ...weighed.reduce((best, each) => (each.rank > best.rank ? each : best)) };
}

type Weighed = Pick<ScoredPassage, 'coverage' | 'rank' | 'score'>;

/** Where it is known what words mean. `learned`: what the listed questions add to it. */
function byFeatures(learned: number) {
  return (understanding: Understanding, candidate: Candidate): Weighed => {
    const features = matchFeaturesOf(understanding, candidate);
    const rank = weightOfFeatures(features) + learned;
    // Words that are only near are never by themselves a reason to answer.
    const most = features.exactCoverage > 0 ? 1 : NEARLY_ENOUGH;
    return { coverage: Math.min(most, likelihood(rank)), rank, score: 0 };
  };
}

function byCoverage({ concepts }: Understanding, candidate: Candidate): Weighed {
  const { title, heading, body } = candidate;
  const { isNamed, exact } = exactMatches(candidate);
  const named = weightOf(concepts.filter(isNamed));
  const together = concepts.filter((each, i) => isBefore(body, each, concepts[i + 1])).length;
  const covered = coverageOf(concepts, named, exact);
  return {
    coverage: covered,
    // What an article is called counts for a little of what it says: among those that say as much, it is the one about it.
    rank: covered + (NAMED_RANKS * named) / (weightOf(concepts) || 1) + (together > 0 ? TOGETHER_RANKS : 0),
    score: concepts.reduce(
      (sum, each) =>
        sum +
        each.weight *
          ((mentions(title, each) ? TITLE_SCORE : 0) +
            (mentions(heading, each) ? HEADING_SCORE : 0) +
            (mentions(body, each) ? 1 : 0)),
      TOGETHER_SCORE * together + FOCUS_SCORE * focusOf(title, concepts),
    ),
  };
}

/** The order of what was found. */
export function byWords(a: ScoredPassage, b: ScoredPassage): number {
  // By name in the end, so that it doesn't matter in which order a store proposed them.
  return b.rank - a.rank || b.score - a.score || (a.id < b.id ? -1 : 1);
}

function coverageOf(concepts: readonly Concept[], named: number, covers: (each: Concept) => number): number {
  const known = weightOf(concepts.filter((each) => each.known));
  const strange = named < NAMED_ENOUGH * known ? STRANGER_COUNTS : 1;
  const weighed = concepts.map((of) => ({ of, weight: of.weight * (of.known ? 1 : strange) }));
  const [only] = concepts;
  const unnamed = concepts.length === 1 && only && only.weight < RARE_FROM ? ALONE_COUNTS : UNNAMED_COUNTS;
  return coverage(weighed, ({ of }) => covers(of)) * (named === 0 ? unnamed : 1);
}

function weightOf(concepts: readonly Concept[]): number {
  return concepts.reduce((sum, { weight }) => sum + weight, 0);
}

function isIn(terms: ReadonlySet<string> | undefined, { ways }: Concept): boolean {
  return terms !== undefined && ways.some((way) => way.split(' ').every((term) => terms.has(term)));
}
