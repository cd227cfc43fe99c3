/**
 * Finds a model when the settings name only a server: the first chat model that it lists. Requested at the first question, and again until
 * there is an answer.
 */
import { boundedFetch } from './bounded-fetch.js';
import { ModelProblem, problemOfStatus } from './model-problem.js';

/** Servers list other kinds of models too. */
const NO_CHAT = /embed|whisper|tts|rerank|moderation|dall-e|image/i;
const TIMEOUT_MS = 10_000;

export function firstModel(baseUrl: string, key: string | null, now: () => number): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= await ask(baseUrl, key, now);
    return known;
  };
}

async function ask(baseUrl: string, key: string | null, now: () => number): Promise<string> {
  const response = await boundedFetch(`${baseUrl}/models`, {
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!response) throw new ModelProblem('down');
  if (!response.ok) throw problemOfStatus(response.status, response.headers.get('retry-after'), now());
  const listed = (await response.json().catch(() => null)) as { data?: readonly { id?: unknown }[] } | null;
  const ids = (Array.isArray(listed?.data) ? listed.data : []).flatMap(({ id }) =>
    typeof id === 'string' ? [id] : [],
  );
  const first = ids.find((id) => !NO_CHAT.test(id));
  if (first === undefined) throw new ModelProblem('request', response.status);
  return first;
}
