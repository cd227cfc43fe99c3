/**
 * A small world with one clock and one source of chance, so that a whole run of clients, network and server is decided
 * by a number. Nothing in it waits for real time; the same seed gives the same run, step by step.
 */

/** Mulberry32: small, fast, and good enough to choose faults. Returns numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export class World {
  now = 1_700_000_000_000;
  steps = 0;
  private order = 0;
  private planned: Planned[] = [];
  readonly fraction: () => number;

  constructor(readonly seed: number) {
    this.fraction = seeded(seed);
  }

  after(ms: number, run: () => void): () => void {
    const entry: Planned = { at: this.now + Math.max(0, ms), order: this.order++, run };
    this.planned.push(entry);
    return () => {
      this.planned = this.planned.filter((each) => each !== entry);
    };
  }

  between(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.between(0, 255));
  }

  /** Runs everything that is due within `ms`, in order. Promises settle between the steps. */
  async run(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      let next: Planned | undefined;
      for (const each of this.planned) {
        if (each.at <= end && (!next || each.at < next.at || (each.at === next.at && each.order < next.order)))
          next = each;
      }
      if (!next) break;
      const due = next;
      this.planned = this.planned.filter((each) => each !== due);
      this.now = Math.max(this.now, due.at);
      this.steps += 1;
      due.run();
      for (let i = 0; i < 4; i++) await null;
    }
    this.now = end;
  }
}
