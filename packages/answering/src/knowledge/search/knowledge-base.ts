/**
 * Finds the passages of an inbox's articles that answer a question. The store proposes passages by their terms; this
 * module rates them by how much of the question they cover, in the same way for every store.
 */
import type { KnowledgeStore, StoredPassage } from '@service/realtime-server/ports';
import { COMMON_EXPRESSIONS } from '../language/common-expressions.js';
import { COMMON_SYNONYMS } from '../language/common-synonyms.js';
import { smallWordShares } from '../language/guess-language.js';
import { type Language, languageOf } from '../language/languages.js';
import { type SynonymGroup, type Synonyms, synonymsOf } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';
import { fuse } from '../meaning/fuse.js';
import type { Meanings } from '../meaning/meanings.js';
import { cosineSimilarity } from '../meaning/text-vector.js';
import { type Articles, articlesIn, hasText } from './articles.js';
import type { ArticleShares } from './learning/article-classifier.js';
import { openingFirst } from './opening-first.js';
import { type Concept, mentions, textTermsOf, type Understanding, understand } from './query.js';
import { byWords, type ScoredPassage, scorePassage } from './score-passage.js';

export interface Findings {
  readonly understanding: Understanding;
  /** The best first. */
  readonly found: readonly ScoredPassage[];
}

export interface KnowledgeBaseDeps {
  readonly store: Pick<KnowledgeStore, 'generation' | 'terms' | 'search' | 'passagesOf'>;
  /** The inbox's own groups for a language, from its files and its settings. */
  readonly ownSynonyms: (inbox: string, language: string) => readonly SynonymGroup[];
  /** Null: without embeddings. */
  readonly meanings: Pick<Meanings, 'nearest'> | null;
}

export interface KnowledgeBase {
  /** `before`: what the visitor wrote earlier, oldest first. Rejects when the store can't be asked. */
  search(inbox: string, question: string, before: readonly string[]): Promise<Findings>;
  /** Loads the articles and parses their questions, which the first question would wait for. Rejects like `search`. */
  prepare(inbox: string): Promise<void>;
}

const CANDIDATES = 120;
const NEAREST = 20;
/** Weight of the small words in the choice of a language. They decide when a question is covered equally well in two. */
const SMALL_WORDS_WEIGHT = 0.3;
const SUBJECT_FACTOR = 0.5;
/** Passages of articles with a smaller share are not added to the candidates. */
const LIKELY_FROM = 0.05;

export function openKnowledgeBase({ store, ownSynonyms, meanings }: KnowledgeBaseDeps): KnowledgeBase {
  const articlesOf = articlesByInbox(store);
  const synonymsFor = synonymsByInbox(ownSynonyms);
  return {
    async prepare(inbox) {
      for (const [code, articles] of await articlesOf(inbox))
        articles.questionIndex(synonymsFor(inbox, languageOf(code)));
    },
    async search(inbox, question, before) {
      const byLanguage = await articlesOf(inbox);
      const shares = smallWordShares(question);
      const likeliest = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en';
      let best: (LanguageFindings & { readonly fit: number }) | null = null;
      for (const [code, articles] of byLanguage) {
        const language = languageOf(code);
        const synonyms = synonymsFor(inbox, language);
        const findings = await searchIn(store, { inbox, language, synonyms, articles, question, before });
        const fit = (findings.found[0]?.coverage ?? 0) + SMALL_WORDS_WEIGHT * (shares.get(code) ?? 0);
        if (best === null || fit > best.fit) best = { ...findings, fit };
      }
      if (best === null)
        return { understanding: { language: languageOf(likeliest), concepts: [], stems: [], vector: null }, found: [] };
      const { understanding, found, rate } = best;
      const nearest = (await meanings?.nearest(inbox, question, NEAREST)) ?? null;
      if (nearest === null) return { understanding, found };
      const others = await passagesBeside(store, inbox, found, nearest);
      const all = [...found, ...others.map(rate)].sort(byWords);
      return { understanding, found: fuse(all, nearest) };
    },
  };
}

/** The articles of each inbox by language, loaded again when they have changed. */
function articlesByInbox(store: KnowledgeBaseDeps['store']) {
  const loaded = new Map<
    string,
    { readonly generation: number; readonly byLanguage: Promise<ReadonlyMap<string, Articles>> }
  >();
  return async (inbox: string): Promise<ReadonlyMap<string, Articles>> => {
    const generation = await store.generation(inbox);
    const known = loaded.get(inbox);
    if (known?.generation === generation) return known.byLanguage;
    // Questions that arrive meanwhile wait for the same load. Drop a failed one, or every later question would fail.
    const byLanguage = store.terms(inbox).then(articlesIn);
    loaded.set(inbox, { generation, byLanguage });
    byLanguage.catch(() => loaded.delete(inbox));
    return byLanguage;
  };
}

