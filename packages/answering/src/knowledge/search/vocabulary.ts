/** The words of articles and visitors in one language. */
import { words } from '@service/realtime-server/text';
import type { Language } from '../language/languages.js';
import { type Candidates, candidatesAmong, correctByTable } from '../language/spelling.js';
import { isUnspaced, stemOf, termsOf } from '../language/terms.js';

/** The words of all articles in one language. */
export interface ArticleTerms {
  readonly passages: number;
  /** By term: the number of passages that have it. */
  readonly terms: ReadonlyMap<string, number>;
}

export interface Vocabulary extends ArticleTerms {
  /** Terms of the listed questions. They are understood, but don't count as mentioned by an article. */
  readonly asked: ReadonlySet<string>;
  /** Possible corrections of a misspelt word: all these terms and the small words. */
  readonly candidates: Candidates;
  /** Terms of articles and their questions with a similar meaning, by nearness up to 1. */
  nearTo(term: string): ReadonlyMap<string, number>;
}

export function isKnown(wording: string, { terms }: ArticleTerms): boolean {
  return wording.split(' ').every((term) => terms.has(term));
}

export function isUnderstood(wording: string, { terms, asked }: Pick<Vocabulary, 'terms' | 'asked'>): boolean {
  return wording.split(' ').every((term) => terms.has(term) || asked.has(term));
}

export function candidatesFor({ terms, asked }: Pick<Vocabulary, 'terms' | 'asked'>, language: Language): Candidates {
  return candidatesAmong([...new Set([...terms.keys(), ...asked, ...language.stops])].map((word) => [word, word]));
}

/**
 * The terms of the listed questions. Customers' questions have typing errors: a word that the language doesn't have is left out when it
 * is similar to one of the articles or of other questions. For a language without a word table, every word counts as it is written.
 */
export function questionTerms(
  questions: readonly string[],
  language: Language,
  terms: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const table = language.table?.() ?? null;
  if (table === null) return new Set(questions.flatMap((question) => termsOf(question, language)));
  const asked = new Set<string>();
  const unknown = new Map<string, string>();
  for (const word of new Set(questions.flatMap(words).map(language.fold))) {
    if (language.stops.has(word)) continue;
    const stem = stemOf(word, language);
    if (isUnspaced(word)) for (const term of termsOf(word, language)) asked.add(term);
    else if (table.forms.has(word) || terms.has(stem)) asked.add(stem);
    else unknown.set(word, stem);
  }
  const others = candidatesFor({ terms, asked }, language);
  const isUsed = (stem: string): boolean => terms.has(stem) || asked.has(stem) || language.stops.has(stem);
  const names = [...unknown].flatMap(([word, stem]) => {
    const correction = correctByTable(word, stem, table, others, isUsed);
    return correction !== null && isUsed(correction) ? [] : [stem];
  });
  return new Set([...asked, ...names]);
}
