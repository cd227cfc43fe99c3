/**
 * Finds the passages of an inbox's articles that answer a question: by their words in each language that has articles, and by
 * meaning where there are vectors. The gate says of each how sure it is.
 */
import type { KnowledgeStore, StoredPassage } from '@service/realtime-server/ports';
import { NEARLY_ENOUGH, type Sureness } from '../answer/confidence.js';
import { smallWordShares } from '../language/guess-language.js';
import { languageCode } from '../language/languages.js';
import { type SynonymGroup, type Synonyms, synonymsOf } from '../language/synonyms.js';
import type { Meanings } from '../meaning/meanings.js';
import type { Piece } from '../reading/article.js';
import { documentId } from '../reading/formats/formats.js';
import { sureness } from './gate.js';
import { indexedInboxes } from './indexed-inboxes.js';
import type { Concept, Entry, Hit, PassageIndex } from './passage-index.js';
import { type Evidence, leadByMeaning, type Weighed, weigh } from './ranking.js';

export interface ScoredPassage {
  /** Unchanged as long as the content is. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly pieces: readonly Piece[];
  readonly sureness: Sureness;
  /** Null: it lists the question word for word. */
  readonly evidence: Evidence | null;
  /** Decides between passages of one question; says nothing beside another question's. */
  readonly rank: number;
}

export interface Findings {
  /** The language of the articles that were found. */
  readonly language: string;
  /** What was asked for. */
  readonly concepts: readonly Concept[];
  /** The best first. */
  readonly found: readonly ScoredPassage[];
  /** The question is one that is left to people, or nearest to one. */
  readonly isLeftToPeople: boolean;
}

export interface KnowledgeBaseDeps {
  readonly store: Pick<KnowledgeStore, 'generation' | 'terms' | 'passagesOf'>;
  /** The inbox's own groups for a language, from its files and its settings. */
  readonly ownSynonyms: (inbox: string, language: string) => readonly SynonymGroup[];
  /** Null: without embeddings. */
  readonly meanings: Pick<Meanings, 'nearest'> | null;
}

export interface Query {
  readonly inbox: string;
  readonly text: string;
  /** What the visitor wrote earlier, oldest first. */
  readonly before: readonly string[];
  /** The language tag of the visitor's chat: decides between languages that fit alike. */
  readonly locale?: string | null;
}

export interface KnowledgeBase {
  /** Rejects when the store can't be asked. */
  search(query: Query): Promise<Findings>;
  /** The languages that have articles, those with most first. Rejects like `search`. */
  languages(inbox: string): Promise<readonly string[]>;
  /** Indexes the articles, which the first question would wait for. Rejects like `search`. */
  prepare(inbox: string): Promise<void>;
}

const CANDIDATES = 40;
const SHOWN = 20;
/** Weights of the small words and of the chat's language in the choice of a language. */
const SMALL_WORDS = 0.3;
const CHAT_LANGUAGE = 0.1;
/** Words of the question before count half: "and how long does it take?" */
const EARLIER = 0.5;

interface Ranked extends Pick<ScoredPassage, 'sureness' | 'evidence' | 'rank'> {
  readonly entry: Entry;
}

interface LanguageFindings {
  readonly language: string;
  readonly concepts: readonly Concept[];
  readonly ranked: readonly Ranked[];
  readonly isLeftToPeople: boolean;
}

export function openKnowledgeBase({ store, ownSynonyms, meanings }: KnowledgeBaseDeps): KnowledgeBase {
  const indexesOf = indexedInboxes(store);
  const synonymsFor = synonymsByInbox(ownSynonyms);
  return {
    async prepare(inbox) {
      await indexesOf(inbox);
    },
    async languages(inbox) {
      const indexes = [...(await indexesOf(inbox))].sort((a, b) => b[1].size - a[1].size);
      return indexes.map(([code]) => code);
    },
    async search({ inbox, text, before, locale }) {
      const indexes = await indexesOf(inbox);
      const near = new Map(
        ((await meanings?.nearest(inbox, text)) ?? []).map(({ hash, nearness }) => [hash, nearness]),
      );
      const shares = smallWordShares(text);
      const chat = languageCode(locale ?? '');
      let best: (LanguageFindings & { readonly fit: number }) | null = null;
      for (const [code, index] of indexes) {
        const findings = searchIn(index, synonymsFor(inbox, index), text, before.at(-1) ?? '', near);
        const fit =
          (findings.ranked[0]?.sureness ?? 0) +
          SMALL_WORDS * (shares.get(code) ?? 0) +
          (code === chat ? CHAT_LANGUAGE : 0);
        if (best === null || fit > best.fit) best = { ...findings, fit };
      }
      if (best === null) return { language: 'en', concepts: [], found: [], isLeftToPeople: false };
      const { language, concepts, ranked, isLeftToPeople } = best;
      return { language, concepts, isLeftToPeople, found: await withTexts(store, inbox, ranked.slice(0, SHOWN)) };
    },
  };
}

