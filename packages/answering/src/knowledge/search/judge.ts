/**
 * Judges a passage that the store has proposed: how much of the question it speaks of, which decides whether it is an
 * answer at all, and how well, which decides between those that are. The numbers were found with `npm run eval`, on the
 * questions for tuning.
 */
import type { StoredPassage } from '@service/realtime-server/ports';
import { coverage, NEARLY_ENOUGH } from '../answer/confidence.js';
import type { Piece } from '../reading/article.js';
import { documentId } from '../reading/formats/formats.js';
import type { Articles } from './articles.js';
import { evidenceOf, focusOf, isBefore, leavesNothingOpen, outright, type Witness } from './evidence.js';
import type { Belonging } from './learned/learned.js';
import { likelihood, weightOfBelonging, weightOfEvidence } from './learned/likelihood.js';
import type { AskedAs } from './learned/listed.js';
import { type Concept, saidIn, speaksOf, type Understanding } from './query.js';

export interface Found {
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
  /** How sure it is that the passage speaks of what was asked, 0 to 1 (gate.ts). */
  readonly coverage: number;
  /** What goes before what; comparable within one search only. */
  readonly rank: number;
  /** Between those of the same rank: how often it says it. */
  readonly score: number;
}

/** Beside a word that no article knows, words in an article that is called something else say little. */
const STRANGER_COUNTS = 1.3;
const NAMED_ENOUGH = 0.3;
/** Of a passage in whose title and heading nothing stands that was asked. */
const UNNAMED_COUNTS = 0.95;
/** The same, of a question that has one word to go by: that word stands in many places by chance. */
const ALONE_COUNTS = 0.5;
/** A word that stands in one or two places of many doesn't stand there by chance. */
const RARE_FROM = 1.2;

const NAMED_RANKS = 0.15;
const TOGETHER_RANKS = 0.05;

const TITLE_SCORE = 1.5;
const HEADING_SCORE = 1.2;
const TOGETHER_SCORE = 0.8;
const FOCUS_SCORE = 1;

/**
 * `articles`: all of the question's language; `listed`: what was asked, as each of the passage's own questions that is near to
 * it; `belonging`: where it belongs, null where nobody has learned that.
 */
export function judge(
  hit: StoredPassage,
  understanding: Understanding,
  articles: Articles,
  listed: readonly AskedAs[],
  belonging: Belonging | null,
): Found {
  const { language } = understanding;
  const pieces = JSON.parse(hit.content) as Piece[];
  const title = saidIn(hit.titleTerms);
  const heading = saidIn(hit.headingTerms);
  const body = saidIn(hit.bodyTerms);
  const elsewhere = (each: Concept): boolean => standsIn(articles.files.get(hit.file), each);
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
  const witness: Witness = {
    title,
    heading,
    body,
    sentences: language.table ? articles.sentencesOf(hit.hash, pieces) : [],
    elsewhere,
    gist: articles.gists.get(hit.hash) ?? null,
    asked: null,
  };
  const witnesses = [
    witness,
    ...listed.map((asked) => ({ ...witness, asked })).filter((each) => leavesNothingOpen(understanding, each)),
  ];
  const learned =
    belonging === null ? 0 : weightOfBelonging({ article: belonging.to(hit.file), people: belonging.people });
  const weigh = language.table ? byEvidence(learned) : byCoverage;
  const weighed = witnesses.map((each) => ({ ...weigh(understanding, each), listed: each.asked !== null }));
  return { ...common, ...weighed.reduce((best, each) => (each.rank > best.rank ? each : best)) };
}

type Weighed = Pick<Found, 'coverage' | 'rank' | 'score'>;

/** Where it is known what words mean. `learned`: what the listed questions add to it. */
function byEvidence(learned: number) {
  return (understanding: Understanding, witness: Witness): Weighed => {
    const evidence = evidenceOf(understanding, witness);
    const rank = weightOfEvidence(evidence) + learned;
    // Words that are only near are never by themselves a reason to answer.
    const most = evidence.said > 0 ? 1 : NEARLY_ENOUGH;
    return { coverage: Math.min(most, likelihood(rank)), rank, score: 0 };
  };
}

function byCoverage({ concepts }: Understanding, witness: Witness): Weighed {
  const { title, heading, body } = witness;
  const { isNamed, said } = outright(witness);
  const named = weightOf(concepts.filter(isNamed));
  const together = concepts.filter((each, i) => isBefore(body, each, concepts[i + 1])).length;
  const covered = coverageOf(concepts, named, said);
  return {
    coverage: covered,
    // What an article is called counts for a little of what it says: among those that say as much, it is the one about it.
    rank: covered + (NAMED_RANKS * named) / (weightOf(concepts) || 1) + (together > 0 ? TOGETHER_RANKS : 0),
    score: concepts.reduce(
      (sum, each) =>
        sum +
        each.weight *
          ((speaksOf(title, each) ? TITLE_SCORE : 0) +
            (speaksOf(heading, each) ? HEADING_SCORE : 0) +
            (speaksOf(body, each) ? 1 : 0)),
      TOGETHER_SCORE * together + FOCUS_SCORE * focusOf(title, concepts),
    ),
  };
}

/** The order of what was found. */
export function byWords(a: Found, b: Found): number {
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

function standsIn(terms: ReadonlySet<string> | undefined, { ways }: Concept): boolean {
  return terms !== undefined && ways.some((way) => way.split(' ').every((term) => terms.has(term)));
}
