/** Signing in and out: the few routes of `/api/auth` that a person needs. The session is a cookie, which no script can read. */
import { json, send, type WorkspaceResult } from './send.js';

export type SignIn = { readonly next: 'signed-in' } | { readonly next: 'one-time-code' };

export interface Sessions {
  signIn(email: string, password: string): Promise<WorkspaceResult<SignIn>>;
  /** The second step where the account has one: the six digits of the app. */
  confirm(code: string): Promise<WorkspaceResult<unknown>>;
  signOut(): Promise<WorkspaceResult<unknown>>;
  /** Sends a mail with a link, where there is a mail server. Answers alike whether there is such an account or not. */
  requestReset(email: string): Promise<WorkspaceResult<unknown>>;
  /** `token`: of the link. Ends all sessions of the account. */
  resetPassword(token: string, password: string): Promise<WorkspaceResult<unknown>>;
  verifyEmail(token: string): Promise<WorkspaceResult<unknown>>;
}

export function createSessions(baseUrl = '', fetchIt: typeof fetch = (...given) => fetch(...given)): Sessions {
  const post = <T>(path: string, body: object): Promise<WorkspaceResult<T>> =>
    send(fetchIt, `${baseUrl}/api/auth${path}`, json(body));
  return {
    async signIn(email, password) {
      const result = await post<{ readonly twoFactorRedirect?: boolean }>('/sign-in/email', { email, password });
      if (!result.ok) return result;
      return { ok: true, value: { next: result.value.twoFactorRedirect ? 'one-time-code' : 'signed-in' } };
    },
    confirm: (code) => post('/two-factor/verify-totp', { code }),
    signOut: () => post('/sign-out', {}),
    requestReset: (email) => post('/request-password-reset', { email }),
    resetPassword: (token, newPassword) => post('/reset-password', { token, newPassword }),
    verifyEmail: (token) => send(fetchIt, `${baseUrl}/api/auth/verify-email?token=${encodeURIComponent(token)}`),
  };
}
