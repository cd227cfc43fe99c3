/** How a page says who its visitor is: with a function that asks the site's own server, which alone can sign it (docs/identity). */
import { IDENTITY_LIMITS } from '../limits.js';

/** Goes with the question to the site's server, unchanged: the token that comes back is then good for this browser only. */
export interface IdentityQuestion {
  /** 22 to 43 characters of base64url. */
  readonly nonce: string;
}

/**
 * Asked whenever a token is needed, and never before the visitor has agreed to the chat. Gives a fresh token, or null when
 * no user is logged in. One that throws, hangs for eight seconds or gives anything else is tried again later.
 */
export type GetIdentityToken = (question: IdentityQuestion) => string | null | Promise<string | null>;

/** The same for React, where a function is a new one in every render. */
export interface SiteIdentity {
  /** Your own id of the user. Another one is another person, with a chat of their own. Compared only; the token says who it is. */
  readonly user: string;
  /** Asks your server for a token; always the function of the latest render is called. */
  readonly getToken: GetIdentityToken;
}

/** Whether this may be a token at all: three parts of base64url. What it says is the server's to judge. */
export function isIdentityToken(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= IDENTITY_LIMITS.identityBytes && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)
  );
}
