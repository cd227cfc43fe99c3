/**
 * Finds passages by meaning, with embeddings. Each text is embedded once and its vector stored. While the embedding
 * server is down, articles are found by their words alone; the log has one warning for each outage.
 */
import type { KnowledgeStore, PassageVector, StoredPassage } from '@service/realtime-server/ports';
import { havePassed } from '@service/realtime-server/runtime';
import type { Embedder } from './embedder.js';

export interface Meanings {
  /** The passages that are nearest in meaning, the nearest first; null while the embedding server is down. */
  nearest(inbox: string, question: string): Promise<readonly NearPassage[] | null>;
  /** Embeds every passage of the inbox that has no vector. Resolves when it is done, or can't be done now. */
  prepare(inbox: string): Promise<void>;
}

export interface NearPassage {
  /** Of the passage. */
  readonly hash: string;
  /** By how many standard deviations it is nearer than the average passage: the same for models of any kind. */
  readonly nearness: number;
}

export interface MeaningsDeps {
  readonly store: KnowledgeStore;
  readonly embedder: Embedder;
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  readonly now?: () => number;
}

/** Short, because a visitor waits. */
const QUESTION_MS = 2_000;
const PASSAGES_MS = 30_000;
const BATCH = 64;
/** The pause after a failure; without it each question would wait for the timeout. */
const REST_MS = 30_000;
const RELOAD_MS = 5_000;
const NEAREST = 20;

interface LoadedVectors {
  readonly generation: number;
  readonly loadedAt: number;
  /** Every passage had its vector when they were loaded: only then does the generation prove that none was added since. */
  readonly complete: boolean;
  readonly vectors: readonly PassageVector[];
}

export function createMeanings(deps: MeaningsDeps): Meanings {
  const { store, embedder, log, now = Date.now } = deps;
  const loaded = new Map<string, LoadedVectors>();
  const preparing = new Map<string, Promise<void>>();
  const embed = embedUnlessDown({ embedder, log, now });

  const fill = async (inbox: string): Promise<void> => {
    for (;;) {
      const passages = await store.withoutVector(inbox, embedder.model, BATCH);
      if (passages.length === 0) return;
      const vectors = await embed(passages.map(textOf), PASSAGES_MS);
      if (vectors === null) return;
      await store.saveVectors(
        embedder.model,
        passages.map(({ hash }, i) => ({ hash, vector: vectors[i] as Float32Array })),
      );
      loaded.delete(inbox);
    }
  };
  const prepare = (inbox: string): Promise<void> => {
    const running = preparing.get(inbox);
    if (running) return running;
    const begun = fill(inbox)
      .catch((error: Error) => log.warn({ inbox, problem: error.message }, 'vectors could not be stored'))
      .finally(() => preparing.delete(inbox));
    preparing.set(inbox, begun);
    return begun;
  };

  const vectorsOf = async (inbox: string): Promise<readonly PassageVector[]> => {
    const generation = await store.generation(inbox);
    const known = loaded.get(inbox);
    if (known?.generation === generation && !havePassed(RELOAD_MS, known.loadedAt, now())) return known.vectors;
    const missing = await store.withoutVector(inbox, embedder.model, 1);
    // Don't wait for it: this question is answered from the vectors there are.
    if (missing.length > 0) void prepare(inbox);
    const complete = missing.length === 0;
    const same = known?.generation === generation && known.complete && complete;
    const vectors = same ? known.vectors : await store.vectors(inbox, embedder.model);
    loaded.set(inbox, { generation, loadedAt: now(), complete, vectors });
    return vectors;
  };

  return {
    async nearest(inbox, question) {
      const vectors = await vectorsOf(inbox);
      if (vectors.length === 0) return null;
      const asked = (await embed([question], QUESTION_MS))?.[0];
      return asked ? nearestTo(asked, vectors) : null;
    },
    prepare,
  };
}

type Embed = (texts: readonly string[], timeout: number) => Promise<readonly Float32Array[] | null>;

/** Null while the server is down. It is not asked again for `REST_MS` after a failure, and each outage is logged once. */
function embedUnlessDown({ embedder, log, now }: Required<Pick<MeaningsDeps, 'embedder' | 'log' | 'now'>>): Embed {
  let downUntil = Number.NEGATIVE_INFINITY;
  let down = false;
  return async (texts, timeout) => {
    if (now() < downUntil) return null;
    try {
      const vectors = await embedder.embed(texts, timeout);
      if (down) log.info({ model: embedder.model }, 'embeddings are back');
      down = false;
      return vectors;
    } catch (error) {
      if (!down) {
        log.warn(
          { model: embedder.model, problem: (error as Error).message },
          'embeddings can’t be had: articles are found by their words alone',
        );
      }
      down = true;
      downUntil = now() + REST_MS;
      return null;
    }
  };
}

function nearestTo(asked: Float32Array, vectors: readonly PassageVector[]): readonly NearPassage[] {
  const all = vectors
    .filter(({ vector }) => vector.length === asked.length)
    .map(({ hash, vector }) => ({ hash, nearness: dot(vector, asked) }));
  const mean = all.reduce((sum, { nearness }) => sum + nearness, 0) / all.length;
  const spread = Math.sqrt(all.reduce((sum, { nearness }) => sum + (nearness - mean) ** 2, 0) / all.length) || 1;
  return all
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, NEAREST)
    .map(({ hash, nearness }) => ({ hash, nearness: (nearness - mean) / spread }));
}

/** What a passage's vector is made of; its hash is of the same. */
function textOf({ title, heading, content }: StoredPassage): string {
  const pieces = (JSON.parse(content) as { text: string }[]).map(({ text }) => text);
  return [title, heading, ...pieces].filter((part) => part !== '').join('\n');
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
