/** As many addresses are remembered before those that may begin at once are forgotten. */
const REMEMBERED = 1_024;

/**
 * Work of one address begins one piece after the other and apart, in the order in which it was asked for. What an address asks for at
 * once is spread over time, so what others ask for meanwhile is served in between.
 */
export class Pace {
  /** When the next piece would begin if none began early, by address. */
  private readonly nextAt = new Map<string, number>();
  private askedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param now Unix milliseconds
   * @param earlyMs pieces may begin so much earlier: those that fit into it begin at once. Default 0
   * @param mostMs no piece waits longer; what comes faster is to be bounded elsewhere. Default: no bound
   */
  constructor(
    private readonly now: () => number,
    private readonly earlyMs = 0,
    private readonly mostMs = Number.POSITIVE_INFINITY,
  ) {}

  /** In how many milliseconds the piece may begin. The next one of the address begins `ms` after it. `address` null: at once. */
  wait(address: string | null, ms: number): number {
    if (address === null) return 0;
    const now = this.now();
    // The clock was set back: each address would wait for as long as the step.
    if (now < this.askedAt) this.nextAt.clear();
    this.askedAt = now;
    const at = Math.min(Math.max(now, this.nextAt.get(address) ?? 0), now + this.mostMs);
    this.nextAt.set(address, at + ms);
    if (this.nextAt.size > REMEMBERED) this.forget(now);
    return Math.max(0, at - this.earlyMs - now);
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.nextAt.size;
  }

  private forget(now: number): void {
    for (const [address, at] of this.nextAt) if (at <= now) this.nextAt.delete(address);
  }
}
