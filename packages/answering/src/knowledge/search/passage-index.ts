/**
 * The passages of an inbox in one language, found by their words: BM25 by MiniSearch, over title, heading, text and listed questions.
 * Questions that are left to people are found like passages and have no file.
 */
import type { PassageTerms } from '@service/realtime-server/ports';
import { words } from '@service/realtime-server/text';
import MiniSearch from 'minisearch';
import type { Language } from '../language/languages.js';
import type { Wordings } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';

/** What is asked for, and how much it counts. */
export interface Concept {
  readonly wordings: Wordings;
  /** Rare words count more, and one that no article has counts most. */
  readonly weight: number;
  /** Whether any passage has one of its wordings. */
  readonly known: boolean;
}

export interface Entry {
  /** Null: a question that is left to people. */
  readonly file: string | null;
  /** Of the passage's content; of such a question its text. */
  readonly hash: string;
  /** The terms of its title, its heading and each of its listed questions. */
  readonly names: readonly string[];
  /** The terms of its text, in order. */
  readonly body: string;
}

export interface Hit {
  readonly entry: Entry;
  /** Of MiniSearch. */
  readonly score: number;
  /** The terms of the question that the passage has, and how nearly it has them: 1 as they are written. */
  readonly has: ReadonlyMap<string, number>;
}

interface IndexedPassage {
  readonly id: number;
  readonly entry: Entry;
  readonly terms: ReadonlySet<string>;
  /** Its listed questions, as {@link spelling} has them. */
  readonly asked: readonly string[];
}

/** Beginnings of words, for compounds; errors, a fifth of the letters. Short words would find too many. */
const PREFIX_FROM = 4;
const FUZZY_FROM = 5;
const FUZZY = 0.2;
const NEARLY = 0.7;
/** The second wording of a group counts a little less than the visitor's own. */
const SYNONYM = 0.8;

const spaced = (text: string): string[] => text.split(' ').filter((term) => term !== '');

export class PassageIndex {
  readonly #search = new MiniSearch({
    fields: ['title', 'heading', 'body', 'listed'],
    tokenize: spaced,
    processTerm: (term) => term,
    searchOptions: { boost: { title: 3, heading: 2 }, bm25: { k: 1.2, b: 0.7, d: 0.5 } },
  });
  readonly #byId = new Map<number, IndexedPassage>();
  readonly #byKey = new Map<string, number>();
  readonly #byHash = new Map<string, Entry>();
  readonly #verbatim = new Map<string, readonly Entry[]>();
  readonly #passagesWith = new Map<string, number>();
  #lastId = 0;

  constructor(readonly language: Language) {}

  get size(): number {
    return this.#byId.size;
  }

  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** `key`: under which it can be removed. */
  add(
    key: string,
    { file, hash, titleTerms, headingTerms, bodyTerms, questions }: Omit<PassageTerms, 'language'>,
  ): void {
    const id = ++this.#lastId;
    const written = JSON.parse(questions) as readonly string[];
    const listed = written.map((question) => termsOf(question, this.language).join(' '));
    const text = { title: titleTerms, heading: headingTerms, body: bodyTerms, listed: listed.join(' ') };
    const left = titleTerms === '' && headingTerms === '' && bodyTerms === '';
    const entry = {
      file: left ? null : file,
      hash,
      names: [titleTerms, headingTerms, ...listed].filter((name) => name !== ''),
      body: bodyTerms,
    };
    const passage = { id, entry, terms: new Set(spaced(Object.values(text).join(' '))), asked: written.map(spelling) };
    this.#search.add({ id, ...text });
    this.#byId.set(id, passage);
    this.#byKey.set(key, id);
    this.#byHash.set(hash, entry);
    for (const question of passage.asked)
      this.#verbatim.set(question, [...(this.#verbatim.get(question) ?? []), entry]);
    for (const term of passage.terms) this.#passagesWith.set(term, (this.#passagesWith.get(term) ?? 0) + 1);
  }

  remove(key: string): void {
    const id = this.#byKey.get(key);
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known === undefined) return;
    const { entry } = known;
    this.#search.discard(known.id);
    this.#byKey.delete(key);
    this.#byId.delete(known.id);
    if (this.#byHash.get(entry.hash) === entry) this.#byHash.delete(entry.hash);
    for (const question of known.asked) {
      const others = (this.#verbatim.get(question) ?? []).filter((each) => each !== entry);
      if (others.length === 0) this.#verbatim.delete(question);
      else this.#verbatim.set(question, others);
    }
    for (const term of known.terms) {
      const others = (this.#passagesWith.get(term) ?? 1) - 1;
      if (others === 0) this.#passagesWith.delete(term);
      else this.#passagesWith.set(term, others);
    }
  }

  /** The passages that list exactly this question. */
  listing(question: string): readonly Entry[] {
    return this.#verbatim.get(spelling(question)) ?? [];
  }

  entryOf(hash: string): Entry | null {
    return this.#byHash.get(hash) ?? null;
  }

  /** How much a term counts (the weight of BM25). */
  weightOf(term: string): number {
    const count = this.#passagesWith.get(term) ?? 0;
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  conceptOf(wordings: Wordings): Concept {
    const isKnown = (terms: readonly string[]): boolean => terms.every((term) => this.#passagesWith.has(term));
    const known = wordings.filter(isKnown);
    // The most usual of the wordings says how rare the matter is.
    const weights = (known.length > 0 ? known : wordings).map((terms) =>
      Math.max(...terms.map((term) => this.weightOf(term))),
    );
    return { wordings, weight: Math.min(...weights), known: known.length > 0 };
  }

  /** The best first; at most `limit`. */
  search(concepts: readonly Concept[], limit: number): readonly Hit[] {
    const boosts = new Map<string, number>();
    for (const { wordings } of concepts)
      for (const [i, terms] of wordings.entries())
        for (const term of terms) boosts.set(term, Math.max(boosts.get(term) ?? 0, i === 0 ? 1 : SYNONYM));
    if (boosts.size === 0) return [];
    const found = this.#search.search([...boosts.keys()].join(' '), {
      boostTerm: (term) => boosts.get(term) ?? 1,
      prefix: (term) => term.length >= PREFIX_FROM,
      fuzzy: (term) => (term.length >= FUZZY_FROM ? FUZZY : false),
    });
    return found.slice(0, limit).map(({ id, score, queryTerms, match }) => ({
      entry: (this.#byId.get(id as number) as IndexedPassage).entry,
      score,
      has: new Map(queryTerms.map((term) => [term, Object.hasOwn(match, term) ? 1 : NEARLY])),
    }));
  }
}

/** The same for questions that differ in capitals, marks and signs alone. */
function spelling(question: string): string {
  return words(question).join(' ');
}
