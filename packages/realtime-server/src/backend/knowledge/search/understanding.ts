/**
 * A question as the search understands it, in one language: the things it speaks of, each with all the ways an article
 * may say it. Words that no article knows stay in: they are what tells a question that can't be answered from one that can.
 */
import type { Language } from '../language/languages.js';
import { mendByArticles, mendByTable } from '../language/mend.js';
import type { Saying, Synonyms } from '../language/synonyms.js';
import { isUnspaced, stemOf, termsOf } from '../language/terms.js';
import { words } from '../language/words.js';
import { type Gist, gistOf } from '../meaning/gist.js';
import type { WordTable } from '../meaning/word-table.js';
import { nearTerms } from './nearness.js';

export interface Concept {
  /** Terms joined by a space; the one that was asked first. Never empty. */
  readonly ways: readonly string[];
  /** Whether any article speaks of it. */
  readonly known: boolean;
  /** What articles say that is nearly the same, and how nearly, up to 1. Empty where nobody knows what words mean. */
  readonly near: ReadonlyMap<string, number>;
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
  /** What it is about; null where nobody knows what words mean. */
  readonly gist: Gist | null;
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
const NUMBER_WEIGHT = 0.4;
/** Of the words that are used most, such as "take" and "say": they say little, however rare they are in the articles. */
const USUAL_COUNTS = 0.4;
const UNUSUAL_FROM = 300;
/** What articles probably call it is not quite what was said. */
const MEANT_COUNTS = 0.95;
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
  const table = language.table?.() ?? null;
  const add = (saying: Saying): void => {
    const concept = conceptOf(saying, vocabulary, table);
    const first = concept?.ways[0];
    if (concept && first !== undefined && !concepts.has(first)) concepts.set(first, concept);
  };
  const stems = said.map((word) => stemOf(word, language));
  const taken = new Set<number>();
  for (const [i, word] of said.entries()) {
    if (taken.has(i)) continue;
    const phrase = synonyms.phraseAt(stems, i);
    if (phrase) {
      add(phrase.saying);
      for (const at of phrase.at) taken.add(at);
      continue;
    }
    for (const term of termsOf(word, language)) {
      if (isUnspaced(word)) add(synonyms.waysToSay(term));
      else for (const part of knownForms(term, word, language, synonyms, vocabulary)) add(part);
    }
  }
  const terms = [...concepts.keys()].filter((way) => !way.includes(' '));
  return {
    language,
    concepts: [...concepts.values()],
    gist: table && gistOf([{ terms, weight: 1 }], table),
  };
}

/** One saying for each thing that the word says; a word put together from two says two things. */
function knownForms(
  term: string,
  word: string,
  language: Language,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): readonly Saying[] {
  const said = (stem: string): Saying => {
    const saying = synonyms.waysToSay(stem);
    return language.compounds ? { ...saying, same: unique([...saying.same, ...madeWith(stem, vocabulary)]) } : saying;
  };
  const isSaid = ({ same, meant }: Saying): boolean => [...same, ...meant].some((way) => isKnown(way, vocabulary));
  const own = said(term);
  if (isSaid(own)) return [own];
  if (language.compounds) {
    const parts = partsOf(word, language, vocabulary);
    if (parts) return parts.map(said);
  }
  const table = language.table?.();
  const meant = table
    ? mendByTable(word, term, table, [...vocabulary.terms.keys(), ...language.stops], (stem) => isSaid(said(stem)))
    : mendByArticles(word, term, vocabulary.terms, synonyms.words, language.stops);
  if (meant === null) return [own];
  // "wich" is a small word with an error in it, and not something that no article knows.
  return language.stops.has(meant) ? [] : [synonyms.waysToSay(meant)];
}

const unique = (ways: readonly string[]): readonly string[] => [...new Set(ways)];

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

/** Null for a saying that nothing can be looked for by. */
function conceptOf({ same, meant }: Saying, vocabulary: Vocabulary, table: WordTable | null): Concept | null {
  const [first] = same;
  // Where nobody knows what words mean, what is probably meant is all there is to go by; a phrase of small words has nothing else.
  const ways = first === undefined || table === null ? unique([...same, ...meant]) : same;
  if (ways.length === 0) return null;
  const near = new Map(
    table && first !== undefined && !first.includes(' ') ? nearTerms(first, vocabulary.terms.keys(), table) : [],
  );
  if (ways === same) {
    for (const way of meant) if (isKnown(way, vocabulary)) near.set(way, Math.max(MEANT_COUNTS, near.get(way) ?? 0));
  }
  const inPassages = passagesWith(ways, vocabulary) || passagesWith(meant, vocabulary);
  return {
    ways,
    near,
    known: inPassages > 0,
    weight: weightOf(ways[0] as string, inPassages, vocabulary.passages, table),
  };
}

/** In how many passages, about, one of the ways stands. */
function passagesWith(ways: readonly string[], { terms, passages }: Vocabulary): number {
  const sum = ways.reduce((all, way) => all + Math.min(...way.split(' ').map((term) => terms.get(term) ?? 0)), 0);
  return Math.min(passages, sum);
}

/** Rare words say more about what is meant; a word that no article knows says most, because nothing can cover it. */
function weightOf(way: string, inPassages: number, passages: number, table: WordTable | null): number {
  // A size or a count that no article names says nothing about what is asked.
  if (inPassages === 0 && /^\p{N}+$/u.test(way)) return NUMBER_WEIGHT;
  const rare =
    inPassages === 0 ? UNKNOWN_WEIGHT : 0.5 + Math.min(1, Math.log(1 + passages / inPassages) / Math.log(1 + passages));
  const place = table?.place(way) ?? null;
  return place === null || place > UNUSUAL_FROM
    ? rare
    : rare * (USUAL_COUNTS + (1 - USUAL_COUNTS) * (Math.log1p(place) / Math.log1p(UNUSUAL_FROM)));
}

export function saidIn(line: string): Said {
  return { terms: new Set(line.split(' ')), line: ` ${line} ` };
}

/** Whether a text speaks of a concept: one of its ways stands there, a phrase with its words side by side. */
export function speaksOf({ terms, line }: Said, { ways }: Concept): boolean {
  return ways.some((way) => (way.includes(' ') ? line.includes(` ${way} `) : terms.has(way)));
}

/** How nearly a text speaks of a concept in other words, 0 to 1. */
export function nearlySpeaksOf({ terms, line }: Said, { near }: Concept): number {
  let most = 0;
  for (const [way, nearness] of near) {
    if (nearness > most && (way.includes(' ') ? line.includes(` ${way} `) : terms.has(way))) most = nearness;
  }
  return most;
}
