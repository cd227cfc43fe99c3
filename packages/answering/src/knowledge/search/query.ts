/**
 * A question as the search understands it, in one language: its concepts, each with all wordings that an article may use for it. Words
 * that no article uses are included: they show that a question can't be answered.
 */
import type { Language } from '../language/languages.js';
import type { TermVariants } from '../language/synonyms.js';
import { type TextVector, textVector } from '../meaning/text-vector.js';
import type { WordTable } from '../meaning/word-table.js';
import { type ParsedQuestion, type ParsingContext, parseQuestion, variantsIn } from './parse-query.js';
import { type ArticleTerms, isKnown, isUnderstood, type Vocabulary } from './vocabulary.js';

export interface WeightedTerm {
  /** Each is terms joined by a space; the visitor's own comes first. Never empty. */
  readonly wordings: readonly string[];
  /** From about 0.5 for a word of every article to 1.5 for one of none. */
  readonly weight: number;
}

export interface Concept extends WeightedTerm {
  /** Whether any article mentions it. */
  readonly known: boolean;
  /** Terms of articles and their questions with nearly the same meaning, by nearness up to 1. Empty without a table of word meanings. */
  readonly near: ReadonlyMap<string, number>;
  /** 0 when an article mentions it, 1 when none has even a similar word. */
  readonly unknown: number;
}

export interface Understanding {
  readonly language: Language;
  readonly concepts: readonly Concept[];
  /** Of every word, small ones too, in order. */
  readonly stems: readonly string[];
  /** Its subject; null for a language without a table of word meanings. */
  readonly vector: TextVector | null;
}

/** The terms of a text, prepared once for many searches. */
export interface TextTerms {
  readonly terms: ReadonlySet<string>;
  /** The terms in order, with a space before and after each. */
  readonly line: string;
}

/** A word that no article uses counts most: the question may be about it. */
const UNKNOWN_WEIGHT = 1.2;
const NUMBER_WEIGHT = 0.4;
/** The most usual words, such as "take" and "say", count less, however rare they are in the articles. */
const USUAL_FACTOR = 0.4;
const UNUSUAL_FROM = 300;
/** Nearness of the probable wording of articles, which is not the visitor's own. */
const MEANT_NEARNESS = 0.95;

export function understand(question: string, context: ParsingContext): Understanding {
  const { language, vocabulary } = context;
  const table = language.table?.() ?? null;
  const parsed = parseQuestion(question, context);
  const concepts = new Map<string, Concept>();
  for (const variants of variantsIn(parsed, context)) {
    const concept = conceptOf(variants, vocabulary, table);
    const first = concept?.wordings[0];
    if (concept && first !== undefined && !concepts.has(first)) concepts.set(first, concept);
  }
  const terms = [...concepts.keys()].filter((wording) => !wording.includes(' '));
  return {
    language,
    concepts: [...concepts.values()],
    stems: parsed.stems,
    vector: table && textVector([{ terms, weight: 1 }], table),
  };
}

/** The terms of a question that an article lists, made like those of a visitor's question, so that they can be compared. */
export function weightedTermsIn(parsed: ParsedQuestion, context: ParsingContext): readonly WeightedTerm[] {
  const table = context.language.table?.() ?? null;
  const terms = new Map<string, WeightedTerm>();
  for (const variants of variantsIn(parsed, context)) {
    const term = weightedTermOf(variants, context.vocabulary, table);
    const first = term?.wordings[0];
    if (term && first !== undefined && !terms.has(first)) terms.set(first, term);
  }
  return [...terms.values()];
}

const unique = (wordings: readonly string[]): readonly string[] => [...new Set(wordings)];

function conceptOf(variants: TermVariants, vocabulary: Vocabulary, table: WordTable | null): Concept | null {
  const term = weightedTermOf(variants, vocabulary, table);
  if (term === null) return null;
  const { same, meant } = variants;
  const [first] = same;
  const near = new Map(first !== undefined && !first.includes(' ') ? vocabulary.nearTo(first) : []);
  if (term.wordings === same) {
    for (const wording of meant)
      if (isUnderstood(wording, vocabulary)) near.set(wording, Math.max(MEANT_NEARNESS, near.get(wording) ?? 0));
  }
  const { known, ...rest } = term;
  const nearest = Math.max(0, ...[...near].map(([wording, nearness]) => (isKnown(wording, vocabulary) ? nearness : 0)));
  return { ...rest, known, near, unknown: known ? 0 : 1 - nearest };
}

/** Null when there is no wording to search for. */
function weightedTermOf(
  { same, meant }: TermVariants,
  vocabulary: ArticleTerms,
  table: WordTable | null,
): (WeightedTerm & { readonly known: boolean }) | null {
  // The probable wordings count like the visitor's own where there is nothing else: without a table of word meanings, and for a phrase
  // of small words.
  const wordings = same.length === 0 || table === null ? unique([...same, ...meant]) : same;
  if (wordings.length === 0) return null;
  const inPassages = passagesWith(wordings, vocabulary) || passagesWith(meant, vocabulary);
  const weight = weightOf(wordings[0] as string, inPassages, vocabulary.passages, table);
  return { wordings, known: inPassages > 0, weight };
}

/** About how many passages have one of the wordings. */
function passagesWith(wordings: readonly string[], { terms, passages }: ArticleTerms): number {
  const sum = wordings.reduce(
    (all, wording) => all + Math.min(...wording.split(' ').map((term) => terms.get(term) ?? 0)),
    0,
  );
  return Math.min(passages, sum);
}

/** Rare words say more about the subject. A word that no article uses counts most, because no passage can cover it. */
function weightOf(wording: string, inPassages: number, passages: number, table: WordTable | null): number {
  // A size or a count that no article has says nothing about the subject.
  if (inPassages === 0 && /^\p{N}+$/u.test(wording)) return NUMBER_WEIGHT;
  const rare =
    inPassages === 0 ? UNKNOWN_WEIGHT : 0.5 + Math.min(1, Math.log(1 + passages / inPassages) / Math.log(1 + passages));
  const place = table?.place(wording) ?? null;
  return place === null || place > UNUSUAL_FROM
    ? rare
    : rare * (USUAL_FACTOR + (1 - USUAL_FACTOR) * (Math.log1p(place) / Math.log1p(UNUSUAL_FROM)));
}

export function textTermsOf(line: string): TextTerms {
  return { terms: new Set(line.split(' ')), line: ` ${line} ` };
}

/** Whether a text contains a wording of the concept. The words of a phrase must be adjacent. */
export function mentions({ terms, line }: TextTerms, { wordings }: Concept): boolean {
  return wordings.some((wording) => (wording.includes(' ') ? line.includes(` ${wording} `) : terms.has(wording)));
}

/** How similar the words of a text are to a concept, 0 to 1. */
export function mentionSimilarity({ terms, line }: TextTerms, { near }: Concept): number {
  let most = 0;
  for (const [wording, nearness] of near) {
    if (nearness > most && (wording.includes(' ') ? line.includes(` ${wording} `) : terms.has(wording)))
      most = nearness;
  }
  return most;
}
