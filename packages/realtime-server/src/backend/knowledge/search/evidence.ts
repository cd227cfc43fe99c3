/**
 * What speaks for a passage being the answer to a question, each as a number from 0 to about 1, so that they can be
 * weighed (likelihood.ts). Words that are the same count, words that mean nearly the same, and what the whole is about.
 */
import { coverage } from '../gate.js';
import { type Gist, likeness } from '../meaning/gist.js';
import { type Concept, nearlySpeaksOf, type Said, speaksOf, type Understanding } from './understanding.js';

export interface Evidence {
  /** The share of the question that the passage speaks of in the question's words or their synonyms. */
  readonly said: number;
  /** The same, with words that mean nearly the same. */
  readonly nearlySaid: number;
  /** The share that its title and heading speak of, at least nearly. */
  readonly nearlyNamed: number;
  /** The most that one sentence of it speaks of, with its heading. */
  readonly inOneSentence: number;
  /** How like the question it is in what it is about. */
  readonly like: number;
  /** 1 when two things that were asked side by side stand so in it. */
  readonly together: number;
  /** How much of its title was asked. */
  readonly focus: number;
  /** How much of its heading was asked: headings are often questions themselves. */
  readonly headingFocus: number;
  /** How much it says at all, rare words before usual ones: several meet by chance less than one. Grows slowly without end. */
  readonly rarity: number;
  /** The share of the question that no article speaks of, not even nearly. */
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
}

/** Of a word that stands elsewhere in the article: the passage is about it, and doesn't say it. */
const ELSEWHERE_COUNTS = 0.5;
/** Of a word that the heading over a sentence says. */
const HEADING_COUNTS = 0.6;

/** What a passage says outright: in its title or heading, or anywhere; a half for what only the rest of its article says. */
export function outright({
  title,
  heading,
  body,
  elsewhere,
}: Pick<Witness, 'title' | 'heading' | 'body' | 'elsewhere'>) {
  const isNamed = (each: Concept): boolean => speaksOf(title, each) || speaksOf(heading, each);
  const said = (each: Concept): number => {
    if (isNamed(each) || speaksOf(body, each)) return 1;
    return elsewhere(each) ? ELSEWHERE_COUNTS : 0;
  };
  return { isNamed, said };
}

export function evidenceOf({ concepts, gist }: Understanding, witness: Witness): Evidence {
  const { title, heading, body, sentences } = witness;
  const weigh = (covers: (each: Concept) => number): number => coverage(concepts, covers);
  const { isNamed, said } = outright(witness);
  // Once for each, and not for each of the sentences.
  const named = new Map(
    concepts.map((each) => [
      each,
      isNamed(each) ? 1 : Math.max(nearlySpeaksOf(title, each), nearlySpeaksOf(heading, each)),
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
    headingFocus: focusOf(heading, concepts),
    rarity: Math.log1p(concepts.reduce((sum, each) => sum + (each.known ? each.weight * nearlySaid(each) : 0), 0)),
    unheardOf: weigh(({ known, near }) => (known ? 0 : 1 - Math.max(0, ...near.values()))),
  };
}

/** Whether two things that were asked one after the other stand so in the text. */
export function isBefore({ line }: Said, a: Concept, b: Concept | undefined): boolean {
  return b !== undefined && a.ways.some((first) => b.ways.some((second) => line.includes(` ${first} ${second} `)));
}

/** How much of a title or heading was asked: "Sizes" is about the size, "Size guide for jackets" about more than that. */
export function focusOf({ terms }: Said, concepts: readonly Concept[]): number {
  return [...terms].filter((term) => concepts.some(({ ways }) => ways.includes(term))).length / (terms.size || 1);
}
