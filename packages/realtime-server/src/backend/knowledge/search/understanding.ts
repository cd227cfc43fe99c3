/**
 * A question as the search understands it, in one language: the things it speaks of, each with all the ways an article
 * may say it. Words that no article knows stay in: they are what tells a question that can't be answered from one that can.
 */
import type { Language } from '../language/languages.js';
import type { Synonyms } from '../language/synonyms.js';
import { isUnspaced, stemOf, termsOf } from '../language/terms.js';
import { isTypo } from '../language/typo.js';
import { words } from '../language/words.js';

export interface Concept {
  /** Terms joined by a space; the one that was asked first. Never empty. */
  readonly ways: readonly string[];
  /** Whether any article speaks of it. */
  readonly known: boolean;
  /** How much it counts, about 0.5 for a word of every article to 1.5 for one that none knows. */
  readonly weight: number;
}

/** What is known of the words of all articles in one language. */
export interface Vocabulary {
  readonly passages: number;
  /** In how many passages a term stands. */
  readonly terms: ReadonlyMap<string, number>;
}

export interface Understanding {
  readonly language: Language;
  readonly concepts: readonly Concept[];
}

/** A text that may speak of a concept, prepared once for many looks. */
export interface Said {
  readonly terms: ReadonlySet<string>;
  /** The terms in order, with a space before and after each. */
  readonly line: string;
}

const LONGEST_QUESTION = 60;
/** A word that no article knows counts most: it may be what the question is about. */
const UNKNOWN_WEIGHT = 1.2;
const MENDED_FROM = 5;
const SURE_FROM = 7;
const SHORTEST_MEANT = 4;
const PART_FROM = 4;
const RELATED_MOST = 12;

export function understand(
  question: string,
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): Understanding {
  const said = words(question).map(language.fold).slice(0, LONGEST_QUESTION);
  const concepts = new Map<string, Concept>();
  const add = (ways: readonly string[]): void => {
    const [first] = ways;
    if (first !== undefined && !concepts.has(first)) concepts.set(first, conceptOf(ways, vocabulary));
  };
  for (let i = 0; i < said.length; i++) {
    const phrase = synonyms.phraseAt(said, i);
    if (phrase) {
      add(phrase.ways);
      i += phrase.length - 1;
      continue;
    }
    const word = said[i] as string;
    for (const term of termsOf(word, language)) {
      if (isUnspaced(word)) add(synonyms.waysToSay(term));
      else for (const part of knownForms(term, word, language, synonyms, vocabulary)) add(part);
    }
  }
  return { language, concepts: [...concepts.values()] };
}

/** One list of ways for each thing that the word says; a word put together from two says two things. */
function knownForms(
  term: string,
  word: string,
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): readonly (readonly string[])[] {
  const ways = synonyms.waysToSay(term);
  const related = language.compounds ? [...ways, ...madeWith(term, vocabulary)] : ways;
  if (related.some((way) => isKnown(way, vocabulary))) return [related];
  if (language.compounds) {
    const parts = partsOf(word, language, vocabulary);
    if (parts) return parts.map((part) => [...new Set([...synonyms.waysToSay(part), ...madeWith(part, vocabulary)])]);
  }
  const mended = mend(term, vocabulary.terms.keys(), (known) => vocabulary.terms.get(known) ?? 0);
  if (mended !== null) return [synonyms.waysToSay(mended)];
  // A form that stems differently ("delivry") is nearer to a word as it is written than to its stem.
  const written = mend(word, synonyms.words.keys(), () => 0);
  if (written !== null) return [synonyms.waysToSay(synonyms.words.get(written) ?? term)];
  // "wich" is a small word with an error in it, and not something that no article knows.
  return mend(word, language.stops.keys(), () => 0) === null ? [ways] : [];
}

function isKnown(way: string, { terms }: Vocabulary): boolean {
  return way.split(' ').every((term) => terms.has(term));
}

/** Known words that this one is the beginning or the end of: `Größe` is in `Schuhgröße`. */
function madeWith(term: string, { terms }: Vocabulary): readonly string[] {
  if (term.length < PART_FROM) return [];
  const found: string[] = [];
  for (const known of terms.keys()) {
    if (known.length >= term.length + 3 && (known.startsWith(term) || known.endsWith(term))) found.push(known);
    if (found.length === RELATED_MOST) break;
  }
  return found;
}

/** The two known words that this one is made of: `Lieferadresse`, `Gebrauchsanleitung`. */
function partsOf(word: string, language: Language, { terms }: Vocabulary): readonly [string, string] | null {
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

/** The word that is meant, the most usual one when there are several. */
function mend(word: string, known: Iterable<string>, usual: (known: string) => number): string | null {
  if (word.length < MENDED_FROM) return null;
  let best: string | null = null;
  for (const each of known) {
    // Short words that differ in one letter are mostly two words: sleep and sleeve, drone and done.
    if (
      each.length < SHORTEST_MEANT ||
      (word.length < SURE_FROM &&
        each.length <= word.length &&
        !sameLetters(word, each) &&
        !sameLetters(word, `${each}s`))
    )
      continue;
    if ((isTypo(word, each) || isTypo(word, `${each}s`)) && (best === null || usual(each) > usual(best))) best = each;
  }
  return best;
}

function sameLetters(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('');
}

/** Rare words say more about what is meant; a word that no article knows says most, because nothing can cover it. */
function conceptOf(ways: readonly string[], { terms, passages }: Vocabulary): Concept {
  const inPassages = Math.min(
    passages,
    ways.reduce((sum, way) => sum + Math.min(...way.split(' ').map((term) => terms.get(term) ?? 0)), 0),
  );
  if (inPassages === 0) return { ways, known: false, weight: UNKNOWN_WEIGHT };
  return { ways, known: true, weight: 0.5 + Math.min(1, Math.log(1 + passages / inPassages) / Math.log(1 + passages)) };
}

export function saidIn(line: string): Said {
  return { terms: new Set(line.split(' ')), line: ` ${line} ` };
}

/** Whether a text speaks of a concept: one of its ways stands there, a phrase with its words side by side. */
export function speaksOf({ terms, line }: Said, { ways }: Concept): boolean {
  return ways.some((way) => (way.includes(' ') ? line.includes(` ${way} `) : terms.has(way)));
}
