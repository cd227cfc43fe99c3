/**
 * What an operator should hear at the start about the connections to PostgreSQL and Redis. Words of visitors travel on the first, and
 * the second can hold up every node. There is no warning about this machine (loopback, a socket file).
 */
import { BlockList, isIP } from 'node:net';

export interface StorageAddresses {
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** As the driver `pg` reads them. */
const ENCRYPTING_MODES: ReadonlySet<string | undefined> = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);
const CERTIFICATES = ['sslcert', 'sslkey', 'sslrootcert'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Sentences that say what is wrong and what to do. They hold no address and no password.
 * @param env what `pg` reads besides the address: `PGSSLMODE`, `PGPASSWORD`, `PGPASSFILE`
 */
export function transportWarnings({ databaseUrl, redisUrl }: StorageAddresses, env: Environment): readonly string[] {
  return [...postgresWarnings(databaseUrl, env), ...redisWarnings(redisUrl)];
}

function* postgresWarnings(address: string | null, env: Environment): Iterable<string> {
  if (address === null) return;
  const { hostname, password, searchParams } = new URL(address);
  if (isThisMachine(searchParams.get('host') ?? hostname)) return;
  const mode = encryptionOf(searchParams, env);
  if (mode === 'none')
    yield 'DATABASE_URL names another machine without encryption: anyone in between reads every conversation. Add "?sslmode=verify-full".';
  if (mode === 'unproved')
    yield 'DATABASE_URL does not check who answers ("no-verify"): anyone in between can read every conversation. Use "?sslmode=verify-full", with "sslrootcert" where the certificate is your own.';
  const hasOther = CERTIFICATES.some((name) => searchParams.has(name)) || env.PGPASSWORD || env.PGPASSFILE;
  if (!password && !searchParams.get('password') && !hasOther)
    yield 'DATABASE_URL names another machine without a password: unless the server asks for one elsewhere, anyone who reaches it reads and writes every conversation. Give its user a password.';
}

function* redisWarnings(address: string | null): Iterable<string> {
  if (address === null) return;
  const { hostname, password, protocol, searchParams } = new URL(address);
  if (isThisMachine(hostname)) return;
  if (protocol === 'redis:')
    yield 'REDIS_URL names another machine without encryption: what nodes tell each other is sealed, but the password is not, and anyone in between can hold messages up. Use "rediss://".';
  if (!password && !searchParams.get('password'))
    yield 'REDIS_URL names another machine without a password: anyone who reaches that Redis can hold up what nodes tell each other, and see when conversations are active. Set "requirepass" or a user there, and put it into the address.';
}

function encryptionOf(given: URLSearchParams, env: Environment): 'none' | 'unproved' | 'proved' {
  const mode = given.get('sslmode');
  const ssl = given.get('ssl');
  const isInAddress = mode !== null || ssl !== null || CERTIFICATES.some((name) => given.has(name));
  if (!isInAddress && given.get('sslnegotiation') !== 'direct') return encryptionNamed(env.PGSSLMODE);
  if (mode !== null) return encryptionNamed(mode);
  return ssl === null || ssl === 'true' || ssl === '1' ? 'proved' : 'none';
}

function encryptionNamed(mode: string | undefined): 'none' | 'unproved' | 'proved' {
  if (mode === 'no-verify') return 'unproved';
  return ENCRYPTING_MODES.has(mode) ? 'proved' : 'none';
}

/** Also the folder of a socket. */
function isThisMachine(host: string): boolean {
  const name = decodeURIComponent(host)
    .replace(/^\[(.+)\]$/, '$1')
    .toLowerCase();
  if (name === '' || name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost')) return true;
  const version = isIP(name);
  return version !== 0 && LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
}
