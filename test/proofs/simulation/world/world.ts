/**
 * The simulated clock and the only source of randomness of a run. One seed decides the whole run of browsers, network, nodes,
 * bus and store: nothing waits for real time, and the same seed gives the same run, step by step.
 */
import { type SeededRandom, seededRandom } from '../../../support/runs/seeded.js';

interface Planned {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

export class World {
  private time = 1_700_000_000_000;
  private order = 0;
  /** A binary heap: the earliest is first. */
  private readonly planned: Planned[] = [];
  private readonly draws: SeededRandom;
  readonly fraction: () => number;
  /** The number of callbacks that have run. */
  steps = 0;

  constructor(readonly seed: number) {
    this.draws = seededRandom(seed);
    this.fraction = this.draws.fraction;
  }

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): () => void {
    const entry: Planned = { at: this.time + Math.max(0, Math.ceil(ms)), order: this.order++, run };
    this.push(entry);
    return () => {
      entry.run = null;
    };
  }

  between(from: number, to: number): number {
    return this.draws.between(from, to);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of these; there must be one. */
  one<T>(of: readonly T[]): T {
    return this.draws.pick(of);
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.between(0, 255));
  }

  /** Runs everything that is due within `ms`, in order. Promises settle between the steps. */
  async run(ms: number): Promise<void> {
    const end = this.time + ms;
    for (let next = this.planned[0]; next && next.at <= end; next = this.planned[0]) {
      this.pop();
      const { run } = next;
      if (!run) continue;
      this.time = Math.max(this.time, next.at);
      this.steps += 1;
      run();
      // All promise callbacks run before the next turn of the event loop, however long their chain is.
      await new Promise(setImmediate);
    }
    this.time = end;
  }

  private push(entry: Planned): void {
    const heap = this.planned;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Planned)) break;
      heap[at] = heap[parent] as Planned;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): void {
    const heap = this.planned;
    const last = heap.pop() as Planned;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Planned, heap[child] as Planned)) child += 1;
      if (!isBefore(heap[child] as Planned, last)) break;
      heap[at] = heap[child] as Planned;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** The lifetime of a page or a process, with its clock. Its timers never fire after its end. */
export class Lifetime {
  alive = true;
  private pausedUntil = 0;

  /** `skewMs`: how far its clock is off from the simulated time. */
  constructor(
    readonly world: World,
    private readonly skewMs = 0,
  ) {}

  readonly now = (): number => this.world.now() + this.skewMs;

  readonly after = (ms: number, run: () => void): (() => void) => {
    let cancel = (): void => undefined;
    const due = (): void => {
      if (!this.alive) return;
      const remaining = this.pausedUntil - this.world.now();
      if (remaining > 0) cancel = this.world.after(remaining, due);
      else run();
    };
    cancel = this.world.after(ms, due);
    return () => cancel();
  };

  /** Pauses everything for `ms`, like a machine that is migrated or collects garbage. Then all due timers fire. */
  pause(ms: number): void {
    this.pausedUntil = this.world.now() + ms;
  }

  /** Resolves after `ms`; never when the lifetime has ended by then. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }
}
