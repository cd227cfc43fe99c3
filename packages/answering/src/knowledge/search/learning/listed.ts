/**
 * Finds the listed questions that a visitor has asked in similar words. Each is compared alone: if the words of several were added up,
 * an article with many of them would match every question.
 */
import { coverage } from '../../answer/confidence.js';
import type { Concept, Understanding, WeightedTerm } from '../query.js';

/** A listed question with its terms. */
export interface ListedQuestion {
  /** Of the content of its passage. */
  readonly hash: string;
  readonly terms: readonly WeightedTerm[];
  /** Of all its words, in order. */
  readonly stems: readonly string[];
}

/** How far a visitor's question matches one listed question. */
export interface ListedMatch {
  /** Concepts that both have, in the same words or synonyms. */
  readonly exact: ReadonlySet<Concept>;
  /** How far the listed question mentions a concept, 0 to 1, also in words with a similar meaning. */
  readonly nearly: (concept: Concept) => number;
  /** The share of the listed question that was asked. */
  readonly focus: number;
}

export interface ListedQuestions {
  /** The matches by the hash of their passage, the nearest first. */
  nearTo(understanding: Understanding): ReadonlyMap<string, readonly ListedMatch[]>;
}

/** The least share of a listed question that must have been asked. */
const FOCUS_FROM = 0.8;
/** The least share of the visitor's question. Among many listed questions, some have words in common by chance. */
const SHARED_FROM = 0.8;
const NEAREST = 40;

/**
 * `verbatim`: match only questions that are asked word for word. Among thousands, one is always similar to a question without an
 * article, and the classifier (article-classifier.ts) is the better evidence.
 */
export function listedQuestions(all: readonly ListedQuestion[], verbatim: boolean): ListedQuestions {
  /** By the whole question, or by each wording of each of its terms. */
  const byKey = new Map<string, ListedQuestion[]>();
  for (const listed of all) {
    for (const key of new Set(verbatim ? [listed.stems.join(' ')] : listed.terms.flatMap(({ wordings }) => wordings))) {
      const others = byKey.get(key);
      if (others) others.push(listed);
      else byKey.set(key, [listed]);
    }
  }
  return {
    nearTo({ concepts, stems }) {
      // "And boots?" is no question by itself. Articles about boots are found by their own words.
      if (concepts.length === 1 && concepts[0]?.known) return new Map();
      const nearness = wordingsOf(concepts);
      const keys = verbatim ? [stems.join(' ')] : [...nearness.keys()];
      const candidates = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
      const near: { readonly hash: string; readonly match: ListedMatch; readonly closeness: number }[] = [];
      for (const { hash, terms } of candidates) {
        const focus = coverage(terms, ({ wordings }) => most(wordings, nearness));
        if (focus < FOCUS_FROM) continue;
        const match = matchOf(concepts, terms, focus);
        const shared = coverage(concepts, match.nearly);
        if (shared >= SHARED_FROM) near.push({ hash, match, closeness: focus * shared });
      }
      near.sort((a, b) => b.closeness - a.closeness || (a.hash < b.hash ? -1 : 1));
      const byHash = new Map<string, ListedMatch[]>();
      for (const { hash, match } of near.slice(0, NEAREST)) byHash.set(hash, [...(byHash.get(hash) ?? []), match]);
      return byHash;
    },
  };
}

function matchOf(concepts: readonly Concept[], terms: readonly WeightedTerm[], focus: number): ListedMatch {
  const listed = new Set(terms.flatMap((term) => term.wordings));
  const exact = new Set(concepts.filter(({ wordings }) => wordings.some((wording) => listed.has(wording))));
  const nearly = new Map(concepts.map((concept) => [concept, exact.has(concept) ? 1 : most(listed, concept.near)]));
  return { exact, focus, nearly: (concept) => nearly.get(concept) ?? 0 };
}

/** All wordings of the concepts and all similar words, with their nearness. */
function wordingsOf(concepts: readonly Concept[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (wording: string, nearness: number): void =>
    void found.set(wording, Math.max(nearness, found.get(wording) ?? 0));
  for (const { wordings, near } of concepts) {
    for (const wording of wordings) add(wording, 1);
    for (const [wording, nearness] of near) add(wording, nearness);
  }
  return found;
}

function most(wordings: Iterable<string>, nearness: ReadonlyMap<string, number>): number {
  let nearest = 0;
  for (const wording of wordings) nearest = Math.max(nearest, nearness.get(wording) ?? 0);
  return nearest;
}
