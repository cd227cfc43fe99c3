/**
 * How much each key has used lately. An amount counts half after each half-life, so there is no hour at which a limit starts anew, and
 * nothing to reset. In memory only. A steady use of `r` per millisecond settles at `r × halfLifeMs / ln 2`.
 */
import type { Clock } from '../clock.js';
import { MOST_REMEMBERED, putLast } from './put-last.js';

interface Use {
  readonly amount: number;
  readonly at: number;
}

/** After so many half-lives nothing worth counting is left. */
const FORGOTTEN_AFTER = 20;
/** Below this many keys it isn't looked for forgotten ones. */
const FEW_KEYS = 1_024;

export class RecentUse {
  /** The key that was used last is the last one. */
  private readonly uses = new Map<string, Use>();
  private sweepAt = FEW_KEYS;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly halfLifeMs: number,
  ) {}

  /** In the unit of what was added. */
  of(key: string): number {
    const use = this.uses.get(key);
    return use ? use.amount * 0.5 ** (Math.max(0, this.clock.now() - use.at) / this.halfLifeMs) : 0;
  }

  /** A negative amount takes back what was added and not used. */
  add(key: string, amount: number): void {
    const use = { amount: Math.max(0, this.of(key) + amount), at: this.clock.now() };
    putLast(this.uses, key, use, MOST_REMEMBERED);
    if (this.uses.size >= this.sweepAt) this.sweep();
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.uses.size;
  }

  private sweep(): void {
    const oldest = this.clock.now() - FORGOTTEN_AFTER * this.halfLifeMs;
    for (const [key, { amount, at }] of this.uses) if (amount === 0 || at < oldest) this.uses.delete(key);
    this.sweepAt = Math.max(FEW_KEYS, this.uses.size * 2);
  }
}
