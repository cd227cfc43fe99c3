/**
 * Finds what an inbox's articles say about a question. The store proposes passages by their terms; here they are judged
 * by how much of the question they speak of, and by how well, in the same way for every store.
 */
import type { InboxDirectory } from '../../../inbox/inbox.js';
import type { KnowledgeStore } from '../../../store/knowledge-store.js';
import { COMMON_SYNONYMS } from '../language/common-synonyms.js';
import { smallWordShares } from '../language/guess-language.js';
import { type Language, languageOf } from '../language/languages.js';
import { type SynonymGroup, type Synonyms, synonymsOf } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';
import { fuse } from '../meaning/fuse.js';
import type { Meanings } from '../meaning/meanings.js';
import { byWords, type Found, judge, type TermsOfFiles } from './judge.js';
import { type Concept, saidIn, speaksOf, type Understanding, understand, type Vocabulary } from './understanding.js';

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

const CANDIDATES = 80;
const NEAREST = 20;
/** Of two languages in which a question is understood as well, the one that its small words are of. */
const SMALL_WORDS_COUNT = 0.3;
const SUBJECT_COUNTS = 0.5;

export function openKnowledgeBase({ store, inboxes, ownSynonyms, meanings }: KnowledgeBaseDeps): KnowledgeBase {
  const vocabularies = new Map<string, { readonly generation: number; readonly byLanguage: Vocabularies }>();
  const tables = new Map<string, { readonly groups: readonly SynonymGroup[]; readonly made: Synonyms }>();

  const vocabulariesOf = async (inbox: string): Promise<Vocabularies> => {
    const generation = await store.generation(inbox);
    const known = vocabularies.get(inbox);
    if (known?.generation === generation) return known.byLanguage;
    const byLanguage = countTerms(await store.terms(inbox));
    vocabularies.set(inbox, { generation, byLanguage });
    return byLanguage;
  };

  /** Kept until a list is another one: stemming thousands of words takes longer than the search itself. */
  const synonymsFor = (inbox: string, language: Language): Synonyms => {
    const { code } = language;
    const groups = [
      ...ownSynonyms(inbox, code),
      ...(inboxes.get(inbox)?.synonyms ?? []),
      ...(Object.hasOwn(COMMON_SYNONYMS, code) ? (COMMON_SYNONYMS[code] ?? []) : []),
    ];
    const place = `${inbox} ${code}`;
    const known = tables.get(place);
    if (known?.groups.length === groups.length && groups.every((group, i) => group === known.groups[i]))
      return known.made;
    const made = synonymsOf(groups, language);
    tables.set(place, { groups, made });
    return made;
  };

  const searchIn = async (
    inbox: string,
    language: Language,
    vocabulary: Articles,
    question: string,
    before: readonly string[],
  ) => {
    const synonyms = synonymsFor(inbox, language);
    const asked = (text: string) => understand(text, language, synonyms, vocabulary);
    const own = asked(question);
    // "And how long does it take?" speaks of what the visitor asked before; it borrows those words.
    const last = before.at(-1);
    const understanding = own.concepts.length <= 1 && last !== undefined ? both(asked(last), own) : own;
    const ways = understanding.concepts.flatMap(({ ways }) => ways.map((way) => way.split(' ')));
    const hits = await store.search(inbox, language.code, ways, CANDIDATES);
    const found = hits.map((hit) => judge(hit, understanding, vocabulary.files)).sort(byWords);
    return { understanding, found };
  };

  return {
    async search(inbox, question, before) {
      const byLanguage = await vocabulariesOf(inbox);
      const shares = smallWordShares(question);
      const likeliest = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en';
      let best: (Findings & { readonly fit: number; readonly files: Articles['files'] }) | null = null;
      for (const [code, vocabulary] of byLanguage) {
        const findings = await searchIn(inbox, languageOf(code), vocabulary, question, before);
        const fit = (findings.found[0]?.coverage ?? 0) + SMALL_WORDS_COUNT * (shares.get(code) ?? 0);
        if (best === null || fit > best.fit) best = { ...findings, fit, files: vocabulary.files };
      }
      if (best === null) return { understanding: { language: languageOf(likeliest), concepts: [] }, found: [] };
      const { understanding, found, files } = best;
      const nearest = (await meanings?.nearest(inbox, question, NEAREST)) ?? null;
      if (nearest === null) return { understanding, found };
      const known = new Set(found.map(({ hash }) => hash));
      const others = await store.passagesOf(
        inbox,
        nearest.filter((hash) => !known.has(hash)),
      );
      const all = [...found, ...others.map((other) => judge(other, understanding, files))].sort(byWords);
      return { understanding, found: fuse(all, nearest) };
    },
  };
}

interface Articles extends Vocabulary {
  readonly files: TermsOfFiles;
}
type Vocabularies = ReadonlyMap<string, Articles>;

function countTerms(passages: Awaited<ReturnType<KnowledgeStore['terms']>>): Vocabularies {
  const counted = new Map<string, { passages: number; terms: Map<string, number>; files: Map<string, Set<string>> }>();
  for (const { file, language, titleTerms, headingTerms, bodyTerms } of passages) {
    const vocabulary = counted.get(language) ?? { passages: 0, terms: new Map(), files: new Map() };
    counted.set(language, vocabulary);
    vocabulary.passages += 1;
    const inFile = vocabulary.files.get(file) ?? new Set();
    vocabulary.files.set(file, inFile);
    for (const term of new Set(`${titleTerms} ${headingTerms} ${bodyTerms}`.split(' '))) {
      if (term === '') continue;
      vocabulary.terms.set(term, (vocabulary.terms.get(term) ?? 0) + 1);
      inFile.add(term);
    }
  }
  return counted;
}

/** What was said before counts less: it is what the question is about, and not what it asks. */
function both(before: Understanding, own: Understanding): Understanding {
  const asked = new Set(own.concepts.map(({ ways }) => ways[0]));
  const subject = before.concepts
    .filter(({ ways }) => !asked.has(ways[0]))
    .map((concept) => ({ ...concept, weight: concept.weight * SUBJECT_COUNTS }));
  return { ...own, concepts: [...own.concepts, ...subject] };
}

/** The concepts that a text speaks of. */
export function conceptsIn(text: string, { language, concepts }: Understanding): readonly Concept[] {
  const said = saidIn(termsOf(text, language).join(' '));
  return concepts.filter((concept) => speaksOf(said, concept));
}