function searchIn(
  index: PassageIndex,
  synonyms: Synonyms,
  question: string,
  before: string,
  near: ReadonlyMap<string, number>,
): LanguageFindings {
  const own = synonyms.wordingsIn(question).map((wordings) => index.conceptOf(wordings));
  // A name that no article has is a question of its own: "do you take JobRad?"
  const isWhole = own.length > 1 || own.some(({ known }) => !known);
  const earlier = isWhole ? [] : synonyms.wordingsIn(before).map((wordings) => index.conceptOf(wordings));
  const concepts = [...own, ...earlier.map((each) => ({ ...each, weight: EARLIER * each.weight }))];
  const weighed = withNear(index, index.search(concepts, CANDIDATES), near)
    .map((hit) => weigh(hit, concepts, (term) => index.weightOf(term), index.size, near.get(hit.entry.hash)))
    .sort((a, b) => b.rank - a.rank);
  const asked = index.listing(question);
  const isLeftToPeople = (asked[0] ?? weighed[0]?.hit.entry)?.file === null;
  const most = isLeftToPeople ? NEARLY_ENOUGH : 1;
  const ranked = withComparison(weighed, nearnessOfFiles(index, near)).map(
    ({ entry, evidence, rank }): Ranked => ({ entry, evidence, rank, sureness: Math.min(most, sureness(evidence)) }),
  );
  const verbatim = isLeftToPeople
    ? []
    : asked.map((entry): Ranked => ({ entry, evidence: null, rank: 0, sureness: 1 }));
  return {
    language: index.language.code,
    concepts,
    isLeftToPeople,
    ranked: [...verbatim, ...ranked.filter(({ entry }) => entry.file !== null && !asked.includes(entry))],
  };
}

/** With the passages that only their meaning proposes. */
function withNear(index: PassageIndex, hits: readonly Hit[], near: ReadonlyMap<string, number>): readonly Hit[] {
  const found = new Set(hits.map(({ entry }) => entry));
  const others = [...near.keys()].flatMap((hash) => index.entryOf(hash) ?? []).filter((entry) => !found.has(entry));
  return [...hits, ...others.map((entry) => ({ entry, score: 0, has: new Map() }))];
}

/** Of each article's nearest passage. */
function nearnessOfFiles(index: PassageIndex, near: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  for (const [hash, nearness] of near) {
    const file = index.entryOf(hash)?.file;
    if (file) files.set(file, Math.max(files.get(file) ?? nearness, nearness));
  }
  return files;
}

/** How far the best passage is before those of other articles, by rank (0 for theirs) and by meaning. */
function withComparison(
  weighed: readonly Weighed[],
  nearness: ReadonlyMap<string, number>,
): readonly { readonly entry: Entry; readonly evidence: Evidence; readonly rank: number }[] {
  const [best] = weighed;
  const file = best?.hit.entry.file;
  const second = weighed.find(({ hit }) => hit.entry.file !== file);
  const gap = best === undefined ? 0 : best.rank - (second?.rank ?? 0);
  return weighed.map(({ hit: { entry }, evidence, rank }) => ({
    entry,
    rank,
    evidence: {
      ...evidence,
      gap: entry.file === file ? gap : 0,
      meaning: entry.file === null ? 0 : leadByMeaning(entry.file, nearness),
    },
  }));
}

async function withTexts(
  store: KnowledgeBaseDeps['store'],
  inbox: string,
  ranked: readonly Ranked[],
): Promise<readonly ScoredPassage[]> {
  const stored = await store.passagesOf(
    inbox,
    ranked.map(({ entry }) => entry.hash),
  );
  const byPlace = new Map(stored.map((each) => [`${each.file} ${each.hash}`, each]));
  return ranked.flatMap(({ entry, ...rest }) => {
    const passage = byPlace.get(`${entry.file} ${entry.hash}`);
    return passage ? [{ ...textOf(passage), ...rest }] : [];
  });
}

function textOf({ file, hash, title, url, heading, content }: StoredPassage) {
  const pieces = JSON.parse(content) as readonly Piece[];
  return { id: `${documentId(file)}#${hash.slice(0, 12)}`, documentId: documentId(file), title, url, heading, pieces };
}

/** The synonyms of each inbox, made again when a list has changed. */
function synonymsByInbox(ownSynonyms: KnowledgeBaseDeps['ownSynonyms']) {
  const cache = new Map<string, { readonly groups: readonly SynonymGroup[]; readonly made: Synonyms }>();
  return (inbox: string, { language }: PassageIndex): Synonyms => {
    const groups = ownSynonyms(inbox, language.code);
    const key = `${inbox} ${language.code}`;
    const known = cache.get(key);
    if (known?.groups.length === groups.length && groups.every((group, i) => isSame(group, known.groups[i])))
      return known.made;
    const made = synonymsOf(groups, language);
    cache.set(key, { groups, made });
    return made;
  };
}

/** Compare by members: groups of an inbox's settings are new objects with each question, from another thread. */
function isSame(group: SynonymGroup, other: SynonymGroup | undefined): boolean {
  return group === other || (group.length === other?.length && group.every((member, i) => member === other[i]));
}
