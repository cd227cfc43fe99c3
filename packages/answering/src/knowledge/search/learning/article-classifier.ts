/**
 * Learns from all listed questions which article answers a question, and whether it is one that is left to people. The result is a
 * probability of the subject only; whether a visitor has asked one listed question is decided in listed.ts.
 */
import type { Understanding, WeightedTerm } from '../query.js';
import { type Features, trainClassifier } from './classifier.js';

/** A listed question with its terms. */
export interface TrainingQuestion {
  /** The article that answers it; null for one that is left to people. */
  readonly file: string | null;
  readonly question: string;
  readonly stems: readonly string[];
  readonly terms: readonly WeightedTerm[];
}

/** How likely each article is to answer a question. The shares of all articles and of `people` add up to 1. */
export interface ArticleShares {
  of(file: string): number;
  readonly people: number;
}

export type ArticleClassifier = (understanding: Understanding) => ArticleShares;

/** With fewer questions of either kind, the result for other questions is too uncertain. */
const MIN_LISTED = 500;
const MIN_LEFT_TO_PEOPLE = 100;
const PART_LENGTHS = [3, 4];

/** Null when there are too few questions. Their order does not change the result. */
export function trainArticleClassifier(questions: readonly TrainingQuestion[]): ArticleClassifier | null {
  const leftToPeople = questions.filter(({ file }) => file === null).length;
  if (leftToPeople < MIN_LEFT_TO_PEOPLE || questions.length - leftToPeople < MIN_LISTED) return null;
  const files = [...new Set(questions.flatMap(({ file }) => file ?? []))].sort();
  const labels = new Map(files.map((file, label) => [file, label]));
  const people = files.length;
  // Cached, because the questions share a few thousand words.
  const known = new Map<string, readonly string[]>();
  const letters = (stem: string): readonly string[] => {
    const found = known.get(stem) ?? lettersOf(stem);
    known.set(stem, found);
    return found;
  };
  const examples = [...questions]
    .sort((a, b) => order(a.file ?? '', b.file ?? '') || order(a.question, b.question))
    .map(({ file, stems, terms }) => ({
      ...featuresOf(stems, terms, letters),
      label: file === null ? people : (labels.get(file) as number),
    }));
  const classifier = trainClassifier(examples, people + 1);
  return ({ stems, concepts }) => {
    const shares = classifier.shares(featuresOf(stems, concepts));
    const share = (label: number | undefined): number => (label === undefined ? 0 : (shares[label] as number));
    return { of: (file) => share(labels.get(file)), people: share(people) };
  };
}

/**
 * Three kinds of features. Terms: by the visitor's wording, and by one wording for each group of synonyms. Pairs of adjacent words,
 * small words too, because "how long" and "how much" differ. Parts of words, which match other forms and misspelt words.
 */
function featuresOf(
  stems: readonly string[],
  terms: readonly WeightedTerm[],
  letters: (stem: string) => readonly string[] = lettersOf,
): Features {
  const line = ['^', ...stems, '$'];
  return {
    whole: [
      ...terms.flatMap(({ wordings }) => [
        `own ${wordings[0]}`,
        `any ${wordings.reduce((first, wording) => (wording < first ? wording : first))}`,
      ]),
      ...line.slice(1).map((stem, i) => `pair ${line[i]} ${stem}`),
    ],
    parts: stems.flatMap(letters),
  };
}

/** All runs of three and four letters. `<` and `>` mark the beginning and the end of the word. */
function lettersOf(stem: string): readonly string[] {
  const word = `<${stem}>`;
  return PART_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, word.length - length + 1) }, (_, from) => word.slice(from, from + length)),
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
