/**
 * Parses a question word by word: mends typing errors, and finds the synonyms of each word or phrase.
 * Visitors' questions and those that articles list go through the same steps, or they would never meet.
 */

import { words } from '@service/realtime-server/text';
import type { Language } from '../language/languages.js';
import { mendByArticles, mendByTable } from '../language/spelling.js';
import type { Synonyms, TermVariants } from '../language/synonyms.js';
import { isUnspaced, stemOf, termsOfWord } from '../language/terms.js';
import { type ArticleTerms, isKnown, isUnderstood, type Vocabulary } from './vocabulary.js';

/** In order, small words too. */
export interface Spoken {
  /** With typing errors mended. */
  readonly stems: readonly string[];
  readonly heard: readonly Heard[];
}

/** What a word says by itself. */
export interface Heard {
  readonly stem: string;
  /** The stem of what was meant by a word with a typing error in it; null for one that counts as it is written. */
  readonly meant: string | null;
  readonly sayings: readonly TermVariants[];
}

/** How everybody speaks who speaks of the same articles. */
export interface Speech {
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly vocabulary: Vocabulary;
  /** A word as the language folds it. */
  hear(word: string): Heard;
}

/** What a word is heard by. */
type Ground = Omit<Speech, 'hear'>;

const LONGEST_QUESTION = 60;
const PART_FROM = 4;
const RELATED_MOST = 12;

/** `questions`: those that articles list. They repeat the same words, so their words are cached; a visitor's are not. */
export function speechOf(
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
  questions: readonly string[] = [],
): Speech {
  const ground = { language, synonyms, vocabulary };
  const heard = (word: string): Heard => {
    const stem = stemOf(word, language);
    const meant = meantBy(word, stem, ground);
    return { stem, meant, sayings: sayingsOf(meant ?? word, meant ?? stem, ground) };
  };
  const known = new Map([...new Set(questions.flatMap(words).map(language.fold))].map((word) => [word, heard(word)]));
  return { ...ground, hear: (word) => known.get(word) ?? heard(word) };
}

export function spokenIn(text: string, { language, synonyms, hear }: Speech): Spoken {
  const heard = words(text)
    .slice(0, LONGEST_QUESTION)
    .map((word) => hear(language.fold(word)));
  const stems = heard.map(({ stem }) => stem);
  if (heard.every(({ meant }) => meant === null)) return { stems, heard };
  const inPhrases = new Set(stems.flatMap((_, i) => synonyms.phraseAt(stems, i)?.at ?? []));
  return { stems: heard.map(({ stem, meant }, i) => (inPhrases.has(i) ? stem : (meant ?? stem))), heard };
}

/** The terms of the question with their variants: phrases first. */
export function variantsIn({ stems, heard }: Spoken, { synonyms }: Speech): readonly TermVariants[] {
  const sayings: TermVariants[] = [];
  const taken = new Set<number>();
  for (const [i, each] of heard.entries()) {
    if (taken.has(i)) continue;
    const phrase = synonyms.phraseAt(stems, i);
    for (const at of phrase?.at ?? []) taken.add(at);
    sayings.push(...(phrase ? [phrase.saying] : each.sayings));
  }
  return sayings;
}

function sayingsOf(word: string, stem: string, ground: Ground): readonly TermVariants[] {
  return termsOfWord(word, stem, ground.language).flatMap(
    (term) => (isUnspaced(word) ? null : compoundVariants(term, word, ground)) ?? [ground.synonyms.variantsOf(term)],
  );
}

/**
 * One entry for each term of the word; a compound has two. Null when no article uses any of them.
 */
function compoundVariants(
  term: string,
  word: string,
  { language, synonyms, vocabulary }: Ground,
): readonly TermVariants[] | null {
  const variantsFor = (stem: string): TermVariants => {
    const saying = synonyms.variantsOf(stem);
    return language.compounds
      ? { ...saying, same: [...new Set([...saying.same, ...madeWith(stem, vocabulary)])] }
      : saying;
  };
  const own = variantsFor(term);
  if (waysOf(own).some((way) => isKnown(way, vocabulary))) return [own];
  return language.compounds ? (partsOf(word, language, vocabulary)?.map(variantsFor) ?? null) : null;
}

function meantBy(word: string, term: string, ground: Ground): string | null {
  const { language, synonyms, vocabulary } = ground;
  if (language.stops.has(word) || isUnspaced(word) || compoundVariants(term, word, ground)) return null;
  const isUsed = (stem: string): boolean =>
    waysOf(synonyms.variantsOf(stem)).some((way) => isUnderstood(way, vocabulary));
  if (isUsed(term)) return null;
  const table = language.table?.();
  return table
    ? mendByTable(word, term, table, vocabulary.candidates, isUsed)
    : mendByArticles(word, term, vocabulary.terms, synonyms.words, language.stops);
}

const waysOf = ({ same, meant }: TermVariants): readonly string[] => [...same, ...meant];

/** Known words that this one is the beginning or the end of: `Größe` is in `Schuhgröße`. */
function madeWith(term: string, { terms }: ArticleTerms): readonly string[] {
  if (term.length < PART_FROM) return [];
  const found: string[] = [];
  for (const known of terms.keys()) {
    if (known.length >= term.length + 3 && (known.startsWith(term) || known.endsWith(term))) found.push(known);
    if (found.length === RELATED_MOST) break;
  }
  return found;
}

/** The two known words that this one is made of: `Lieferadresse`, `Gebrauchsanleitung`. */
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
