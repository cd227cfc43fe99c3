import type { GetIdentityToken } from '@service/protocol';
import type { EffectContext } from '../../state/feature.js';
import { requestSiteToken, type SiteToken } from './site-token.js';
import type { IdentityInput } from './types.js';

/** Asks the page's function: one tab at a time, and never twice for one connection. */
export interface TokenSource {
  readonly asking: Promise<SiteToken | null> | null;
  /** A token that is still good, or a new one. Null: there is none; the reducer has the reason. */
  get(): Promise<SiteToken | null>;
  /** A connection waits for the answer. */
  setAwaited(awaited: boolean): void;
  replaceFunction(getToken: GetIdentityToken): void;
  forgetToken(): void;
  /** Ignores the answer that is under way. */
  cancel(): void;
}

export function createTokenSource(
  given: GetIdentityToken,
  { ports, root, dispatch }: EffectContext<IdentityInput>,
): TokenSource {
  let getToken = given;
  let token: SiteToken | null = null;
  let asking: Promise<SiteToken | null> | null = null;
  let isAwaited = false;

  const ask = (): Promise<SiteToken | null> => {
    /** Undefined: the function failed. An answer to an earlier question (another function, or a sign-out since) changes nothing. */
    const answered = (answer: SiteToken | null | undefined): SiteToken | null => {
      if (asking !== mine) return null;
      asking = null;
      token = answer ?? null;
      const wasAwaited = isAwaited;
      isAwaited = false;
      if (answer) dispatch({ type: 'token-received', subject: answer.subject, isAwaited: wasAwaited });
      else dispatch({ type: answer === null ? 'not-signed-in' : 'token-failed' });
      return token;
    };
    const mine: Promise<SiteToken | null> = ports.tabs
      .alone(`${root}identity`, () => requestSiteToken(getToken, ports))
      .then(answered, () => answered(undefined));
    asking = mine;
    return mine;
  };

  return {
    get asking() {
      return asking;
    },
    get: () => (token && ports.clock.now() < token.goodUntil ? Promise.resolve(token) : (asking ?? ask())),
    setAwaited(awaited) {
      isAwaited = awaited;
    },
    replaceFunction(other) {
      getToken = other;
      token = asking = null;
      isAwaited = false;
    },
    forgetToken() {
      token = null;
    },
    cancel() {
      asking = null;
    },
  };
}
