/**
 * Slows who guesses keys. Wrong keys are logged, and an address that tries many different ones has to wait: until then its keys are not
 * compared at all. The same wrong key again, as from a page that was left open, is no guess.
 */
import { createHash } from 'node:crypto';
import { HTTP_LIMITS } from '../limits.js';
import type { From } from '../network/client-address.js';
import { TokenBucket } from '../token-bucket.js';
import { putLast } from './put-last.js';

/** Wrong keys that are remembered of an address, as hashes. */
const REMEMBERED = 8;
const ADDRESSES = 10_000;

interface Guesses {
  readonly bucket: TokenBucket;
  readonly hashes: Set<string>;
  waitUntil: number;
}

/** Until there is a token again. */
const LONGEST_WAIT_MS = Math.ceil(1_000 / HTTP_LIMITS.wrongKeysPerSecond);

export interface KeyGuardDeps {
  readonly now: () => number;
  /** A key was wrong, or not looked at because the address has to wait. */
  readonly onWrong: (address: string) => void;
}

export class KeyGuard {
  /** The address that tried a new key last is the last one. */
  private readonly guesses = new Map<string, Guesses>();

  constructor(private readonly deps: KeyGuardDeps) {}

  /** How long this address has to wait before a key of it is compared; milliseconds, 0: not at all. */
  waitMs({ address, group }: From): number {
    const guesses = group === null ? undefined : this.guesses.get(group);
    const left = Math.max(0, (guesses?.waitUntil ?? 0) - this.deps.now());
    // It is more when the clock was set back.
    const wait = Math.min(left, LONGEST_WAIT_MS);
    if (wait > 0) this.deps.onWrong(address);
    return wait;
  }

  /** A key of this address was compared, and is wrong. */
  wrong({ address, group }: From, key: string): void {
    this.deps.onWrong(address);
    if (group !== null) this.count(group, key);
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.guesses.size;
  }

  private count(group: string, key: string): void {
    const now = this.deps.now();
    const guesses = this.guesses.get(group) ?? {
      bucket: new TokenBucket(HTTP_LIMITS.wrongKeysPerSecond, HTTP_LIMITS.wrongKeyBurst, now),
      hashes: new Set<string>(),
      waitUntil: 0,
    };
    const hash = createHash('sha256').update(key).digest('base64url');
    if (guesses.hashes.delete(hash)) return void guesses.hashes.add(hash);
    guesses.hashes.add(hash);
    const [oldest] = guesses.hashes;
    if (guesses.hashes.size > REMEMBERED && oldest !== undefined) guesses.hashes.delete(oldest);
    const verdict = guesses.bucket.take(now);
    if (!verdict.ok) guesses.waitUntil = now + verdict.retryAfterMs;
    putLast(this.guesses, group, guesses, ADDRESSES);
  }
}
