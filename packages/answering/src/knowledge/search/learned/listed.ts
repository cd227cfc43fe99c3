/**
 * Which of the questions that articles list a visitor has asked, in whatever words. A listed question speaks for its own
 * passage and is compared as one: the words of several never add up, or an article with many of them would seem to be
 * about everything.
 */
import { coverage } from '../../answer/confidence.js';
import type { Concept, Understanding, WeightedTerm } from '../query.js';

/** A listed question, as it was understood. */
export interface Listed {
  /** Of what its passage says. */
  readonly hash: string;
  readonly things: readonly WeightedTerm[];
  /** Of all its words, in order. */
  readonly stems: readonly string[];
}

/** What a visitor asked, seen as one listed question. */
export interface ListedMatch {
  /** The concepts of both, in the same words or their synonyms. */
  readonly exact: ReadonlySet<Concept>;
  /** How far the listed question speaks of a thing, 0 to 1, also in words that mean nearly the same. */
  readonly nearly: (concept: Concept) => number;
  /** How much of the listed question was asked. */
  readonly focus: number;
}

export interface ListedQuestions {
  /** Those that come near to what was asked, by the hash of what their passage says; the nearest first. */
  nearTo(understanding: Understanding): ReadonlyMap<string, readonly ListedMatch[]>;
}

/** A question that covers less of a listed question than this asks something else. */
const FOCUS_FROM = 0.8;
/** The same of what was asked: with every question that is listed grows the chance that one has some words in common. */
const SHARED_FROM = 0.8;
const NEAREST = 40;

/**
 * `verbatim`: only those that are asked word for word. Of thousands one is always near to what no article answers, and what
 * they teach together (learned.ts) says more.
 */
export function listedQuestions(all: readonly Listed[], verbatim: boolean): ListedQuestions {
  /** By all that it says, or by each way to say a thing that it speaks of. */
  const byKey = new Map<string, Listed[]>();
  for (const listed of all) {
    for (const key of new Set(verbatim ? [listed.stems.join(' ')] : listed.things.flatMap(({ ways }) => ways))) {
      const others = byKey.get(key);
      if (others) others.push(listed);
      else byKey.set(key, [listed]);
    }
  }
  return {
    nearTo({ concepts, stems }) {
      // "And boots?" asks nothing of its own; what articles say of boots is found by their own words.
      if (concepts.length === 1 && concepts[0]?.known) return new Map();
      const heard = waysHeard(concepts);
      const keys = verbatim ? [stems.join(' ')] : [...heard.keys()];
      const touched = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
      const near: { readonly hash: string; readonly as: ListedMatch; readonly closeness: number }[] = [];
      for (const { hash, things } of touched) {
        const focus = coverage(things, ({ ways }) => most(ways, heard));
        if (focus < FOCUS_FROM) continue;
        const as = askedAs(concepts, things, focus);
        const shared = coverage(concepts, as.nearly);
        if (shared >= SHARED_FROM) near.push({ hash, as, closeness: focus * shared });
      }
      near.sort((a, b) => b.closeness - a.closeness || (a.hash < b.hash ? -1 : 1));
      const byHash = new Map<string, ListedMatch[]>();
      for (const { hash, as } of near.slice(0, NEAREST)) byHash.set(hash, [...(byHash.get(hash) ?? []), as]);
      return byHash;
    },
  };
}

function askedAs(concepts: readonly Concept[], things: readonly WeightedTerm[], focus: number): ListedMatch {
  const ways = new Set(things.flatMap((thing) => thing.ways));
  const exact = new Set(concepts.filter((concept) => concept.ways.some((way) => ways.has(way))));
  const nearly = new Map(concepts.map((concept) => [concept, exact.has(concept) ? 1 : most(ways, concept.near)]));
  return { exact, focus, nearly: (concept) => nearly.get(concept) ?? 0 };
}

/** Every way to say what was asked, and how nearly it says it. */
function waysHeard(concepts: readonly Concept[]): ReadonlyMap<string, number> {
  const heard = new Map<string, number>();
  const note = (way: string, nearness: number): void => void heard.set(way, Math.max(nearness, heard.get(way) ?? 0));
  for (const { ways, near } of concepts) {
    for (const way of ways) note(way, 1);
    for (const [way, nearness] of near) note(way, nearness);
  }
  return heard;
}

function most(ways: Iterable<string>, nearness: ReadonlyMap<string, number>): number {
  let nearest = 0;
  for (const way of ways) nearest = Math.max(nearest, nearness.get(way) ?? 0);
  return nearest;
}
