/** Where vectors of articles come from, as the settings name it. Pure: reads an environment, tells every problem. */
import { isSendableKey, isWebAddress, KEY_RULE } from '../../model/model-settings.js';
import type { EmbedderSettings } from './embedder.js';

const OPENAI = 'https://api.openai.com/v1';

/**
 * `EMBEDDING_MODEL` turns it on. It is asked for at `EMBEDDING_BASE_URL`, else where the model that answers is, else at
 * OpenAI. The model's key goes only to the model's server.
 */
export function readEmbeddingSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly settings: EmbedderSettings | null;
  readonly problems: readonly string[];
} {
  const { EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: own, EMBEDDING_API_KEY: ownKey } = env;
  const problems: string[] = [];
  if (!model) {
    if (own || ownKey) {
      problems.push('EMBEDDING_MODEL must name the model for EMBEDDING_BASE_URL, such as "text-embedding-3-small".');
    }
    return { settings: null, problems };
  }
  if (!/^\S{1,200}$/.test(model)) problems.push('EMBEDDING_MODEL must be a model’s name without spaces.');
  if (own && !isWebAddress(own)) {
    problems.push(
      'EMBEDDING_BASE_URL must look like "https://models.example.com/v1", without a user or a password in it.',
    );
  }
  const key = ownKey || (own ? null : env.OPENAI_API_KEY) || null;
  if (ownKey && !isSendableKey(ownKey)) problems.push(`EMBEDDING_API_KEY ${KEY_RULE}`);
  const baseUrl = own || env.OPENAI_BASE_URL || OPENAI;
  if (baseUrl === OPENAI && key === null) {
    problems.push(
      'EMBEDDING_MODEL needs EMBEDDING_API_KEY or OPENAI_API_KEY, or a server of your own in EMBEDDING_BASE_URL.',
    );
  }
  return { settings: problems.length > 0 ? null : { model, baseUrl, apiKey: key }, problems };
}
