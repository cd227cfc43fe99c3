/** The rows that the auth library stores, and the adapter through which they are read and written. */
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions } from 'better-auth';
import type { Kysely } from 'kysely';

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled?: boolean | null;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly locale: string;
  readonly website: string | null;
  /** JSON of a `Business`. */
  readonly business: string;
  readonly demo: boolean;
  readonly approved: boolean;
  readonly deletionRequestedAt: Date | null;
  /** Counts the changes, so that a change of an outdated copy is refused. */
  readonly version: number;
}

export interface MemberRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly suspended: boolean;
  readonly createdAt: Date;
}

export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  readonly status: 'pending' | 'accepted' | 'rejected' | 'canceled';
  readonly expiresAt: Date;
  readonly inviterId: string;
  /** SHA-256 of the secret in the link. */
  readonly secretHash: string;
  readonly createdAt: Date;
}

/** A browser in which a person is signed in. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** What the cookie holds, signed. It leaves the server in nothing else. */
  readonly token: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What was begun and waits for its second step: a link by which a password is chosen, a sign-in that asks for a code. */
export interface VerificationRow {
  readonly id: string;
  readonly identifier: string;
  /** Of those two, the account's id. */
  readonly value: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** How an account signs in. */
export interface AccountRow {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly providerId: 'credential';
  /** A hash. */
  readonly password: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface KeyRow {
  readonly id: string;
  readonly configId: string;
  /** Of a key of configuration `default`: the organization; of `agent`: the person. */
  readonly referenceId: string;
  readonly name: string | null;
  /** SHA-256 of the key. */
  readonly key: string;
  readonly start: string | null;
  readonly enabled: boolean | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
  readonly lastRequest: Date | null;
  /** JSON. */
  readonly permissions: string | null;
  /** Of a key of configuration `agent`: what it may do, and where. */
  readonly metadata: unknown;
}

/** A program that asks for access. It has registered itself: nothing of what it says of itself is checked. */
export interface ClientRow {
  readonly id: string;
  readonly clientId: string;
  readonly name: string | null;
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
}

export interface AccessTokenRow {
  readonly id: string;
  /** SHA-256. */
  readonly token: string;
  readonly clientId: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
  /** The grant. */
  readonly referenceId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

export interface ConsentRow {
  readonly id: string;
  readonly clientId: string;
  readonly referenceId: string | null;
}

const SCOPE_OF = 'workspace';

/** How scopes are stored in {@link KeyRow.permissions}. */
export const permissionsFor = (scopes: readonly string[]): Record<string, string[]> => ({ [SCOPE_OF]: [...scopes] });

/** `permissions`: as stored. */
export const scopesIn = (permissions: string | null): readonly string[] =>
  permissions === null ? [] : ((JSON.parse(permissions) as Record<string, string[]>)[SCOPE_OF] ?? []);

/** Matches one key of one organization. */
export const organizationKey = (orgId: string, id: string) =>
  ({ id, referenceId: orgId, configId: 'default' }) as const;

interface Rows {
  readonly apikey: KeyRow;
  readonly user: UserRow;
  readonly account: AccountRow;
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
  readonly invitation: InvitationRow;
  readonly session: SessionRow;
  readonly verification: VerificationRow;
  readonly oauthClient: ClientRow;
  readonly oauthAccessToken: AccessTokenRow;
  readonly oauthConsent: ConsentRow;
}

type Value = string | number | boolean | Date | null;
type Match<R> = { readonly [F in keyof R]?: Value | readonly string[] };

/** Rows whose time is in a period: the first moment is of it, the last not. */
export interface Between {
  readonly field: 'createdAt' | 'expiresAt' | 'deletionRequestedAt';
  readonly from?: Date;
  readonly to?: Date;
}

/** Rows whose time goes on. `now`: Unix milliseconds. */
export const notOver = (now: number): Between => ({ field: 'expiresAt', from: new Date(now) });

/** Typed access to the auth library's tables, inside a transaction or outside. */
export interface AuthRows {
  find<M extends keyof Rows>(model: M, match: Match<Rows[M]>): Promise<Rows[M] | null>;
  /** At most `limit` (default 1,000), the oldest first. */
  list<M extends keyof Rows>(
    model: M,
    match: Match<Rows[M]>,
    limit?: number,
    between?: readonly Between[],
  ): Promise<readonly Rows[M][]>;
  /** At most `limit` behind the id `after` (null: from the beginning), by their ids: those made earlier come first. */
  page<M extends keyof Rows>(
    model: M,
    match: Match<Rows[M]>,
    after: string | null,
    limit: number,
  ): Promise<readonly Rows[M][]>;
  count<M extends keyof Rows>(model: M, match: Match<Rows[M]>, between?: readonly Between[]): Promise<number>;
  create<M extends keyof Rows>(model: M, row: Rows[M]): Promise<Rows[M]>;
  /** Null when no row matches, for example because its version is another one. */
  update<M extends keyof Rows>(model: M, match: Match<Rows[M]>, change: Partial<Rows[M]>): Promise<Rows[M] | null>;
  remove<M extends keyof Rows>(model: M, match: Match<Rows[M]>, between?: readonly Between[]): Promise<number>;
}

const MOST_ROWS = 1_000;

/** `db`: a transaction, or the database itself. */
export function authRows(db: Kysely<never>, type: 'sqlite' | 'postgres', options: BetterAuthOptions): AuthRows {
  const adapter = kyselyAdapter(db, { type, transaction: false })(options);
  return {
    find: (model, match) => adapter.findOne({ model, where: whereOf(match) }),
    list: (model, match, limit = MOST_ROWS, between = []) => {
      const where = [...whereOf(match), ...between.flatMap(whereBetween)];
      return adapter.findMany({ model, where, limit, sortBy: { field: 'createdAt', direction: 'asc' } });
    },
    page: (model, match, after, limit) => {
      const behind = after === null ? [] : [{ field: 'id', value: after, operator: 'gt' as const }];
      const where = [...whereOf(match), ...behind];
      return adapter.findMany({ model, where, limit, sortBy: { field: 'id', direction: 'asc' } });
    },
    count: (model, match, between = []) =>
      adapter.count({ model, where: [...whereOf(match), ...between.flatMap(whereBetween)] }),
    create: (model, data) => adapter.create({ model, data: { ...data }, forceAllowId: true }),
    update: (model, match, change) => adapter.update({ model, where: whereOf(match), update: { ...change } }),
    remove: (model, match, between = []) =>
      adapter.deleteMany({ model, where: [...whereOf(match), ...between.flatMap(whereBetween)] }),
  };
}

const whereOf = (match: Match<unknown>) =>
  Object.entries(match as Record<string, Value | string[]>).map(([field, value]) =>
    Array.isArray(value) ? { field, value, operator: 'in' as const } : { field, value },
  );

const whereBetween = ({ field, from, to }: Between) => [
  ...(from ? [{ field, value: from, operator: 'gte' as const }] : []),
  ...(to ? [{ field, value: to, operator: 'lt' as const }] : []),
];
