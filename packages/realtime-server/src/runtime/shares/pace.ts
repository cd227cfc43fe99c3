import type { Clock } from '../clock.js';

/** As many addresses are remembered before those that may begin at once are forgotten. */
const REMEMBERED = 1_024;

/**
 * Work of one address begins one piece after the other, `everyMs` apart, in the order in which it was asked for. What an address asks
 * for at once is spread over time, so what others ask for meanwhile is served in between.
 */
export class Pace {
  /** When the next piece may begin, by address. */
  private readonly nextAt = new Map<string, number>();

  constructor(
    private readonly clock: Pick<Clock, 'now' | 'after'>,
    private readonly everyMs: number,
  ) {}

  /** Resolves when the piece may begin. `address` null: at once. */
  async turn(address: string | null): Promise<void> {
    if (address === null) return;
    const now = this.clock.now();
    const at = Math.max(now, this.nextAt.get(address) ?? 0);
    this.nextAt.set(address, at + this.everyMs);
    if (this.nextAt.size > REMEMBERED) this.forget(now);
    if (at > now) await new Promise<void>((resolve) => this.clock.after(at - now, resolve));
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.nextAt.size;
  }

  private forget(now: number): void {
    for (const [address, at] of this.nextAt) if (at <= now) this.nextAt.delete(address);
  }
}
