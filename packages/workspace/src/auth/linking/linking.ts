/** The auth library's part in letting an agent in: it checks the request and the code, and stores the token. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { AUTH_PATH } from '../../contract/paths.js';
import type { AuthRows } from '../auth-rows.js';
import { TOKEN_PREFIX } from './provider.js';

/** What a client asks of a person, as the library has signed it. */
export interface AccessRequest {
  readonly clientId: string;
  readonly clientName: string;
  /** Where the person is sent afterwards. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

export interface LinkedToken {
  readonly grantId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly scopes: readonly string[];
}

export interface Linking {
  /** Null: it was changed on the way, or has expired. `signed`: as the library has put it into the address. */
  read(signed: string): Promise<AccessRequest | null>;
  /** @returns the address at which the client waits for the answer; null where the library refuses it */
  answer(headers: Headers, signed: string, answer: Answer): Promise<string | null>;
  /** Null: it is wrong, has expired, or has been revoked. */
  findToken(token: string): Promise<LinkedToken | null>;
}

export type Answer =
  | { readonly accept: false }
  | { readonly accept: true; readonly grantId: string; readonly scopes: readonly string[] };

export interface LinkingParts {
  readonly handler: (request: Request) => Promise<Response>;
  readonly rows: AuthRows;
  readonly publicUrl: string;
  /** Carries the id of a grant to {@link grantCarrier}'s reader. */
  readonly carrier: AsyncLocalStorage<string>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export const grantCarrier = (): AsyncLocalStorage<string> => new AsyncLocalStorage();

export function createLinking({ handler, rows, publicUrl, carrier, now }: LinkingParts): Linking {
  const ask = async (path: string, headers: Headers, body: object): Promise<Record<string, unknown> | null> => {
    const sent = new Headers({
      'content-type': 'application/json',
      accept: 'application/json',
      origin: new URL(publicUrl).origin,
    });
    const cookie = headers.get('cookie');
    if (cookie !== null) sent.set('cookie', cookie);
    const request = new Request(publicUrl + AUTH_PATH + path, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    });
    const response = await handler(request);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
  };

  return {
    async read(signed) {
      const query = new URLSearchParams(signed);
      const [clientId, redirectUri] = [query.get('client_id'), query.get('redirect_uri')];
      if (clientId === null || redirectUri === null) return null;
      const body = { client_id: clientId, oauth_query: signed };
      if (!(await ask('/oauth2/public-client-prelogin', new Headers(), body))) return null;
      const client = await rows.find('oauthClient', { clientId });
      if (!client) return null;
      const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
      return { clientId, clientName: client.name ?? '', redirectUri, scopes };
    },
    async answer(headers, signed, answer) {
      const consent = (body: object) => ask('/oauth2/consent', headers, { ...body, oauth_query: signed });
      const answered = answer.accept
        ? await carrier.run(answer.grantId, () => consent({ accept: true, scope: answer.scopes.join(' ') }))
        : await consent({ accept: false });
      return typeof answered?.url === 'string' ? answered.url : null;
    },
    async findToken(token) {
      if (!token.startsWith(TOKEN_PREFIX)) return null;
      const hash = createHash('sha256').update(token.slice(TOKEN_PREFIX.length)).digest('base64url');
      const row = await rows.find('oauthAccessToken', { token: hash });
      if (!row?.userId || !row.sessionId || !row.referenceId || timeOf(row.expiresAt) <= now()) return null;
      const session = await rows.find('session', { id: row.sessionId, userId: row.userId });
      if (!session || timeOf(session.expiresAt) <= now()) return null;
      return { grantId: row.referenceId, userId: row.userId, sessionId: row.sessionId, scopes: row.scopes };
    },
  };
}

const timeOf = (date: Date): number => new Date(date).getTime();
