/**
 * A request by which an inbox asks a service of its own, signed so that the service knows who asks. The body is built once,
 * as bytes, and the signature covers exactly these: id and time are inside, because headers are not signed. The receiving
 * end is `verifyServiceRequest` in embed-sdk/server, and both are held to the same vectors.
 *
 * All attempts together have one deadline, and send the same bytes under the same `Idempotency-Key`. Only a connection that
 * could not be made is tried again: once a request was sent, whatever becomes of it, the service may have carried it out, and
 * it is not repeated. The error names the outcome, and the log keeps the id, by which the two sides compare.
 */
import { createHmac } from 'node:crypto';
import { type BackoffPolicy, backoff } from '@service/protocol';
import { type Destination, DestinationError } from './destination.js';
import { internet, type Network, sendPinned } from './pinned-request.js';

const SIGNED_REQUEST = {
  /** For all attempts together. */
  deadlineMs: 10_000,
  answerBytes: 64 * 1_024,
  tries: 3,
} as const;

/** The first pause is 0.25 to 0.75 seconds. */
const RETRY_POLICY: BackoffPolicy = { baseMs: 750, maxMs: 1_500, jitter: 2 / 3 };

export interface Signing {
  /** Names the secret, so that a receiver with two of them knows which one was used. */
  readonly keyId: string;
  /** As it was shown (UTF-8), at least 32 characters. */
  readonly secret: string;
}

export interface SignedMessage {
  /** Stable for all attempts of all nodes. */
  readonly id: string;
  readonly inbox: string;
  readonly type: string;
  readonly data: unknown;
}

export interface RetryClock {
  /** Unix milliseconds. */
  now(): number;
  /** Uniform in [0, 1). */
  fraction(): number;
  /** Rejects when aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What is sent: the bytes, and the headers that go with them. */
export function signedRequest({ id, inbox, type, data }: SignedMessage, signing: Signing, ts: number) {
  // An empty secret would be one that everybody knows.
  if (Buffer.byteLength(signing.secret) < 32) throw new TypeError('A signing secret must have at least 32 characters.');
  const body = Buffer.from(JSON.stringify({ id, ts, inbox, type, data }), 'utf8');
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      Accept: 'application/json',
      'User-Agent': 'service-realtime/1',
      'X-Service-Signature': `sha256=${createHmac('sha256', signing.secret).update(body).digest('hex')}`,
      'X-Service-Key-Id': signing.keyId,
      'Idempotency-Key': id,
    },
  } as const;
}

/**
 * Sends once a connection can be made, and returns the answer of the 2xx kind, parsed.
 * @throws {DestinationError}
 */
export async function sendSigned(
  destination: Destination,
  outgoing: SignedMessage,
  signing: Signing,
  times: RetryClock,
  { signal, network = internet }: { readonly signal?: AbortSignal; readonly network?: Network } = {},
): Promise<unknown> {
  const start = times.now();
  const end = start + SIGNED_REQUEST.deadlineMs;
  const { body, headers } = signedRequest(outgoing, signing, start);
  for (let tried = 1; ; tried++) {
    try {
      const answer = await sendPinned(
        destination,
        {
          method: 'POST',
          headers,
          body,
          deadlineMs: Math.max(1, end - times.now()),
          mostBytes: SIGNED_REQUEST.answerBytes,
          ...(signal && { signal }),
        },
        network,
      );
      if (answer.status < 200 || answer.status > 299) throw new DestinationError('destination_status', answer.status);
      return parsed(answer.body);
    } catch (error) {
      const pauseMs = backoff(tried - 1, times.fraction(), RETRY_POLICY);
      const late = times.now() + pauseMs >= end;
      if (signal?.aborted || late || tried >= SIGNED_REQUEST.tries || !mayRepeat(error)) throw error;
      await times.pause(pauseMs, signal);
    }
  }
}

/** Nothing was sent. */
function mayRepeat(error: unknown): boolean {
  return error instanceof DestinationError && error.code === 'destination_unreachable';
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new DestinationError('destination_answer');
  }
}
