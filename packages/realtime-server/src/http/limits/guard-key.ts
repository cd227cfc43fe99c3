/**
 * The door of an API that one key opens. Wrong keys are logged, and an address that tries many different ones has to wait:
 * until then its keys are not compared at all. The same wrong key again, as from a page that was left open, is no guess.
 */
import { createHash } from 'node:crypto';
import { HTTP_LIMITS } from '../../runtime/limits.js';
import { countedGroup } from '../../runtime/network/client-address.js';
import { putLast } from '../../runtime/shares/put-last.js';
import { TokenBucket } from '../../runtime/token-bucket.js';

/** Wrong keys that are remembered of an address, as hashes. */
const REMEMBERED = 8;
const ADDRESSES = 10_000;

export type KeyVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly wait: null }
  /** Come back in so many milliseconds. */
  | { readonly ok: false; readonly wait: number };

interface Guesses {
  readonly bucket: TokenBucket;
  readonly hashes: Set<string>;
  waitUntil: number;
}

export interface KeyGuardDeps {
  /** True when the `Authorization` header carries the key. */
  readonly opens: (authorization: string | undefined) => boolean;
  readonly now: () => number;
  /** Our own proxies report the addresses. */
  readonly proxied: boolean;
  /** A key was wrong, or not looked at because the address has to wait. */
  readonly onWrong: (address: string) => void;
}

export class KeyGuard {
  /** The address that tried a new key last is the last one. */
  private readonly guesses = new Map<string, Guesses>();

  constructor(private readonly deps: KeyGuardDeps) {}

  check(address: string, authorization: string | undefined): KeyVerdict {
    const { opens, now, onWrong } = this.deps;
    const group = countedGroup(address, this.deps.proxied);
    const before = group === null ? undefined : this.guesses.get(group);
    const wait = (before?.waitUntil ?? 0) - now();
    if (wait > 0) {
      onWrong(address);
      return { ok: false, wait };
    }
    if (opens(authorization)) return { ok: true };
    // No key at all is a mistake of a program, and tells nothing about the key.
    if (authorization === undefined) return { ok: false, wait: null };
    onWrong(address);
    if (group !== null) this.count(group, authorization);
    return { ok: false, wait: null };
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.guesses.size;
  }

  private count(group: string, authorization: string): void {
    const now = this.deps.now();
    const guesses = this.guesses.get(group) ?? {
      bucket: new TokenBucket(HTTP_LIMITS.wrongKeysPerSecond, HTTP_LIMITS.wrongKeyBurst, now),
      hashes: new Set<string>(),
      waitUntil: 0,
    };
    const hash = createHash('sha256').update(authorization).digest('base64url');
    if (guesses.hashes.delete(hash)) return void guesses.hashes.add(hash);
    guesses.hashes.add(hash);
    const [oldest] = guesses.hashes;
    if (guesses.hashes.size > REMEMBERED && oldest !== undefined) guesses.hashes.delete(oldest);
    const verdict = guesses.bucket.take(now);
    if (!verdict.ok) guesses.waitUntil = now + verdict.retryAfterMs;
    putLast(this.guesses, group, guesses, ADDRESSES);
  }
}
