/** The five variables: the specification's "Authentication", rule 12. */

export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Of the agent, as a person issued it. */
  readonly token: string | null;
  /** Of the organization. Its requests go another way, and never carry the token. */
  readonly apiKey: string | null;
  /** Of the organization, for the extra tools. Null: there are none. */
  readonly legacyKey: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = 'http://localhost:4600';
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws in words, when a variable can't be used */
export function readSettings(env: Environment): Settings {
  const token = secretIn(env, 'SERVICE_API_TOKEN');
  const apiKey = secretIn(env, 'SERVICE_API_KEY');
  if (token !== null && apiKey !== null)
    throw new Error('Set either SERVICE_API_TOKEN, for an agent, or SERVICE_API_KEY, for an organization. Not both.');
  return { baseUrl: readBaseUrl(env.SERVICE_API_BASE_URL), token, apiKey, legacyKey: readLegacyKey(env) };
}

function readLegacyKey(env: Environment): string | null {
  const key = secretIn(env, 'SERVICE_LEGACY_API_KEY');
  if (env.SERVICE_ENABLE_LEGACY_TOOLS !== 'true') return null;
  if (key === null)
    throw new Error('SERVICE_ENABLE_LEGACY_TOOLS needs a key of the organization as SERVICE_LEGACY_API_KEY.');
  return key;
}

/** A key that is sent over plain HTTP can be read on the way: only this machine itself may be asked so. */
function readBaseUrl(given: string | undefined): string {
  const wrong = (why: string): Error =>
    new Error(`SERVICE_API_BASE_URL ${why}: write an address such as https://chat.example.com.`);
  const text = given?.trim() || DEFAULT_URL;
  if (!URL.canParse(text)) throw wrong('is no web address');
  const { protocol, hostname, username, password, origin, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname))) throw wrong('must be https');
  if (username || password) throw wrong('must hold no password');
  if (search || hash) throw wrong('must end with its path');
  return origin + pathname.replace(/\/+$/, '');
}

function secretIn(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  if (value === '') return null;
  if (!/^[\x21-\x7e]{1,4096}$/.test(value)) throw new Error(`${name} has characters that no key has. Copy it again.`);
  return value;
}
