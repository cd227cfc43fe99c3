/**
 * Parses a question word by word: corrects typing errors, and finds the synonyms of each word or phrase. The questions of visitors and
 * those that articles list must go through the same steps, or equal questions would not match.
 */

import { words } from '@service/realtime-server/text';
import type { Language } from '../language/languages.js';
import { correctByArticles, correctByTable } from '../language/spelling.js';
import type { Synonyms, TermVariants } from '../language/synonyms.js';
import { isUnspaced, stemOf, termsOfWord } from '../language/terms.js';
import { type ArticleTerms, isKnown, isUnderstood, type Vocabulary } from './vocabulary.js';

/** All words of a question in order, small words too. */
export interface ParsedQuestion {
  /** With typing errors corrected. */
  readonly stems: readonly string[];
  readonly parsedWords: readonly ParsedWord[];
}

/** A word of a question, without the words around it. */
export interface ParsedWord {
  readonly stem: string;
  /** The stem of the intended word when this one has a typing error; null: it has none. */
  readonly correction: string | null;
  readonly variants: readonly TermVariants[];
}

/** Parses questions about one set of articles in one language. */
export interface ParsingContext {
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly vocabulary: Vocabulary;
  /** `word`: as the language folds it. */
  parseWord(word: string): ParsedWord;
}

type WordContext = Omit<ParsingContext, 'parseWord'>;

const LONGEST_QUESTION = 60;
const PART_FROM = 4;
const RELATED_MOST = 12;

/** `questions`: those that articles list. They repeat the same words, so their words are cached. Words of visitors are not. */
export function createParsingContext(
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
  questions: readonly string[] = [],
): ParsingContext {
  const wordContext = { language, synonyms, vocabulary };
  const parseWord = (word: string): ParsedWord => {
    const stem = stemOf(word, language);
    const correction = correctionOf(word, stem, wordContext);
    return { stem, correction, variants: variantsOfWord(correction ?? word, correction ?? stem, wordContext) };
  };
  const known = new Map(
    [...new Set(questions.flatMap(words).map(language.fold))].map((word) => [word, parseWord(word)]),
  );
  return { ...wordContext, parseWord: (word) => known.get(word) ?? parseWord(word) };
}

export function parseQuestion(text: string, { language, synonyms, parseWord }: ParsingContext): ParsedQuestion {
  const parsedWords = words(text)
    .slice(0, LONGEST_QUESTION)
    .map((word) => parseWord(language.fold(word)));
  const stems = parsedWords.map(({ stem }) => stem);
  if (parsedWords.every(({ correction }) => correction === null)) return { stems, parsedWords };
  // Inside a known phrase a word is right as it is written.
  const inPhrases = new Set(stems.flatMap((_, i) => synonyms.phraseAt(stems, i)?.at ?? []));
  return {
    stems: parsedWords.map(({ stem, correction }, i) => (inPhrases.has(i) ? stem : (correction ?? stem))),
    parsedWords,
  };
}

/** The terms of the question with their variants. A phrase counts as one term. */
export function variantsIn(
  { stems, parsedWords }: ParsedQuestion,
  { synonyms }: ParsingContext,
): readonly TermVariants[] {
  const variants: TermVariants[] = [];
  const taken = new Set<number>();
  for (const [i, each] of parsedWords.entries()) {
    if (taken.has(i)) continue;
    const phrase = synonyms.phraseAt(stems, i);
    for (const at of phrase?.at ?? []) taken.add(at);
    variants.push(...(phrase ? [phrase.variants] : each.variants));
  }
  return variants;
}

function variantsOfWord(word: string, stem: string, context: WordContext): readonly TermVariants[] {
  return termsOfWord(word, stem, context.language).flatMap(
    (term) => (isUnspaced(word) ? null : compoundVariants(term, word, context)) ?? [context.synonyms.variantsOf(term)],
  );
}

/** One entry for each term of the word; a compound has two. Null when no article uses any of them. */
function compoundVariants(
  term: string,
  word: string,
  { language, synonyms, vocabulary }: WordContext,
): readonly TermVariants[] | null {
  const variantsFor = (stem: string): TermVariants => {
    const variants = synonyms.variantsOf(stem);
    return language.compounds
      ? { ...variants, same: [...new Set([...variants.same, ...compoundsWith(stem, vocabulary)])] }
      : variants;
  };
  const own = variantsFor(term);
  if (wordingsOf(own).some((wording) => isKnown(wording, vocabulary))) return [own];
  return language.compounds ? (partsOf(word, language, vocabulary)?.map(variantsFor) ?? null) : null;
}

/** The stem of the word that was probably meant. Null when the word is understood as it is written. */
function correctionOf(word: string, term: string, context: WordContext): string | null {
  const { language, synonyms, vocabulary } = context;
  if (language.stops.has(word) || isUnspaced(word) || compoundVariants(term, word, context)) return null;
  const isUsed = (stem: string): boolean =>
    wordingsOf(synonyms.variantsOf(stem)).some((wording) => isUnderstood(wording, vocabulary));
  if (isUsed(term)) return null;
  const table = language.table?.();
  return table
    ? correctByTable(word, term, table, vocabulary.candidates, isUsed)
    : correctByArticles(word, term, vocabulary.terms, synonyms.words, language.stops);
}

const wordingsOf = ({ same, meant }: TermVariants): readonly string[] => [...same, ...meant];

/** Known words that begin or end with this one: `Schuhgröße` ends with `Größe`. */
function compoundsWith(term: string, { terms }: ArticleTerms): readonly string[] {
  if (term.length < PART_FROM) return [];
  const found: string[] = [];
  for (const known of terms.keys()) {
    if (known.length >= term.length + 3 && (known.startsWith(term) || known.endsWith(term))) found.push(known);
    if (found.length === RELATED_MOST) break;
  }
  return found;
}

/** The two known words of a compound: `Lieferadresse`, `Gebrauchsanleitung`. */
function partsOf(word: string, language: Language, { terms }: ArticleTerms): readonly [string, string] | null {
  for (let at = PART_FROM; at <= word.length - PART_FROM; at++) {
    const last = stemOf(word.slice(at), language);
    if (!terms.has(last)) continue;
    for (const first of [word.slice(0, at), word.slice(0, at).replace(/(?:es|en|er|s|n)$/, '')]) {
      const stem = stemOf(first, language);
      if (first.length >= PART_FROM && terms.has(stem)) return [stem, last];
    }
  }
  return null;
}
