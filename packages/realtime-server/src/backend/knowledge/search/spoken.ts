/**
 * What was said, word by word: with its typing errors mended, and each word or phrase as all the ways to say the same.
 * Visitors' questions and those that articles list go through the same steps, or they would never meet.
 */
import type { Language } from '../language/languages.js';
import { mendByArticles, mendByTable } from '../language/mend.js';
import type { Saying, Synonyms } from '../language/synonyms.js';
import { isUnspaced, stemOf, termsOfWord } from '../language/terms.js';
import { words } from '../language/words.js';
import { type ArticleTerms, isKnown, isUnderstood, type Vocabulary } from './vocabulary.js';

/** In order, small words too. */
export interface Spoken {
  /** As the language folds them; of a mended one its stem. */
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

const LONGEST_QUESTION = 60;
const PART_FROM = 4;
const RELATED_MOST = 12;

export function spokenIn(text: string, language: Language, synonyms: Synonyms, vocabulary: Vocabulary): Spoken {
  const said = words(text).map(language.fold).slice(0, LONGEST_QUESTION);
  const stems = said.map((word) => stemOf(word, language));
  const inPhrases = new Set(said.flatMap((_, i) => synonyms.phraseAt(stems, i)?.at ?? []));
  const meant = said.map((word, i) =>
    inPhrases.has(i) ? null : meantBy(word, stems[i] as string, language, synonyms, vocabulary),
  );
  return {
    words: said.map((word, i) => meant[i] ?? word),
    stems: stems.map((stem, i) => meant[i] ?? stem),
  };
}

/** What is said, thing by thing: phrases first. */
export function* sayingsIn(
  { words: said, stems }: Spoken,
  language: Language,
  synonyms: Synonyms,
  vocabulary: ArticleTerms,
): Generator<Saying> {
  const taken = new Set<number>();
  for (const [i, word] of said.entries()) {
    if (taken.has(i)) continue;
    const phrase = synonyms.phraseAt(stems, i);
    if (phrase) {
      yield phrase.saying;
      for (const at of phrase.at) taken.add(at);
      continue;
    }
    for (const term of termsOfWord(word, stems[i] as string, language)) {
      if (isUnspaced(word)) yield synonyms.waysToSay(term);
      else yield* saidForms(term, word, language, synonyms, vocabulary) ?? [synonyms.waysToSay(term)];
    }
  }
}

/**
 * One saying for each thing that the word says; a word put together from two says two things. Null when no article speaks
 * of any.
 */
function saidForms(
  term: string,
  word: string,
  language: Language,
  synonyms: Synonyms,
  vocabulary: ArticleTerms,
): readonly Saying[] | null {
  const said = (stem: string): Saying => {
    const saying = synonyms.waysToSay(stem);
    return language.compounds
      ? { ...saying, same: [...new Set([...saying.same, ...madeWith(stem, vocabulary)])] }
      : saying;
  };
  const own = said(term);
  if (waysOf(own).some((way) => isKnown(way, vocabulary))) return [own];
  return language.compounds ? (partsOf(word, language, vocabulary)?.map(said) ?? null) : null;
}

/** The stem of what was meant by a word with a typing error in it; null for one that counts as it is written. */
function meantBy(
  word: string,
  term: string,
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): string | null {
  if (language.stops.has(word) || isUnspaced(word) || saidForms(term, word, language, synonyms, vocabulary))
    return null;
  const isSaid = (stem: string): boolean =>
    waysOf(synonyms.waysToSay(stem)).some((way) => isUnderstood(way, vocabulary));
  if (isSaid(term)) return null;
  const table = language.table?.();
  return table
    ? mendByTable(word, term, table, vocabulary.candidates, isSaid)
    : mendByArticles(word, term, vocabulary.terms, synonyms.words, language.stops);
}

const waysOf = ({ same, meant }: Saying): readonly string[] => [...same, ...meant];

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
