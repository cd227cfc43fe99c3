/** The auth library behind a narrow interface: nothing outside this folder sees its types. */
import { betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';
import { AUTH_PATH } from '../contract/paths.js';
import type { LibraryTables } from '../database/migrate.js';
import type { Tables } from '../database/tables.js';
import { type AuthSettings, authOptions, type KeyConfiguration } from './auth-options.js';
import { type AuthRows, authRows, type KeyRow, scopesIn } from './auth-rows.js';
import { createKeyIssuer, type KeyIssuer } from './issue-keys.js';
import { createKeyChecks, type KeyChecks } from './key-checks.js';
import { libraryTables } from './library-tables.js';
import { createLinking, grantCarrier, type Linking } from './linking/linking.js';
import { createPasswords, type Passwords } from './passwords/password-queue.js';
import { createRequestLimit, type RequestLimit } from './request-limit.js';
import { DELETE_KEY_PATH } from './routes/agent-keys.js';
import { answerRoute } from './routes/answer-route.js';
import { forgetBegun } from './routes/new-password.js';

export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key, to tell keys apart. */
  readonly start: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly scopes: readonly string[];
}

export interface Auth {
  /** Answers a request below `/api/auth`; null for a route that isn't reachable. */
  handle(request: Request, address: string): Promise<Response | null>;
  /** Who is signed in by the cookie of these headers. */
  session(headers: Headers): Promise<SignedIn | null>;
  rows(transaction?: Kysely<Tables>): AuthRows;
  /** The authorization server's metadata: RFC 8414. */
  describeServer(): Promise<Response>;
  /** Sends the mail by which the account's person chooses a new password. Nothing happens where there is no such account. */
  requestReset(email: string): Promise<void>;
  readonly issuer: KeyIssuer;
  /** Of organizations. */
  readonly keys: KeyChecks;
  /** Of agents. */
  readonly credentials: KeyChecks;
  readonly passwords: Passwords;
  readonly linking: Linking;
  /** Of each credential, whatever its kind. */
  readonly limit: RequestLimit;
  listKeys(orgId: string): Promise<readonly ListedKey[]>;
  readonly tables: LibraryTables;
  /** Resolves when the library can be used. @throws when the database failed it: it does not try again */
  opened(): Promise<void>;
  /** Before the database is closed: the library writes at its start, too. */
  close(): Promise<void>;
}

const ORGANIZATION_KEYS: KeyConfiguration = 'default';
const AGENT_KEYS: KeyConfiguration = 'agent';

export function openAuth(settings: AuthSettings): Auth {
  const passwords = createPasswords({ cost: settings.passwordCost });
  const { now } = settings;
  const limit = createRequestLimit(now);
  const carrier = grantCarrier();
  const options = authOptions(settings, {
    passwords,
    onReset: (userId) => forgetBegun(rows, userId),
    grantBeingGiven: () => carrier.getStore() ?? null,
  });
  const auth = betterAuth(options);
  // The library begins to write at once, and for good: a failure is waited for by `opened`, and must not end the process before.
  const begun = auth.$context.then(
    () => null,
    (error: Error) => error,
  );
  const { type } = settings.database;
  const rowsOf = (db: Kysely<Tables>): AuthRows => authRows(db as unknown as Kysely<never>, type, options);
  const rows = rowsOf(settings.database.db);
  const [keys, credentials] = [ORGANIZATION_KEYS, AGENT_KEYS].map((configId) =>
    createKeyChecks({ configId, rows, limit, now, onFailed: useFailed(settings) }),
  ) as [KeyChecks, KeyChecks];

  return {
    async handle(request, address) {
      const response = await answerRoute(auth, rows, settings, request, address);
      if (new URL(request.url).pathname === `${AUTH_PATH}${DELETE_KEY_PATH}`) credentials.forgetRead();
      return response;
    },
    async session(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const { id, name, email, emailVerified } = found.user;
      return { sessionId: found.session.id, userId: id, name, email, verified: emailVerified };
    },
    rows: (transaction) => (transaction ? rowsOf(transaction) : rows),
    describeServer: () =>
      auth.handler(new Request(`${settings.publicUrl}/.well-known/oauth-authorization-server${AUTH_PATH}`)),
    async requestReset(email) {
      await auth.api.requestPasswordReset({ body: { email } });
    },
    issuer: createKeyIssuer(settings.newId, now),
    keys,
    credentials,
    passwords,
    limit,
    linking: createLinking({ ...settings, handler: auth.handler, rows, carrier }),
    async listKeys(orgId) {
      return (await rows.list('apikey', { referenceId: orgId, configId: ORGANIZATION_KEYS })).map(listedKey);
    },
    tables: libraryTables(options),
    async opened() {
      const failure = await begun;
      if (failure) throw failure;
    },
    async close() {
      await begun;
      await passwords.close();
    },
  };
}

const useFailed =
  ({ log }: Pick<AuthSettings, 'log'>) =>
  (error: Error): void =>
    log('warn', `the use of a key could not be stored: ${error.message}`);

const listedKey = ({ id, name, start, createdAt, expiresAt, lastRequest, permissions }: KeyRow): ListedKey => ({
  ...{ id, start, createdAt, expiresAt },
  name: name ?? '',
  lastUsedAt: lastRequest,
  scopes: scopesIn(permissions),
});
