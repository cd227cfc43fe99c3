/** What of a program's registration is taken: a name, where it waits, and nothing that it says of itself beyond that. */
import { withoutHidden } from '@service/protocol';
import { SCOPES } from './provider.js';

export type Registration =
  | { readonly ok: true; readonly body: object }
  | { readonly ok: false; readonly error: string; readonly description: string };

const MOST_REDIRECTS = 10;
const MOST_ADDRESS = 2_000;
const MOST_NAME = 80;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const METHODS: ReadonlySet<unknown> = new Set(['none', 'client_secret_post', 'client_secret_basic']);

const NO_REDIRECT = {
  ok: false,
  error: 'invalid_redirect_uri',
  description: `Name 1 to ${MOST_REDIRECTS} redirect addresses: https, or http on the person's own machine. Other schemes are refused.`,
} as const;

/** `asked`: the body as it came. A wish for more than we grant (refresh tokens, other scopes) is left out, as RFC 7591 lets a server do. */
export function registrationOf(asked: unknown): Registration {
  const { redirect_uris: redirects, client_name: name, token_endpoint_auth_method: method } = fieldsOf(asked);
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MOST_REDIRECTS) return NO_REDIRECT;
  if (!redirects.every(isAllowedRedirect)) return NO_REDIRECT;
  const isNative = redirects.some((uri) => new URL(uri).protocol === 'http:');
  return {
    ok: true,
    body: {
      redirect_uris: redirects,
      client_name: nameOf(name),
      // What says nothing is a program without a secret: PKCE protects it.
      token_endpoint_auth_method: METHODS.has(method) ? method : 'none',
      application_type: isNative ? 'native' : 'web',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: SCOPES.join(' '),
    },
  };
}

const fieldsOf = (asked: unknown): Readonly<Record<string, unknown>> =>
  typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>) : {};

function nameOf(given: unknown): string {
  const name =
    typeof given === 'string'
      ? withoutHidden(given)
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
      : '';
  return [...name].slice(0, MOST_NAME).join('') || 'A program without a name';
}

function isAllowedRedirect(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > MOST_ADDRESS || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
