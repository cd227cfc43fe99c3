/** Calls that carry a file: who sends one is known before it is read, and few are read at once. */
import { HTTP_LIMITS } from '@service/realtime-server/runtime';
import type { Caller } from '../callers/caller.js';
import { covers } from '../callers/may-call.js';
import { failure } from '../contract/errors.js';
import { isLarge } from '../contract/is-large.js';
import { FILE_PROCEDURES } from '../contract/paths.js';

/** Each holds its body several times while it is read. */
const AT_ONCE = 2;

/** Of a call that holds no file. */
export const tooLarge = (): Response =>
  Response.json(
    {
      code: 'too_large',
      message: `Send at most ${HTTP_LIMITS.jsonBytes / 1_024} KiB of JSON. Only ${[...FILE_PROCEDURES].join(' and ')} take more, for a file.`,
    },
    { status: 413 },
  );

/** Runs a call; one with a large body waits for no other. */
export type LargeCalls = (request: Request, caller: Caller, run: () => Promise<Response>) => Promise<Response>;

/** They throw UNAUTHORIZED and TOO_MANY_REQUESTS. An agent that may call nothing with a file is refused before its body is read. */
export function largeCalls(): LargeCalls {
  let going = 0;
  return async (request, caller, run) => {
    if (!isLarge(request)) return run();
    if (caller.kind === 'anonymous') throw failure('UNAUTHORIZED', 'Sign in.');
    if (caller.kind === 'agent' && ![...FILE_PROCEDURES].some((name) => covers(caller.permission, name, 'write')))
      return tooLarge();
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
