/**
 * Which model answers, as the settings name it: `openai:gpt-…`, `anthropic:claude-…`, `google:gemini-…`, or any server
 * that speaks OpenAI's protocol. Pure: reads an environment, tells every problem.
 */

export type ModelSettings =
  | {
      readonly provider: 'openai' | 'anthropic' | 'google';
      readonly model: string;
      readonly key: string;
      readonly baseUrl: string | null;
    }
  /** `model` null: whichever the server names first. `key` null: it asks for none. */
  | {
      readonly provider: 'openai-compatible';
      readonly model: string | null;
      readonly key: string | null;
      readonly baseUrl: string;
    };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The usual key variable of each provider, the first that is set. */
const KEYS = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
} as const;

const PROVIDERS = Object.keys(KEYS) as readonly (keyof typeof KEYS)[];
const BASES = { anthropic: 'ANTHROPIC_BASE_URL', google: 'GOOGLE_GENERATIVE_AI_BASE_URL' } as const;

/** Null: no model is named. Empty settings count as not given. No message repeats a key. */
export function readModelSettings(env: Environment): {
  readonly settings: ModelSettings | null;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const url = (name: string): string | null => {
    const value = env[name];
    if (!value) return null;
    if (isWebAddress(value)) return value.replace(/\/+$/, '');
    problems.push(`${name} must look like "https://models.example.com/v1", without a user or a password in it.`);
    return null;
  };
  const keyIn = (names: readonly string[]): string | null => {
    const name = names.find((each) => env[each]);
    const key = (name && env[name]) || null;
    if (key !== null && !isSendableKey(key)) problems.push(`${name} ${KEY_RULE}`);
    return key;
  };
  const compatible = url('OPENAI_BASE_URL');
  const named = env.MODEL;
  const broken = { settings: null, problems };
  if (!named) {
    if (!compatible) return broken;
    const settings = {
      provider: 'openai-compatible',
      model: null,
      key: keyIn(KEYS.openai),
      baseUrl: compatible,
    } as const;
    return problems.length > 0 ? broken : { settings, problems };
  }
  const [, provider, model] = /^([a-z-]+):(\S{1,200})$/.exec(named) ?? [];
  if (provider === undefined || model === undefined || !isProvider(provider)) {
    problems.push(
      `MODEL must be one of ${PROVIDERS.map((each) => `"${each}:<model>"`).join(', ')}, or with OPENAI_BASE_URL "openai:<model>".`,
    );
    return broken;
  }
  if (provider === 'openai' && env.OPENAI_BASE_URL) {
    if (!compatible) return broken;
    const settings = { provider: 'openai-compatible', model, key: keyIn(KEYS.openai), baseUrl: compatible } as const;
    return problems.length > 0 ? broken : { settings, problems };
  }
  if (compatible) problems.push(`OPENAI_BASE_URL is for "openai:<model>". Unset it, or name such a model in MODEL.`);
  const baseUrl = provider === 'openai' ? null : url(BASES[provider]);
  const key = keyIn(KEYS[provider]);
  if (!key) {
    problems.push(
      `${KEYS[provider].join(' or ')} must hold the key for MODEL.${provider === 'openai' ? ' A server of your own that needs none is named by OPENAI_BASE_URL.' : ''}`,
    );
  }
  return problems.length > 0 || !key ? broken : { settings: { provider, model, key, baseUrl }, problems };
}

/** A header can't carry others, such as quotation marks from a text editor: every question would fail as if the provider were away. */
export const isSendableKey = (key: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(key);
export const KEY_RULE = 'must be letters, digits and signs without spaces.';

export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^/\\\s]/i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

const isProvider = (name: string): name is keyof typeof KEYS => (PROVIDERS as readonly string[]).includes(name);
