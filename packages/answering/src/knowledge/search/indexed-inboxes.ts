/** The indexes of each inbox by language, brought up to date when its articles have changed. */
import type { KnowledgeStore, PassageTerms } from '@service/realtime-server/ports';
import { languageOf } from '../language/languages.js';
import { PassageIndex } from './passage-index.js';

export type IndexesByLanguage = ReadonlyMap<string, PassageIndex>;

interface Indexed {
  readonly generation: number;
  readonly byLanguage: Promise<Map<string, PassageIndex>>;
}

/** Rejects when the store can't be asked. */
export function indexedInboxes(store: Pick<KnowledgeStore, 'generation' | 'terms'>) {
  const inboxes = new Map<string, Indexed>();
  return async (inbox: string): Promise<IndexesByLanguage> => {
    const generation = await store.generation(inbox);
    const known = inboxes.get(inbox);
    if (known?.generation === generation) return known.byLanguage;
    // Questions that arrive meanwhile wait for the same change. A failed one is dropped, or every later question would fail.
    const byLanguage = Promise.all([known?.byLanguage ?? new Map<string, PassageIndex>(), store.terms(inbox)]).then(
      ([before, passages]) => changed(before, passages),
    );
    inboxes.set(inbox, { generation, byLanguage });
    byLanguage.catch(() => inboxes.delete(inbox));
    return byLanguage;
  };
}

/** Changes the indexes: what is in them already need not be read again. */
function changed(indexes: Map<string, PassageIndex>, passages: readonly PassageTerms[]): Map<string, PassageIndex> {
  const wanted = new Map(passages.map((each) => [keyOf(each), each]));
  for (const [code, index] of indexes) {
    for (const key of index.keys()) if (!wanted.has(key)) index.remove(key);
    if (index.size === 0) indexes.delete(code);
  }
  for (const [key, passage] of wanted) {
    const index = indexes.get(passage.language) ?? new PassageIndex(languageOf(passage.language));
    indexes.set(passage.language, index);
    if (!index.has(key)) index.add(key, passage);
  }
  return indexes;
}

/** Of everything that is indexed. */
function keyOf({ language, file, hash, questions }: PassageTerms): string {
  return `${language} ${file} ${hash} ${questions}`;
}
