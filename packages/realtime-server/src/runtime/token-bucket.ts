/** How often something may happen: `burst` at once, then `perSecond`. The clock is the caller's. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private at: number,
  ) {
    this.tokens = burst;
  }

  /** Takes one token; when there is none, says in how many milliseconds there will be. */
  take(now: number): { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number } {
    this.tokens = Math.min(this.burst, this.tokens + (Math.max(0, now - this.at) / 1_000) * this.perSecond);
    this.at = now;
    if (this.tokens >= 1) {
      this.tokens -= 1;
      return { ok: true };
    }
    return { ok: false, retryAfterMs: Math.ceil(((1 - this.tokens) / this.perSecond) * 1_000) };
  }
}
