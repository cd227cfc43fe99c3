/** How often something may happen, or how much of it: `burst` at once, then `perSecond`. The clock is the caller's. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private at: number,
  ) {
    this.tokens = burst;
  }

  /**
   * Takes `count` tokens, or none; when there are too few, says in how many milliseconds there will be enough.
   * @param count default 1
   */
  take(now: number, count = 1): { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number } {
    this.refill(now);
    if (this.tokens >= count) {
      this.tokens -= count;
      return { ok: true };
    }
    return { ok: false, retryAfterMs: Math.ceil(((count - this.tokens) / this.perSecond) * 1_000) };
  }

  /** Takes `count` tokens for what can't be refused; the bucket may owe up to `burst` afterwards. */
  charge(now: number, count: number): void {
    this.refill(now);
    this.tokens = Math.max(-this.burst, this.tokens - count);
  }

  /** Puts back what `take` took for something that was not done. */
  putBack(count: number): void {
    this.tokens = Math.min(this.burst, this.tokens + count);
  }

  /** Nothing is missing: a new bucket would be the same. */
  isFull(now: number): boolean {
    this.refill(now);
    return this.tokens >= this.burst;
  }

  private refill(now: number): void {
    this.tokens = Math.min(this.burst, this.tokens + (Math.max(0, now - this.at) / 1_000) * this.perSecond);
    this.at = now;
  }
}
