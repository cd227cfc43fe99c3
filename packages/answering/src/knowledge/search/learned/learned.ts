/**
 * What the listed questions teach together: which article a question belongs to, in whatever words it is asked, and
 * whether it is one of those that are left to people. They are examples to learn from; unlike one listed question by
 * itself (listed.ts) they never say what a visitor has asked, only what it is probably about.
 */

import type { Understanding, WeightedTerm } from '../query.js';
import { type Features, trainClassifier } from './classifier.js';

/** A listed question, as it was understood. */
export interface Lesson {
  /** The article that answers it; null for one that is left to people. */
  readonly file: string | null;
  readonly question: string;
  readonly stems: readonly string[];
  readonly things: readonly WeightedTerm[];
}

/** Where a question belongs, in shares that are together 1. */
export interface Belonging {
  to(file: string): number;
  readonly people: number;
}

export type Learned = (understanding: Understanding) => Belonging;

/** Fewer questions, of either kind, say too little of what people ask beside them. */
const LISTED_FROM = 500;
const LEFT_FROM = 100;
const PART_LENGTHS = [3, 4];

/** Null when there is too little to learn from. The same lessons in another order teach the same. */
export function learn(lessons: readonly Lesson[]): Learned | null {
  const left = lessons.filter(({ file }) => file === null).length;
  if (left < LEFT_FROM || lessons.length - left < LISTED_FROM) return null;
  const files = [...new Set(lessons.flatMap(({ file }) => file ?? []))].sort();
  const labels = new Map(files.map((file, label) => [file, label]));
  const people = files.length;
  // The same few thousand words in all of them.
  const known = new Map<string, readonly string[]>();
  const letters = (stem: string): readonly string[] => {
    const of = known.get(stem) ?? lettersOf(stem);
    known.set(stem, of);
    return of;
  };
  const examples = [...lessons]
    .sort((a, b) => order(a.file ?? '', b.file ?? '') || order(a.question, b.question))
    .map(({ file, stems, things }) => ({
      ...featuresOf(stems, things, letters),
      label: file === null ? people : (labels.get(file) as number),
    }));
  const classifier = trainClassifier(examples, people + 1);
  return ({ stems, concepts }) => {
    const shares = classifier.shares(featuresOf(stems, concepts));
    const share = (label: number | undefined): number => (label === undefined ? 0 : (shares[label] as number));
    return { to: (file) => share(labels.get(file)), people: share(people) };
  };
}

/**
 * The terms, by their own words and by one word for each group of synonyms; neighbouring words,
 * small words too: "how long" asks something else than "how much"; and a few letters of each word, because a word in
 * another form, or with an error in it, says still what its letters say.
 */
function featuresOf(
  stems: readonly string[],
  things: readonly WeightedTerm[],
  letters: (stem: string) => readonly string[] = lettersOf,
): Features {
  const line = ['^', ...stems, '$'];
  return {
    whole: [
      ...things.flatMap(({ ways }) => [
        `own ${ways[0]}`,
        `any ${ways.reduce((first, way) => (way < first ? way : first))}`,
      ]),
      ...line.slice(1).map((stem, i) => `pair ${line[i]} ${stem}`),
    ],
    parts: stems.flatMap(letters),
  };
}

/** Three and four that stand together, also with the word's beginning or end. */
function lettersOf(stem: string): readonly string[] {
  const word = `<${stem}>`;
  return PART_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, word.length - length + 1) }, (_, from) => word.slice(from, from + length)),
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
