/**
 * Whether a request really comes from the service: `X-Service-Signature` carries `sha256=` and the HMAC-SHA-256, in hex, over
 * the exact bytes of the body. What must be true: the bytes are checked before anybody parses them, in constant time. Byte
 * by byte: test/service-request-vectors.json.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A web `Headers`, or the object that Node makes of them (names in lower case). */
export type ServiceHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is measured by the clock. */
export interface ServiceRequestOptions {
  /** Unix milliseconds. Default: now. */
  readonly now?: number | undefined;
  /** How far `ts` in the body may be from now, milliseconds. Default five minutes. */
  readonly toleranceMs?: number | undefined;
}

/** Whether the request is the service’s own, and what it says. */
export type ServiceVerdict =
  | {
      readonly ok: true;
      /** Stays the same when the request is repeated: keep it for a day, and do nothing the second time. */
      readonly id: string | null;
      /** When it was made, Unix milliseconds, if the body says so. */
      readonly ts: number | null;
      /** The body, parsed. */
      readonly body: unknown;
    }
  | { readonly ok: false; readonly reason: 'signature' | 'body' | 'id' | 'stale' };

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;
const TOLERANCE_MS = 300_000;

/**
 * `rawBody`: the bytes as they arrived; a body that was parsed and written again has other bytes. `secrets`: those of the
 * connection that are valid now, each as it was shown (UTF-8). The signature does not cover headers, so the time and the id
 * are believed only from the body. Throws `TypeError` when a secret is none; whatever the request is, it is a verdict.
 */
export function verifyServiceRequest(
  rawBody: Uint8Array,
  headers: ServiceHeaders,
  secrets: readonly string[],
  { now = Date.now(), toleranceMs = TOLERANCE_MS }: ServiceRequestOptions = {},
): ServiceVerdict {
  // An empty secret would be one that everybody knows.
  if (secrets.some((secret) => Buffer.byteLength(secret) < 32))
    throw new TypeError('secrets: each must have at least 32 characters.');
  const given = SIGNATURE.exec(headerOf(headers, 'x-service-signature') ?? '')?.[1];
  // Every secret is tried, whether or not an earlier one fits: how long it takes says nothing.
  const fits = secrets.map((secret) => given !== undefined && isSignedBy(rawBody, secret, given));
  if (!fits.includes(true)) return { ok: false, reason: 'signature' };

  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return { ok: false, reason: 'body' };
  }
  const { id, ts } = (typeof body === 'object' && body !== null ? body : {}) as { id?: unknown; ts?: unknown };
  const idempotencyKey = headerOf(headers, 'idempotency-key');
  if (typeof id === 'string' && idempotencyKey !== null && idempotencyKey !== id) return { ok: false, reason: 'id' };
  if (typeof ts === 'number' && !(Math.abs(now - ts) <= toleranceMs)) return { ok: false, reason: 'stale' };
  return {
    ok: true,
    id: typeof id === 'string' ? id : idempotencyKey,
    ts: typeof ts === 'number' ? ts : null,
    body,
  };
}

function isSignedBy(bytes: Uint8Array, secret: string, hex: string): boolean {
  return timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), Buffer.from(hex, 'hex'));
}

function headerOf(headers: ServiceHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name);
  const value = (headers as Record<string, string | readonly string[] | undefined>)[name];
  // Sent twice, it is no answer.
  return typeof value === 'string' ? value : null;
}
