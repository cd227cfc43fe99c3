/**
 * What speaks for a passage being the answer to a question, each as a number from 0 to about 1, so that they can be
 * weighed (likelihood.ts). Words that are the same count, words that mean nearly the same, and what the whole is about.
 */
import { coverage } from '../answer/confidence.js';
import { type Gist, likeness } from '../meaning/centroid.js';
import type { AskedAs } from './learned/listed.js';
import { type Concept, nearlySpeaksOf, type Said, speaksOf, type Understanding } from './query.js';

export interface Evidence {
  /** The share of the question that the passage speaks of in the question's words or their synonyms. */
  readonly said: number;
  /** The same, with words that mean nearly the same. */
  readonly nearlySaid: number;
  /** The share that its title and heading speak of, at least nearly, or the question that it lists. */
  readonly nearlyNamed: number;
  /** The most that one sentence of it speaks of, with its heading. */
  readonly inOneSentence: number;
  /** How like the question it is in what it is about. */
  readonly like: number;
  /** 1 when two things that were asked side by side stand so in it. */
  readonly together: number;
  /** How much of its title was asked. */
  readonly focus: number;
  /** How much of its heading was asked, or of the question that it lists: headings are often questions themselves. */
  readonly headingFocus: number;
  /** How much it says at all, rare words before usual ones: several meet by chance less than one. Grows slowly without end. */
  readonly rarity: number;
  /** The share of the question that neither an article speaks of, not even nearly, nor the question that it lists. */
  readonly unheardOf: number;
}

/** A passage as the evidence is looked for in it. */
export interface Witness {
  readonly title: Said;
  readonly heading: Said;
  readonly body: Said;
  readonly sentences: readonly Said[];
  /** Whether another passage of the same article says it. */
  readonly elsewhere: (concept: Concept) => boolean;
  readonly gist: Gist | null;
  /** The one of its listed questions that was asked: it counts like one more heading, which nobody sees. */
  readonly asked: AskedAs | null;
}

/** Of a word that stands elsewhere in the article: the passage is about it, and doesn't say it. */
const ELSEWHERE_COUNTS = 0.5;
/** Of a word that the heading over a sentence says. */
const HEADING_COUNTS = 0.6;
/** Of what was asked: all of it. A tenth left open is the "today" that makes another question of it. */
const NOTHING_OPEN = 0.999;

/** What a passage says outright: in its title or heading, or anywhere; a half for what only the rest of its article says. */
export function outright({
  title,
  heading,
  body,
  elsewhere,
  asked,
}: Pick<Witness, 'title' | 'heading' | 'body' | 'elsewhere' | 'asked'>) {
  const isNamed = (each: Concept): boolean =>
    speaksOf(title, each) || speaksOf(heading, each) || asked?.said.has(each) === true;
  const said = (each: Concept): number => {
    if (isNamed(each) || speaksOf(body, each)) return 1;
    return elsewhere(each) ? ELSEWHERE_COUNTS : 0;
  };
  return { isNamed, said };
}

export function evidenceOf({ concepts, gist }: Understanding, witness: Witness): Evidence {
  const { title, heading, body, sentences, asked } = witness;
  const nearlyAsked = (each: Concept): number => asked?.nearly(each) ?? 0;
  const weigh = (covers: (each: Concept) => number): number => coverage(concepts, covers);
  const { isNamed, said } = outright(witness);
  // Once for each, and not for each of the sentences.
  const named = new Map(
    concepts.map((each) => [
      each,
      isNamed(each) ? 1 : Math.max(nearlySpeaksOf(title, each), nearlySpeaksOf(heading, each), nearlyAsked(each)),
    ]),
  );
  const nearlyNamed = (each: Concept): number => named.get(each) ?? 0;
  const nearlySaid = (each: Concept): number => Math.max(said(each), nearlyNamed(each), nearlySpeaksOf(body, each));
  return {
    said: weigh(said),
    nearlySaid: weigh(nearlySaid),
    nearlyNamed: weigh(nearlyNamed),
    inOneSentence: Math.max(
      0,
      ...sentences.map((sentence) =>
        weigh((each) =>
          speaksOf(sentence, each) ? 1 : Math.max(nearlySpeaksOf(sentence, each), HEADING_COUNTS * nearlyNamed(each)),
        ),
      ),
    ),
    like: gist && witness.gist ? likeness(gist, witness.gist) : 0,
    together: concepts.some((each, i) => isBefore(body, each, concepts[i + 1])) ? 1 : 0,
    focus: focusOf(title, concepts),
    headingFocus: Math.max(focusOf(heading, concepts), asked?.focus ?? 0),
    rarity: Math.log1p(
      concepts.reduce(
        (sum, each) => sum + (each.known || asked?.said.has(each) ? each.weight * nearlySaid(each) : 0),
        0,
      ),
    ),
    unheardOf: weigh((each) => Math.min(each.unheardOf, 1 - nearlyAsked(each))),
  };
}

/**
 * Whether the visitor may have asked the listed question: beyond it and the passage nothing is left of what was asked.
 * "Do you repair shoes of other brands?" is not "Can you repair my shoes?".
 */
export function leavesNothingOpen({ concepts }: Understanding, witness: Witness): boolean {
  const { title, heading, body, asked } = witness;
  const { said } = outright(witness);
  const covered = (each: Concept): number =>
    Math.max(said(each), asked?.nearly(each) ?? 0, ...[title, heading, body].map((text) => nearlySpeaksOf(text, each)));
  return coverage(concepts, covered) >= NOTHING_OPEN;
}

/** Whether two things that were asked one after the other stand so in the text. */
export function isBefore({ line }: Said, a: Concept, b: Concept | undefined): boolean {
  return b !== undefined && a.ways.some((first) => b.ways.some((second) => line.includes(` ${first} ${second} `)));
}

/** How much of a title or heading was asked: "Sizes" is about the size, "Size guide for jackets" about more than that. */
export function focusOf({ terms }: Said, concepts: readonly Concept[]): number {
  return [...terms].filter((term) => concepts.some(({ ways }) => ways.includes(term))).length / (terms.size || 1);
}
