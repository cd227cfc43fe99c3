/**
 * A question as the search understands it, in one language: its concepts, each with all the words an article may use
 * for it. Words that no article knows stay in: they are what tells a question that can't be answered from one that can.
 */
import type { Language } from '../language/languages.js';
import type { TermVariants } from '../language/synonyms.js';
import { type Gist, gistOf } from '../meaning/centroid.js';
import type { WordTable } from '../meaning/word-table.js';
import { type Speech, type Spoken, spokenIn, variantsIn } from './parse-query.js';
import { type ArticleTerms, isKnown, isUnderstood, type Vocabulary } from './vocabulary.js';

export interface WeightedTerm {
  /** Terms joined by a space; the one that was asked first. Never empty. */
  readonly ways: readonly string[];
  /** How much it counts, about 0.5 for a word of every article to 1.5 for one that none knows. */
  readonly weight: number;
}

export interface Concept extends WeightedTerm {
  /** Whether any article speaks of it. */
  readonly known: boolean;
  /** Terms of articles and their questions with nearly the same meaning, by nearness up to 1. Empty without a table of word meanings. */
  readonly near: ReadonlyMap<string, number>;
  /** How far no article speaks of it: 0 when one does, 1 when none does, not even nearly. */
  readonly unheardOf: number;
}

export interface Understanding {
  readonly language: Language;
  readonly concepts: readonly Concept[];
  /** Of every word, small ones too, in order. */
  readonly stems: readonly string[];
  /** Its subject; null for a language without a table of word meanings. */
  readonly gist: Gist | null;
}

/** The terms of a text, prepared once for many searches. */
export interface TextTerms {
  readonly terms: ReadonlySet<string>;
  /** The terms in order, with a space before and after each. */
  readonly line: string;
}

/** A word that no article knows counts most: it may be what the question is about. */
const UNKNOWN_WEIGHT = 1.2;
const NUMBER_WEIGHT = 0.4;
/** Of the words that are used most, such as "take" and "say": they say little, however rare they are in the articles. */
const USUAL_COUNTS = 0.4;
const UNUSUAL_FROM = 300;
/** Of the probable wording of articles, which is not quite the visitor's. */
const MEANT_COUNTS = 0.95;

export function understand(question: string, speech: Speech): Understanding {
  const { language, vocabulary } = speech;
  const table = language.table?.() ?? null;
  const spoken = spokenIn(question, speech);
  const concepts = new Map<string, Concept>();
  for (const saying of variantsIn(spoken, speech)) {
    const concept = conceptOf(saying, vocabulary, table);
    const first = concept?.ways[0];
    if (concept && first !== undefined && !concepts.has(first)) concepts.set(first, concept);
  }
  const terms = [...concepts.keys()].filter((way) => !way.includes(' '));
  return {
    language,
    concepts: [...concepts.values()],
    stems: spoken.stems,
    gist: table && gistOf([{ terms, weight: 1 }], table),
  };
}

/** What a question that an article lists speaks of. Understood like a visitor's, so that the same words are the same things. */
export function weightedTermsIn(spoken: Spoken, speech: Speech): readonly WeightedTerm[] {
  const table = speech.language.table?.() ?? null;
  const things = new Map<string, WeightedTerm>();
  for (const saying of variantsIn(spoken, speech)) {
    const thing = thingOf(saying, speech.vocabulary, table);
    const first = thing?.ways[0];
    if (thing && first !== undefined && !things.has(first)) things.set(first, thing);
  }
  return [...things.values()];
}

const unique = (ways: readonly string[]): readonly string[] => [...new Set(ways)];

function conceptOf(saying: TermVariants, vocabulary: Vocabulary, table: WordTable | null): Concept | null {
  const thing = thingOf(saying, vocabulary, table);
  if (thing === null) return null;
  const { same, meant } = saying;
  const [first] = same;
  const near = new Map(first !== undefined && !first.includes(' ') ? vocabulary.nearTo(first) : []);
  if (thing.ways === same) {
    for (const way of meant)
      if (isUnderstood(way, vocabulary)) near.set(way, Math.max(MEANT_COUNTS, near.get(way) ?? 0));
  }
  const { known, ...rest } = thing;
  const nearest = Math.max(0, ...[...near].map(([way, nearness]) => (isKnown(way, vocabulary) ? nearness : 0)));
  return { ...rest, known, near, unheardOf: known ? 0 : 1 - nearest };
}

/** Null for a saying that nothing can be looked for by. */
function thingOf(
  { same, meant }: TermVariants,
  vocabulary: ArticleTerms,
  table: WordTable | null,
): (WeightedTerm & { readonly known: boolean }) | null {
  // Without a table of word meanings, what is probably meant is all there is to go by; a phrase of small words has nothing else.
  const ways = same.length === 0 || table === null ? unique([...same, ...meant]) : same;
  if (ways.length === 0) return null;
  const inPassages = passagesWith(ways, vocabulary) || passagesWith(meant, vocabulary);
  const weight = weightOf(ways[0] as string, inPassages, vocabulary.passages, table);
  return { ways, known: inPassages > 0, weight };
}

/** In about how many passages one of the ways occurs. */
function passagesWith(ways: readonly string[], { terms, passages }: ArticleTerms): number {
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

export function textTermsOf(line: string): TextTerms {
  return { terms: new Set(line.split(' ')), line: ` ${line} ` };
}

/** Whether a text contains one of the concept's ways, a phrase with its words side by side. */
export function mentions({ terms, line }: TextTerms, { ways }: Concept): boolean {
  return ways.some((way) => (way.includes(' ') ? line.includes(` ${way} `) : terms.has(way)));
}

/** How nearly a text speaks of a concept in other words, 0 to 1. */
export function mentionSimilarity({ terms, line }: TextTerms, { near }: Concept): number {
  let most = 0;
  for (const [way, nearness] of near) {
    if (nearness > most && (way.includes(' ') ? line.includes(` ${way} `) : terms.has(way))) most = nearness;
  }
  return most;
}
