/** Calls that carry a file: who sends one is known before it is read, and few are read at once. */
import type { Caller } from '../callers/caller.js';
import { failure } from '../contract/errors.js';

/** Bytes. What every other call may have. */
const LARGE = 262_144;
/** Each holds its body several times while it is read. */
const AT_ONCE = 2;

/**
 * Runs a call; one with a large body waits for no other.
 * @throws UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export function largeCalls() {
  let going = 0;
  return async (request: Request, caller: Caller, run: () => Promise<Response>): Promise<Response> => {
    if (Number(request.headers.get('content-length') ?? 0) <= LARGE) return run();
    if (caller.kind === 'anonymous') throw failure('UNAUTHORIZED', 'Sign in.');
    if (going >= AT_ONCE)
      throw failure('TOO_MANY_REQUESTS', 'Other files are being taken in. Try again in some seconds.', {
        retryAfterSeconds: 5,
      });
    going += 1;
    try {
      return await run();
    } finally {
      going -= 1;
    }
  };
}
