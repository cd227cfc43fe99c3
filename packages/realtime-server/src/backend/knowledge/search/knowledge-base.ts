/**
 * Finds what an inbox's articles say about a question. The store proposes passages by their terms; here they are judged
 * by how much of the question they speak of, and by how well, in the same way for every store.
 */
import type { InboxDirectory } from '../../../inbox/inbox.js';
import type { KnowledgeStore, StoredPassage } from '../../../store/knowledge-store.js';
import { coverage } from '../gate.js';
import { COMMON_SYNONYMS } from '../language/common-synonyms.js';
import { smallWordShares } from '../language/guess-language.js';
import { type Language, languageOf } from '../language/languages.js';
import { type SynonymGroup, synonymsOf } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';
import { fuse } from '../meaning/fuse.js';
import type { Meanings } from '../meaning/meanings.js';
import type { Piece } from '../reading/article.js';
import { documentId } from '../reading/formats.js';
import { type Concept, saidIn, speaksOf, type Understanding, understand, type Vocabulary } from './understanding.js';

export interface Found {
  /** Of the passage; the same as long as it says the same. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly pieces: readonly Piece[];
  /** Of what the passage says. */
  readonly hash: string;
  /** The share of the question that the passage speaks of, 0 to 1. */
  readonly coverage: number;
  /** How well it does so; comparable within one search only. */
  readonly score: number;
}

export interface Findings {
  readonly understanding: Understanding;
  /** Those that speak of most first. */
  readonly found: readonly Found[];
}

export interface KnowledgeBaseDeps {
  readonly store: KnowledgeStore;
  readonly inboxes: InboxDirectory;
  /** The inbox's own groups for a language, from its file. */
  readonly ownSynonyms: (inbox: string, language: string) => readonly SynonymGroup[];
  /** Null: words alone decide. */
  readonly meanings: Pick<Meanings, 'nearest'> | null;
}

export interface KnowledgeBase {
  /** `before`: what the visitor wrote earlier, oldest first. Rejects when the store can't be asked. */
  search(inbox: string, question: string, before: readonly string[]): Promise<Findings>;
}

const CANDIDATES = 40;
const NEAREST = 20;
/** Of two languages in which a question is understood as well, the one that its small words are of. */
const SMALL_WORDS_COUNT = 0.3;
const TITLE_WEIGHT = 1.5;
const HEADING_WEIGHT = 1.2;

export function openKnowledgeBase({ store, inboxes, ownSynonyms, meanings }: KnowledgeBaseDeps): KnowledgeBase {
  const vocabularies = new Map<string, { readonly generation: number; readonly byLanguage: Vocabularies }>();

  const vocabulariesOf = async (inbox: string): Promise<Vocabularies> => {
    const generation = await store.generation(inbox);
    const known = vocabularies.get(inbox);
    if (known?.generation === generation) return known.byLanguage;
    const byLanguage = countTerms(await store.terms(inbox));
    vocabularies.set(inbox, { generation, byLanguage });
    return byLanguage;
  };

  const searchIn = async (
    inbox: string,
    language: Language,
    vocabulary: Vocabulary,
    question: string,
    before: readonly string[],
  ) => {
    const groups = [
      ...ownSynonyms(inbox, language.code),
      ...(inboxes.get(inbox)?.synonyms ?? []),
      ...(Object.hasOwn(COMMON_SYNONYMS, language.code) ? (COMMON_SYNONYMS[language.code] ?? []) : []),
    ];
    const synonyms = synonymsOf(groups, language);
    const asked = (text: string) => understand(text, language, synonyms, vocabulary);
    const own = asked(question);
    // "And how long does it take?" speaks of what the visitor asked before; it borrows those words.
    const last = before.at(-1);
    const understanding = own.concepts.length <= 1 && last !== undefined ? both(asked(last), own) : own;
    const ways = understanding.concepts.flatMap(({ ways }) => ways.map((way) => way.split(' ')));
    const hits = await store.search(inbox, language.code, ways, CANDIDATES);
    const found = hits.map((hit) => judge(hit, understanding)).sort(byWords);
    return { understanding, found };
  };

  return {
    async search(inbox, question, before) {
      const byLanguage = await vocabulariesOf(inbox);
      const shares = smallWordShares(question);
      const likeliest = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en';
      let best: (Findings & { readonly fit: number }) | null = null;
      for (const [code, vocabulary] of byLanguage) {
        const findings = await searchIn(inbox, languageOf(code), vocabulary, question, before);
        const fit = (findings.found[0]?.coverage ?? 0) + SMALL_WORDS_COUNT * (shares.get(code) ?? 0);
        if (best === null || fit > best.fit) best = { ...findings, fit };
      }
      if (best === null) return { understanding: { language: languageOf(likeliest), concepts: [] }, found: [] };
      const { understanding, found } = best;
      const nearest = (await meanings?.nearest(inbox, question, NEAREST)) ?? null;
      if (nearest === null) return { understanding, found };
      const known = new Set(found.map(({ hash }) => hash));
      const others = await store.passagesOf(
        inbox,
        nearest.filter((hash) => !known.has(hash)),
      );
      const all = [...found, ...others.map((other) => judge(other, understanding))].sort(byWords);
      return { understanding, found: fuse(all, nearest) };
    },
  };
}

const byWords = (a: Found, b: Found): number => b.coverage - a.coverage || b.score - a.score;

type Vocabularies = ReadonlyMap<string, Vocabulary>;

function countTerms(passages: Awaited<ReturnType<KnowledgeStore['terms']>>): Vocabularies {
  const counted = new Map<string, { passages: number; terms: Map<string, number> }>();
  for (const { language, titleTerms, headingTerms, bodyTerms } of passages) {
    const vocabulary = counted.get(language) ?? { passages: 0, terms: new Map<string, number>() };
    counted.set(language, vocabulary);
    vocabulary.passages += 1;
    for (const term of new Set(`${titleTerms} ${headingTerms} ${bodyTerms}`.split(' '))) {
      if (term !== '') vocabulary.terms.set(term, (vocabulary.terms.get(term) ?? 0) + 1);
    }
  }
  return counted;
}

function both(before: Understanding, own: Understanding): Understanding {
  const asked = new Set(before.concepts.map(({ ways }) => ways[0]));
  return { ...own, concepts: [...before.concepts, ...own.concepts.filter(({ ways }) => !asked.has(ways[0]))] };
}

function judge(hit: StoredPassage, { concepts }: Understanding): Found {
  const title = saidIn(hit.titleTerms);
  const heading = saidIn(hit.headingTerms);
  const body = saidIn(hit.bodyTerms);
  const covered = (concept: Concept): boolean => [title, heading, body].some((said) => speaksOf(said, concept));
  const score = concepts.reduce((sum, concept) => {
    const named = (speaksOf(title, concept) ? TITLE_WEIGHT : 0) + (speaksOf(heading, concept) ? HEADING_WEIGHT : 0);
    return sum + concept.weight * (named + (speaksOf(body, concept) ? 1 : 0));
  }, 0);
  return {
    id: `${documentId(hit.file)}#${hit.hash.slice(0, 12)}`,
    documentId: documentId(hit.file),
    title: hit.title,
    url: hit.url,
    heading: hit.heading,
    pieces: JSON.parse(hit.content) as Piece[],
    hash: hit.hash,
    coverage: coverage(concepts, covered),
    score,
  };
}

/** The concepts that a text speaks of. */
export function conceptsIn(text: string, { language, concepts }: Understanding): readonly Concept[] {
  const said = saidIn(termsOf(text, language).join(' '));
  return concepts.filter((concept) => speaksOf(said, concept));
}
