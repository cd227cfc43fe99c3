/**
 * Vectors of texts from any server that speaks OpenAI's `POST /embeddings`. It may be slow, be away, or answer nonsense:
 * each of these is an error in words, and never waits longer than its timeout.
 */
import { truncate } from '@service/protocol';
import { z } from 'zod';

export interface Embedder {
  /** Names the vectors: those of different models can't be compared. */
  readonly model: string;
  /** One vector of length 1 for each text, in their order. @throws when the server doesn't give them within `timeout` ms. */
  embed(texts: readonly string[], timeout: number): Promise<readonly Float32Array[]>;
}

export interface EmbedderSettings {
  readonly model: string;
  /** Up to and without `/embeddings`, as in `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** In characters. Models take some 8,000 tokens; a passage names its subject at its beginning. */
const TEXT_LENGTH = 6_000;
const MOST_NUMBERS = 8_192;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MOST_NUMBERS) })),
});

export function createEmbedder({ model, baseUrl, apiKey }: EmbedderSettings): Embedder {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  return {
    model,
    async embed(texts, timeout) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify({
          model,
          input: texts.map((text) => truncate(text, TEXT_LENGTH)),
          encoding_format: 'float',
        }),
        signal: AbortSignal.timeout(timeout),
        // Don't follow redirects: the key must go to no other server.
        redirect: 'error',
      }).catch((error: Error & { cause?: Error }) => {
        throw new Error(
          error.name === 'TimeoutError' ? `no answer within ${timeout} ms` : (error.cause ?? error).message,
        );
      });
      // What it says besides may hold the key, and ends up in a log.
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`it answered ${response.status}`);
      }
      const answer = answerSchema.safeParse(await response.json().catch(() => null));
      if (!answer.success) throw new Error('its answer is not one of embeddings');
      const vectors = new Array<Float32Array | undefined>(texts.length);
      for (const { index, embedding } of answer.data.data) vectors[index] = unit(embedding);
      const whole = vectors.filter((vector) => vector !== undefined);
      if (whole.length !== texts.length || vectors.length !== texts.length) {
        throw new Error(`it gave ${whole.length} vectors for ${texts.length} texts`);
      }
      if (new Set(whole.map((vector) => vector.length)).size > 1) throw new Error('its vectors differ in length');
      return whole;
    },
  };
}

function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (each) => each / length);
}