/** The synonyms of each inbox, cached until a list changes: stemming thousands of words takes longer than the search. */
function synonymsByInbox(ownSynonyms: KnowledgeBaseDeps['ownSynonyms']) {
  const cache = new Map<string, { readonly groups: readonly SynonymGroup[]; readonly made: Synonyms }>();
  return (inbox: string, language: Language): Synonyms => {
    const { code } = language;
    const groups = [
      ...ownSynonyms(inbox, code),
      ...(Object.hasOwn(COMMON_SYNONYMS, code) ? (COMMON_SYNONYMS[code] ?? []) : []),
    ];
    const key = `${inbox} ${code}`;
    const known = cache.get(key);
    if (known?.groups.length === groups.length && groups.every((group, i) => isSame(group, known.groups[i])))
      return known.made;
    const made = synonymsOf(groups, language, COMMON_EXPRESSIONS[code] ?? []);
    cache.set(key, { groups, made });
    return made;
  };
}

/** The passages of `hashes` that are not among the `known`. */
async function passagesBeside(
  store: KnowledgeBaseDeps['store'],
  inbox: string,
  known: readonly { readonly hash: string }[],
  hashes: readonly string[],
): Promise<readonly StoredPassage[]> {
  const found = new Set(known.map(({ hash }) => hash));
  const missing = hashes.filter((hash) => !found.has(hash));
  if (missing.length === 0) return [];
  // Questions that are left to people have no text to cite.
  return (await store.passagesOf(inbox, missing)).filter(hasText);
}

interface LanguageSearch {
  readonly inbox: string;
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly articles: Articles;
  readonly question: string;
  readonly before: readonly string[];
}

interface LanguageFindings extends Findings {
  /** Rates a further passage for the same question. */
  readonly rate: (hit: StoredPassage) => ScoredPassage;
}

async function searchIn(
  store: KnowledgeBaseDeps['store'],
  { inbox, language, synonyms, articles, question, before }: LanguageSearch,
): Promise<LanguageFindings> {
  const { context, listed, classifier } = articles.questionIndex(synonyms);
  const asked = (text: string) => understand(text, context);
  const own = asked(question);
  // "And how long does it take?" refers to the question before: search with its words too.
  const last = before.at(-1);
  const understanding = own.concepts.length <= 1 && last !== undefined ? withSubject(own, asked(last)) : own;
  const terms = understanding.concepts.flatMap(({ wordings }) => wordings.map((wording) => wording.split(' ')));
  const hits = await store.search(inbox, language.code, terms, CANDIDATES);
  const near = listed.nearTo(understanding);
  const shares = classifier?.(understanding) ?? null;
  const further = [...near.keys(), ...nearestByVector(understanding, articles), ...inLikelyArticles(shares, articles)];
  const others = await passagesBeside(store, inbox, hits, [...new Set(further)]);
  const rate = (hit: StoredPassage): ScoredPassage =>
    scorePassage(hit, understanding, articles, near.get(hit.hash) ?? [], shares);
  const found = [...hits, ...others].map(rate).sort(byWords);
  return { understanding, rate, found: language.table ? openingFirst(found) : found };
}

/** Compare by members: groups of an inbox's settings are new objects with each question, from another thread. */
function isSame(group: SynonymGroup, other: SynonymGroup | undefined): boolean {
  return group === other || (group.length === other?.length && group.every((member, i) => member === other[i]));
}

/** Hashes of the passages whose vectors are nearest to the question's; none for a language without a table of word meanings. */
function nearestByVector({ vector }: Understanding, { vectors }: Articles): readonly string[] {
  if (vector === null) return [];
  return [...vectors]
    .map(([hash, other]) => ({ hash, similarity: cosineSimilarity(vector, other) }))
    .sort((a, b) => b.similarity - a.similarity || (a.hash < b.hash ? -1 : 1))
    .slice(0, NEAREST)
    .map(({ hash }) => hash);
}

/** Hashes of all passages of likely articles: the store's own search may miss them, and each store ranks differently. */
function inLikelyArticles(shares: ArticleShares | null, { hashes }: Articles): readonly string[] {
  if (shares === null) return [];
  return [...hashes].flatMap(([file, inFile]) => (shares.of(file) >= LIKELY_FROM ? inFile : []));
}

/** Adds the concepts of the question before. They count less, because they name only the subject. */
function withSubject(own: Understanding, before: Understanding): Understanding {
  const asked = new Set(own.concepts.map(({ wordings }) => wordings[0]));
  const subject = before.concepts
    .filter(({ wordings }) => !asked.has(wordings[0]))
    .map((concept) => ({ ...concept, weight: concept.weight * SUBJECT_FACTOR }));
  return { ...own, concepts: [...own.concepts, ...subject], stems: [...before.stems, ...own.stems] };
}

/** The concepts that a text mentions. */
export function conceptsIn(text: string, { language, concepts }: Understanding): readonly Concept[] {
  const terms = textTermsOf(termsOf(text, language).join(' '));
  return concepts.filter((concept) => mentions(terms, concept));
}
