/**
 * The routes of the auth library that are reachable. It brings many more; each of them would be a second way to do what only a
 * procedure may do. What is not on this list is answered like an address at which there is nothing.
 */

type Methods = readonly ('GET' | 'POST')[];

const ALLOWED: Readonly<Record<string, Methods>> = {
  '/sign-in/email': ['POST'],
  '/sign-out': ['POST'],
  '/get-session': ['GET'],
  '/list-sessions': ['GET'],
  '/revoke-session': ['POST'],
  '/revoke-other-sessions': ['POST'],
  '/change-password': ['POST'],
  '/request-password-reset': ['POST'],
  '/reset-password': ['POST'],
  '/send-verification-email': ['POST'],
  '/verify-email': ['GET'],
  '/two-factor/enable': ['POST'],
  '/two-factor/disable': ['POST'],
  '/two-factor/verify-totp': ['POST'],
  '/two-factor/verify-backup-code': ['POST'],
  '/two-factor/generate-backup-codes': ['POST'],
  '/oauth2/authorize': ['GET'],
  '/oauth2/token': ['POST'],
  '/oauth2/register': ['POST'],
  '/oauth2/revoke': ['POST'],
  '/api-key/list': ['GET'],
  '/api-key/delete': ['POST'],
};

/** `path`: below `/api/auth`. */
export function isAllowed(method: string, path: string): boolean {
  const methods: readonly string[] | undefined = Object.hasOwn(ALLOWED, path) ? ALLOWED[path] : undefined;
  return methods?.includes(method) ?? false;
}
