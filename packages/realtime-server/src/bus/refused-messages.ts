import { type Clock, havePassed } from '../runtime/clock.js';
import { BUS_LIMITS } from '../runtime/limits.js';
import type { Refusal } from './sealed-messages.js';

/** What an operator should hear of. The other refusals are everyday: own messages come back, and Redis may double. */
export type Suspicion = Extract<Refusal, 'forged' | 'late'>;

/** Counts refused messages, and reports each reason at most once a minute. */
export class RefusedMessages {
  readonly #counts = new Map<Suspicion, { count: number; reportedAt: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly report: (why: Suspicion, count: number) => void,
  ) {}

  add(why: Refusal): void {
    if (why !== 'forged' && why !== 'late') return;
    const known = this.#counts.get(why) ?? { count: 0, reportedAt: Number.NEGATIVE_INFINITY };
    this.#counts.set(why, known);
    known.count += 1;
    const now = this.clock.now();
    if (!havePassed(BUS_LIMITS.reportEveryMs, known.reportedAt, now)) return;
    this.report(why, known.count);
    known.count = 0;
    known.reportedAt = now;
  }
}
