/**
 * What speaks for a passage being the answer, in a handful of numbers that mean the same for every language and every size of a
 * knowledge base. The gate (gate.ts) weighs them.
 */
import type { Concept, Hit } from './passage-index.js';

/** Each is from 0 to about 1. */
export interface Evidence {
  /** The share of the question that the passage has, by weight. */
  readonly cover: number;
  /** How much the question and the title, the heading or the nearest listed question are alike: 1 for the same words. */
  readonly name: number;
  /** The share of that title or question that was asked. */
  readonly nameAsked: number;
  /** The largest share of the question that a few neighbouring words of the passage have, with the title's: less likely chance. */
  readonly together: number;
  /** How far the best passage of another article is behind, by rank. */
  readonly gap: number;
  /** How much is asked, on a scale of ten words. */
  readonly length: number;
  /** How many passages there are, on a scale of ten thousand: among many, one is always similar by chance. */
  readonly size: number;
  /** How far its article is ahead of all others by meaning, from -0.5 to 1; 0 without vectors. */
  readonly meaning: number;
}

export interface Weighed {
  readonly hit: Hit;
  readonly evidence: Omit<Evidence, 'gap' | 'meaning'>;
  /** Decides between passages. */
  readonly rank: number;
}

/** The highest score of one term: BM25 with the weight of a title. */
const HIGHEST = 6;
const TOGETHER_IN_RANK = 0.5;
/** A passage so many standard deviations nearer than the average is as near as one gets. */
const NEAREST = 5;
const MEANING_IN_RANK = 0.5;
/** About a sentence, without its small words. */
const WINDOW = 10;
/** In smaller knowledge bases chance is no smaller. */
const SMALLEST = 20;
const LONG = Math.log(11);

/** `passages`: how many there are. `nearness`: by meaning (meanings.ts); 0 without vectors. */
export function weigh(
  hit: Hit,
  concepts: readonly Concept[],
  weightOf: (term: string) => number,
  passages: number,
  nearness = 0,
): Weighed {
  const all = sum(concepts, ({ weight }) => weight) || 1;
  const covers = (wordings: Concept['wordings'], has: (term: string) => number): number =>
    Math.max(0, ...wordings.map((terms) => Math.min(...terms.map(has))));
  const cover =
    sum(concepts, ({ wordings, weight }) => weight * covers(wordings, (term) => hit.has.get(term) ?? 0)) / all;
  const near = together(hit, concepts) / all;
  let name = 0;
  let nameAsked = 0;
  for (const each of hit.entry.names) {
    const terms = new Set(each.split(' '));
    const asked = (wordings: Concept['wordings']) => covers(wordings, (term) => (terms.has(term) ? 1 : 0));
    const shared = sum(concepts, ({ wordings, weight }) => weight * asked(wordings));
    const whole = sum([...terms], weightOf) || 1;
    const alike = Math.min(1, (2 * shared) / (all + whole));
    if (alike > name) [name, nameAsked] = [alike, Math.min(1, shared / whole)];
  }
  /** The search engine's score as a share of the highest there can be. */
  const score = Math.min(1, hit.score / (all * HIGHEST * concepts.length));
  return {
    hit,
    evidence: {
      cover,
      name,
      nameAsked,
      together: near,
      length: Math.log(1 + concepts.length) / LONG,
      size: Math.log10(Math.max(SMALLEST, passages)) / 4,
    },
    rank: score + name + TOGETHER_IN_RANK * near + MEANING_IN_RANK * Math.max(0, Math.min(1, nearness / NEAREST)),
  };
}

/** A lead of so many standard deviations is a full one. */
const FULL_LEAD = 1;
/** Being behind counts half: a model that doesn't know the language finds any article nearer. */
const BEHIND = 0.5;

/** {@link Evidence.meaning} of an article. `nearness`: of the nearest ones (meanings.ts), by file. */
export function leadByMeaning(file: string, nearness: ReadonlyMap<string, number>): number {
  const all = [...nearness.values()];
  if (all.length === 0) return 0;
  const own = nearness.get(file) ?? Math.min(...all);
  const others = [...nearness].flatMap(([other, each]) => (other === file ? [] : each));
  const lead = others.length === 0 ? FULL_LEAD : own - Math.max(...others);
  return lead < 0 ? BEHIND * Math.max(-1, lead / FULL_LEAD) : Math.min(1, lead / FULL_LEAD);
}

/** By weight. */
function together({ entry: { body, names } }: Hit, concepts: readonly Concept[]): number {
  const titled = new Set(names.slice(0, 2).flatMap((name) => name.split(' ')));
  const terms = body.split(' ');
  /** Where each concept was last seen. */
  const seen = concepts.map(({ wordings }) =>
    wordings.some((wording) => wording.every((term) => titled.has(term)))
      ? Number.POSITIVE_INFINITY
      : Number.NEGATIVE_INFINITY,
  );
  const wanted = concepts.map(({ wordings }) => wordings.map((wording) => wording.at(-1) as string));
  const now = (at: number): number =>
    sum(concepts, ({ weight }, i) => (at - (seen[i] as number) < WINDOW ? weight : 0));
  let most = now(0);
  for (const [at, term] of terms.entries()) {
    let found = false;
    for (const [i, last] of wanted.entries()) {
      if (!last.some((each) => term === each || (each.length >= 4 && term.startsWith(each)))) continue;
      if (seen[i] !== Number.POSITIVE_INFINITY) seen[i] = at;
      found = true;
    }
    if (found) most = Math.max(most, now(at));
  }
  return most;
}

function sum<T>(all: readonly T[], of: (each: T, i: number) => number): number {
  let total = 0;
  for (const [i, each] of all.entries()) total += of(each, i);
  return total;
}
