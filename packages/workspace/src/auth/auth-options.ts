/** How the auth library is set up. Everything that it can do beyond this package's needs is off, or is not on the list of routes. */
import { apiKey } from '@better-auth/api-key';
import type { BetterAuthOptions } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { organization, twoFactor } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { AUTH_PATH } from '../contract/paths.js';
import type { Database } from '../database/database.js';
import { SCHEMA } from '../database/postgres.js';
import { accessProvider, type ProviderSettings } from './linking/provider.js';
import type { Passwords } from './passwords/password-queue.js';

/** Header by which the server says where a request comes from. What a client sends under this name is dropped. */
export const ADDRESS_HEADER = 'x-service-client-address';
/** Seven days: the specification's "Human session". */
export const SESSION_SECONDS = 7 * 24 * 3_600;
export const PASSWORD = { min: 10, max: 128 } as const;
const RESET_SECONDS = 3_600;
const VERIFY_SECONDS = 24 * 3_600;
const DAY_SECONDS = 24 * 3_600;
/** How long an agent's credential lasts: the specification's "POST /api/agents/credentials". */
export const AGENT_SECONDS = { default: 7 * DAY_SECONDS, most: 30 * DAY_SECONDS } as const;

export type KeyConfiguration = 'default' | 'agent';

export interface Mails {
  sendReset(to: { readonly email: string; readonly name: string }, token: string): Promise<void>;
  sendVerification(to: { readonly email: string; readonly name: string }, token: string): Promise<void>;
}

export interface AuthSettings {
  readonly database: Database;
  /** Signs cookies and tokens. */
  readonly secret: string;
  /** As browsers reach the console: `https://console.example.com`. */
  readonly publicUrl: string;
  readonly mails: Mails;
  readonly newId: (model: string) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: (level: 'error' | 'warn', message: string) => void;
  readonly passwordCost?: number | undefined;
}

export interface OptionParts {
  readonly passwords: Passwords;
  /** A password was chosen by a link. */
  readonly onReset: (userId: string) => Promise<void>;
  readonly grantBeingGiven: ProviderSettings['grantBeingGiven'];
}

export function authOptions(settings: AuthSettings, { passwords, onReset, grantBeingGiven }: OptionParts) {
  const { database, secret, publicUrl, mails, newId, log } = settings;
  const secure = isSecure(publicUrl);
  return {
    appName: 'Service',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: [publicUrl],
    database: {
      db: database.db,
      type: database.type,
      transaction: true,
      ...(database.type === 'postgres' && { schemaName: SCHEMA }),
    },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by the owner link, an invitation, or the installation's admin.
      disableSignUp: true,
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: PASSWORD.max,
      password: passwords,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => onReset(user.id),
      sendResetPassword: ({ user, token }) => mails.sendReset(user, token),
    },
    emailVerification: {
      expiresIn: VERIFY_SECONDS,
      sendVerificationEmail: ({ user, token }) => mails.sendVerification(user, token),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_SECONDS },
    // Ours is in front: it counts by address and by account, and covers the procedures too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log(level, message) {
        // The first is logged at each start on SQLite, which has no arrays; the second for each wrong key, which is answered and counted.
        if (/Expected .* but got|^Failed to validate API key/.test(message)) return;
        log(level === 'error' ? 'error' : 'warn', message);
      },
    },
    onAPIError: {
      // Refusals are answers. By itself the library writes each of them to the error output.
      onError(error) {
        if (isAPIError(error) && error.status !== 'INTERNAL_SERVER_ERROR') return;
        log('error', `the auth library failed: ${(error as Error).message}`);
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(model) },
    },
    plugins: plugins(accessProvider({ publicUrl, grantBeingGiven, tokenSeconds: SESSION_SECONDS })),
  } satisfies BetterAuthOptions;
}

const KEYS = { apiKey: ['create', 'read', 'update', 'delete'] } as const;
const accessControl = createAccessControl(KEYS);
/** What the library itself asks of a member: keys are for owners and admins. All else is decided by `callers/may-call.ts`. */
const ACCESS = {
  owner: accessControl.newRole(KEYS),
  admin: accessControl.newRole(KEYS),
  member: accessControl.newRole({ apiKey: [] }),
};

const plugins = (provider: ReturnType<typeof accessProvider>) =>
  [
    provider,
    twoFactor({ issuer: 'Service' }),
    organization({
      ac: accessControl,
      roles: ACCESS,
      allowUserToCreateOrganization: false,
      schema: {
        organization: {
          additionalFields: {
            timeZone: { type: 'string', required: true },
            locale: { type: 'string', required: true },
            website: { type: 'string', required: false },
            business: { type: 'string', required: true },
            demo: { type: 'boolean', required: true },
            approved: { type: 'boolean', required: true },
            deletionRequestedAt: { type: 'date', required: false },
            version: { type: 'number', required: true },
          },
        },
        member: { additionalFields: { suspended: { type: 'boolean', required: true, defaultValue: false } } },
        invitation: { additionalFields: { secretHash: { type: 'string', required: true, returned: false } } },
      },
    }),
    apiKey([
      {
        configId: 'default',
        references: 'organization',
        requireName: true,
        enableMetadata: true,
        // `key-checks.ts` counts.
        rateLimit: { enabled: false },
        keyExpiration: { defaultExpiresIn: null, minExpiresIn: 0, maxExpiresIn: 3_650 },
      },
      {
        configId: 'agent',
        references: 'user',
        requireName: true,
        enableMetadata: true,
        rateLimit: { enabled: false },
        keyExpiration: {
          defaultExpiresIn: AGENT_SECONDS.default,
          minExpiresIn: 0,
          maxExpiresIn: AGENT_SECONDS.most / DAY_SECONDS,
        },
      },
    ]),
  ] as const satisfies BetterAuthOptions['plugins'];

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** A name with the prefix `__Host-` is taken by browsers from this host alone, over https, for all paths. */
const cookiePrefix = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-service' : 'service');

/** Name of the cookie by which a person is signed in. */
export const sessionCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`;
