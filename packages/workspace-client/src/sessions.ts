/** Signing in and out, and what protects an account: the routes of `/api/auth` that a person needs. The session is a cookie, which no script can read. */
import { json, send, type WorkspaceResult } from './send.js';

export type SignIn = { readonly next: 'signed-in' } | { readonly next: 'one-time-code' };

export interface Sessions {
  signIn(email: string, password: string): Promise<WorkspaceResult<SignIn>>;
  /** The second step where the account has one: the six digits of the app. */
  confirm(code: string): Promise<WorkspaceResult<unknown>>;
  /** The second step without the app: one of the backup codes, which works once. */
  confirmByBackupCode(code: string): Promise<WorkspaceResult<unknown>>;
  signOut(): Promise<WorkspaceResult<unknown>>;
  /** Sends a mail with a link, where there is a mail server. Answers alike whether there is such an account or not. */
  requestReset(email: string): Promise<WorkspaceResult<unknown>>;
  /** `token`: of the link. Ends all sessions of the account. */
  resetPassword(token: string, password: string): Promise<WorkspaceResult<unknown>>;
  verifyEmail(token: string): Promise<WorkspaceResult<unknown>>;
  /** Who is signed in, also where the address isn't confirmed yet. Null: no one. */
  address(): Promise<WorkspaceResult<string | null>>;
  /** Sends the mail again by which the address is confirmed. `email`: of the account that is signed in. */
  sendVerification(email: string): Promise<WorkspaceResult<unknown>>;
  /** Ends all other sessions of the account. */
  changePassword(current: string, next: string): Promise<WorkspaceResult<unknown>>;
  /** Begins two-step sign-in. It is on after {@link Sessions.confirm} has taken a first code. */
  beginTwoStep(password: string): Promise<WorkspaceResult<TwoStep>>;
  endTwoStep(password: string): Promise<WorkspaceResult<unknown>>;
  /** New backup codes in the place of the old ones. */
  renewBackupCodes(password: string): Promise<WorkspaceResult<Pick<TwoStep, 'backupCodes'>>>;
}

/** What an app needs to show codes. Answered once. */
export interface TwoStep {
  /** `otpauth://…`, with the secret. */
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Codes of errors after which the second step is over, and the password is asked for again. */
export const STEP_OVER: ReadonlySet<string> = new Set([
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'INVALID_TWO_FACTOR_COOKIE',
  'ACCOUNT_TEMPORARILY_LOCKED',
]);

export function createSessions(baseUrl = '', fetchIt: typeof fetch = (...given) => fetch(...given)): Sessions {
  const post = <T>(path: string, body: object): Promise<WorkspaceResult<T>> =>
    send(fetchIt, `${baseUrl}/api/auth${path}`, json(body));
  const get = <T>(path: string): Promise<WorkspaceResult<T>> => send(fetchIt, `${baseUrl}/api/auth${path}`);
  return {
    async signIn(email, password) {
      const result = await post<{ readonly twoFactorRedirect?: boolean }>('/sign-in/email', { email, password });
      if (!result.ok) return result;
      return { ok: true, value: { next: result.value.twoFactorRedirect ? 'one-time-code' : 'signed-in' } };
    },
    confirm: (code) => post('/two-factor/verify-totp', { code }),
    confirmByBackupCode: (code) => post('/two-factor/verify-backup-code', { code }),
    signOut: () => post('/sign-out', {}),
    requestReset: (email) => post('/request-password-reset', { email }),
    resetPassword: (token, newPassword) => post('/reset-password', { token, newPassword }),
    verifyEmail: (token) => get(`/verify-email?token=${encodeURIComponent(token)}`),
    async address() {
      const result = await get<{ readonly user: { readonly email: string } } | null>('/get-session');
      return result.ok ? { ok: true, value: result.value?.user.email ?? null } : result;
    },
    sendVerification: (email) => post('/send-verification-email', { email }),
    changePassword: (currentPassword, newPassword) =>
      post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    beginTwoStep: (password) => post('/two-factor/enable', { password }),
    endTwoStep: (password) => post('/two-factor/disable', { password }),
    renewBackupCodes: (password) => post('/two-factor/generate-backup-codes', { password }),
  };
}
