/** What is known of the words that the articles of one language and their visitors use. */

import { words } from '@service/realtime-server/text';
import type { Language } from '../language/languages.js';
import { type Candidates, candidatesAmong, mendByTable } from '../language/spelling.js';
import { isUnspaced, stemOf, termsOf } from '../language/terms.js';

/** What all articles in one language say. */
export interface ArticleTerms {
  readonly passages: number;
  /** By term: the number of passages that have it. */
  readonly terms: ReadonlyMap<string, number>;
}

/** What is known of the words that articles and visitors use. */
export interface Vocabulary extends ArticleTerms {
  /** Those of the questions that articles list. They are understood, and no article speaks of a thing because of them. */
  readonly asked: ReadonlySet<string>;
  /** The words that a mistyped one may stand for: all these terms and the small words. */
  readonly candidates: Candidates;
  /** What articles and their questions say that is nearly the same as a term, and how nearly, up to 1. */
  nearTo(term: string): ReadonlyMap<string, number>;
}

export function isKnown(way: string, { terms }: ArticleTerms): boolean {
  return way.split(' ').every((term) => terms.has(term));
}

export function isUnderstood(way: string, { terms, asked }: Pick<Vocabulary, 'terms' | 'asked'>): boolean {
  return way.split(' ').every((term) => terms.has(term) || asked.has(term));
}

export function candidatesFor({ terms, asked }: Pick<Vocabulary, 'terms' | 'asked'>, language: Language): Candidates {
  return candidatesAmong([...new Set([...terms.keys(), ...asked, ...language.stops])].map((word) => [word, word]));
}

/**
 * The terms that listed questions say. They are written as customers write, with typing errors in them: a word that the
 * language doesn't have is none of them if it is like one that articles or other questions say. For a language
 * without a word table, each counts as it is written.
 */
export function termsAsked(
  questions: readonly string[],
  language: Language,
  terms: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const table = language.table?.() ?? null;
  if (table === null) return new Set(questions.flatMap((question) => termsOf(question, language)));
  const asked = new Set<string>();
  const strange = new Map<string, string>();
  for (const word of new Set(questions.flatMap(words).map(language.fold))) {
    if (language.stops.has(word)) continue;
    const stem = stemOf(word, language);
    if (isUnspaced(word)) for (const term of termsOf(word, language)) asked.add(term);
    else if (table.forms.has(word) || terms.has(stem)) asked.add(stem);
    else strange.set(word, stem);
  }
  const others = candidatesFor({ terms, asked }, language);
  const isSaid = (stem: string): boolean => terms.has(stem) || asked.has(stem) || language.stops.has(stem);
  const names = [...strange].flatMap(([word, stem]) => {
    const meant = mendByTable(word, stem, table, others, isSaid);
    return meant !== null && isSaid(meant) ? [] : [stem];
  });
  return new Set([...asked, ...names]);
}
