import type { Passwords } from '../auth/passwords/password-queue.js';
import { failure } from '../contract/errors.js';
import { textIn } from '../contract/json-messages.js';
import { type AttemptLimits, RETRY_AFTER_SECONDS } from './attempt-limits.js';
import { isRead } from './origins/check-origin.js';

/** Until those who sign in now have done so. */
const BUSY_SECONDS = 10;

/**
 * Counts a request that brings a secret which could be guessed: by address, and by the account that its body names.
 * @param address null: our own machine, which is not counted
 * @throws TOO_MANY_REQUESTS
 */
export async function countAttempt(
  request: Request,
  address: string | null,
  limits: AttemptLimits,
  passwords: Pick<Passwords, 'isBusy'>,
): Promise<void> {
  if (passwords.isBusy())
    throw failure('TOO_MANY_REQUESTS', 'Many people sign in just now. Wait ten seconds, then try again.', {
      retryAfterSeconds: BUSY_SECONDS,
    });
  const email = isRead(request) ? null : await textIn(request, 'email');
  if (!limits.admit(address, email))
    throw failure('TOO_MANY_REQUESTS', 'Too many attempts. Wait five minutes, then try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
}
