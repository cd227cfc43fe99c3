/** What the auth library answers when it refuses, as sentences that say what to do next. */
import { isJson, textIn, withJson } from '../../contract/json-messages.js';
import { PASSWORD } from '../auth-options.js';

const LINK_OVER = 'This link was used, or has expired. Ask for a new one.';
const SIGN_IN_AGAIN = 'Sign in with your password again.';

/** By the library's codes. */
const MESSAGES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Your session has ended. Sign in again.',
  INVALID_EMAIL_OR_PASSWORD: 'The email address or the password is wrong. Try again, or ask for a new password.',
  INVALID_PASSWORD: 'This is not your password. Try again.',
  PASSWORD_TOO_SHORT: `Use at least ${PASSWORD.min} characters.`,
  PASSWORD_TOO_LONG: `Use at most ${PASSWORD.max} characters.`,
  INVALID_CODE:
    'This code is wrong. Enter the one that your app shows now. If none works, check the clock of your phone.',
  INVALID_BACKUP_CODE: 'This backup code is wrong, or was used. Try another one.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: `Too many wrong codes. ${SIGN_IN_AGAIN}`,
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes: none is taken for 15 minutes. Try again then.',
  INVALID_TWO_FACTOR_COOKIE: `This sign-in is over. ${SIGN_IN_AGAIN}`,
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is on already. Turn it off first, to set it up with another app.',
  TOTP_NOT_ENABLED: 'Two-step sign-in is off. Set it up first.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is off. Set it up first.',
  EMAIL_ALREADY_VERIFIED: 'This address is confirmed already.',
  INVALID_TOKEN: LINK_OVER,
  TOKEN_EXPIRED: LINK_OVER,
};

/** The answer with our message, where it is a refusal that the table knows. */
export async function withClearMessage(response: Response): Promise<Response> {
  if (response.ok || !isJson(response)) return response;
  const code = await textIn(response, 'code');
  if (code === null || !Object.hasOwn(MESSAGES, code)) return response;
  return withJson(response, { code, message: MESSAGES[code] });
}
