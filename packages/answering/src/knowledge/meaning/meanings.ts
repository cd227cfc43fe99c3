/**
 * What passages mean, beside their words. Vectors are made once for each text and kept in the store. While the server
 * that makes them is away, words alone decide, and the log says so, once for each time it goes away.
 */
import type { KnowledgeStore, PassageVector, StoredPassage } from '@service/realtime-server/ports';
import type { Embedder } from './embedder.js';

export interface Meanings {
  /** Hashes of the passages that are nearest in meaning, the nearest first; null when that can't be said now. */
  nearest(inbox: string, question: string, limit: number): Promise<readonly string[] | null>;
  /** Sees to it that every passage of the inbox has its vector. Resolves when that is so, or can't be done now. */
  prepare(inbox: string): Promise<void>;
}

export interface MeaningsDeps {
  readonly store: KnowledgeStore;
  readonly embedder: Embedder;
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  readonly now?: () => number;
}

/** A visitor waits for it. */
const QUESTION_MS = 2_000;
const PASSAGES_MS = 30_000;
const BATCH = 64;
/** After a failure the server is left alone for so long; else each question would wait for it in vain. */
const REST_MS = 30_000;
const RELOAD_MS = 5_000;

interface Kept {
  readonly generation: number;
  readonly loadedAt: number;
  /** Every passage had its vector when they were loaded: only then does their generation say that nothing came since. */
  readonly complete: boolean;
  readonly vectors: readonly PassageVector[];
}

export function createMeanings({ store, embedder, log, now = Date.now }: MeaningsDeps): Meanings {
  const kept = new Map<string, Kept>();
  const preparing = new Map<string, Promise<void>>();
  let awayUntil = Number.NEGATIVE_INFINITY;
  let away = false;

  /** Null when the server is away. */
  const embed = async (texts: readonly string[], timeout: number): Promise<readonly Float32Array[] | null> => {
    if (now() < awayUntil) return null;
    try {
      const vectors = await embedder.embed(texts, timeout);
      if (away) log.info({ model: embedder.model }, 'embeddings are back');
      away = false;
      return vectors;
    } catch (error) {
      if (!away) {
        log.warn(
          { model: embedder.model, problem: (error as Error).message },
          'embeddings can’t be had: articles are found by their words alone',
        );
      }
      away = true;
      awayUntil = now() + REST_MS;
      return null;
    }
  };

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
      kept.delete(inbox);
    }
  };
  const prepare = (inbox: string): Promise<void> => {
    const running = preparing.get(inbox);
    if (running) return running;
    const begun = fill(inbox)
      .catch((error: Error) => log.warn({ inbox, problem: error.message }, 'vectors could not be kept'))
      .finally(() => preparing.delete(inbox));
    preparing.set(inbox, begun);
    return begun;
  };

  const vectorsOf = async (inbox: string): Promise<readonly PassageVector[]> => {
    const generation = await store.generation(inbox);
    const known = kept.get(inbox);
    if (known?.generation === generation && now() - known.loadedAt < RELOAD_MS) return known.vectors;
    const missing = await store.withoutVector(inbox, embedder.model, 1);
    // Not waited for: this question is answered by what there is.
    if (missing.length > 0) void prepare(inbox);
    const complete = missing.length === 0;
    const same = known?.generation === generation && known.complete && complete;
    const vectors = same ? known.vectors : await store.vectors(inbox, embedder.model);
    kept.set(inbox, { generation, loadedAt: now(), complete, vectors });
    return vectors;
  };

  return {
    async nearest(inbox, question, limit) {
      const vectors = await vectorsOf(inbox);
      if (vectors.length === 0) return null;
      const asked = (await embed([question], QUESTION_MS))?.[0];
      if (!asked) return null;
      return vectors
        .filter(({ vector }) => vector.length === asked.length)
        .map(({ hash, vector }) => ({ hash, nearness: dot(vector, asked) }))
        .sort((a, b) => b.nearness - a.nearness)
        .slice(0, limit)
        .map(({ hash }) => hash);
    },
    prepare,
  };
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
