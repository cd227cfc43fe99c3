import { REQUEST_ERRORS, type RequestErrorCode, type ServerFrame } from '@service/protocol';

/** What an overloaded server asks clients to wait, in milliseconds. Clients add their own jitter. */
export const BUSY_RETRY_MS = 5_000;

/** `re` names the frame that is refused. */
export function requestError(code: RequestErrorCode, re?: string, retryAfterMs?: number): ServerFrame {
  const { message, retry } = REQUEST_ERRORS[code];
  return {
    t: 'error',
    code,
    message,
    retry,
    ...(re !== undefined && { re }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
