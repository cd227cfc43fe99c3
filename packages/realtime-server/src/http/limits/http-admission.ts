/** How many requests an address may make, and have in work at the same moment. Each node counts for itself. */

import { havePassed } from '../../runtime/clock.js';
import { HTTP_LIMITS } from '../../runtime/limits.js';
import { countedGroup } from '../../runtime/network/client-address.js';
import { Pace } from '../../runtime/shares/pace.js';
import { TokenBucket } from '../../runtime/token-bucket.js';

const { requestsWithoutPace, requestEveryMs } = HTTP_LIMITS;
const EVICT_EVERY_MS = 60_000;

/** A request that may be answered `afterMs` from now, until `end` is called, or one that is to come back in `retryAfterMs`. */
export type RequestVerdict =
  | { readonly ok: true; readonly afterMs: number; readonly end: () => void }
  | { readonly ok: false; readonly retryAfterMs: number };

interface AddressRequests {
  readonly bucket: TokenBucket;
  inWork: number;
}

export class HttpAdmission {
  private readonly addresses = new Map<string, AddressRequests>();
  private readonly pace: Pace;
  private evictedAt: number;

  /** `now` is Unix milliseconds; `proxied`: our own proxies report the addresses; `atOnce`: requests of an address in work. */
  constructor(
    private readonly now: () => number,
    private readonly proxied: boolean,
    private readonly atOnce: number,
  ) {
    this.evictedAt = now();
    this.pace = new Pace(now, (requestsWithoutPace - 1) * requestEveryMs);
  }

  begin(address: string): RequestVerdict {
    const group = countedGroup(address, this.proxied);
    if (group === null) return { ok: true, afterMs: 0, end: () => undefined };
    const requests = this.requestsOf(group);
    if (requests.inWork >= this.atOnce) return { ok: false, retryAfterMs: 1_000 };
    const verdict = requests.bucket.take(this.now());
    if (!verdict.ok) return verdict;
    requests.inWork += 1;
    return {
      ok: true,
      afterMs: this.pace.wait(group, requestEveryMs),
      end: () => {
        requests.inWork -= 1;
      },
    };
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.addresses.size;
  }

  private requestsOf(group: string): AddressRequests {
    const now = this.now();
    this.evictIdle(now);
    const requests = this.addresses.get(group) ?? {
      bucket: new TokenBucket(HTTP_LIMITS.requestsPerSecond, HTTP_LIMITS.requestBurst, now),
      inWork: 0,
    };
    this.addresses.set(group, requests);
    return requests;
  }

  /** Forgets addresses whose budget is full again: earlier, coming back would refill it. */
  private evictIdle(now: number): void {
    if (!havePassed(EVICT_EVERY_MS, this.evictedAt, now)) return;
    this.evictedAt = now;
    for (const [group, { inWork, bucket }] of this.addresses) {
      if (inWork === 0 && bucket.isFull(now)) this.addresses.delete(group);
    }
  }
}
