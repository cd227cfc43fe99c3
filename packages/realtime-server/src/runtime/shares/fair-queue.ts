/**
 * Places that all visitors of a node share: uploads, images being drawn, answers. They are counted by inbox, by address and by peer,
 * so that none of these takes them all.
 *
 * - An inbox may hold as many places as are free, an address half as many, a peer a fixed number. So one inbox alone gets at most
 *   half of all places and one address a third, and a newcomer still finds one.
 * - Where work waits for a place, turns go to the inbox that has used the least time lately; within it to such an address, and within
 *   that to such a peer. What came first only decides between equals.
 */
import type { Clock } from '../clock.js';
import { RecentUse } from './recent-use.js';

/** Who wants a place. */
export interface Share {
  readonly inbox: string;
  /** As `countedGroup` returns it; null: not counted. */
  readonly address: string | null;
  /** A visitor, by contact. */
  readonly peer: string;
}

/** Which limit leaves no place. `all`: every place is held. */
export type FullFor = 'peer' | 'address' | 'inbox' | 'all';
export type Release = () => void;

/** Numbers of places, and how many of them one peer may hold. */
export interface PlaceLimits {
  readonly places: number;
  readonly perPeer: number;
}

const keysOf = ({ inbox, address, peer }: Share): readonly string[] => [
  `inbox ${inbox}`,
  ...(address === null ? [] : [`address ${address}`]),
  `peer ${peer}`,
];

/** Places without a queue: one that is full refuses. */
export class FairPlaces {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: PlaceLimits) {}

  get free(): number {
    return this.limits.places - this.total;
  }

  /** Held places by inbox. */
  heldBy(inbox: string): number {
    return this.count(`inbox ${inbox}`);
  }

  /** Null: there is a place. */
  fullFor({ inbox, address, peer }: Share): FullFor | null {
    if (this.free <= 0) return 'all';
    if (this.count(`peer ${peer}`) >= this.limits.perPeer) return 'peer';
    if (address !== null && this.count(`address ${address}`) >= this.free / 2) return 'address';
    return this.count(`inbox ${inbox}`) >= this.free ? 'inbox' : null;
  }

  /** Takes a place whether or not there is one: for work that was decided elsewhere. Call the result once, to give the place back. */
  hold(share: Share): Release {
    for (const key of keysOf(share)) this.held.set(key, this.count(key) + 1);
    this.total += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.total -= 1;
      for (const key of keysOf(share)) {
        const left = this.count(key) - 1;
        if (left === 0) this.held.delete(key);
        else this.held.set(key, left);
      }
    };
  }

  private count(key: string): number {
    return this.held.get(key) ?? 0;
  }
}

export interface FairQueueLimits {
  /** Work at the same moment. */
  readonly running: PlaceLimits;
  /** Work that waits. */
  readonly waiting: PlaceLimits;
}

interface Waiting {
  readonly share: Share;
  readonly leave: Release;
  readonly begin: (place: Release) => void;
}

/** How fast use is forgotten: time that was used a minute ago counts half. */
const HALF_LIFE_MS = 60_000;

export class FairQueue {
  readonly running: FairPlaces;
  private readonly waitingPlaces: FairPlaces;
  /** In order of arrival. */
  private waiting: readonly Waiting[] = [];
  private readonly usedMs: RecentUse;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    limits: FairQueueLimits,
  ) {
    this.running = new FairPlaces(limits.running);
    this.waitingPlaces = new FairPlaces(limits.waiting);
    this.usedMs = new RecentUse(clock, HALF_LIFE_MS);
  }

  get waitingCount(): number {
    return this.waiting.length;
  }

  /** Takes a place at once, whether or not there is one, and counts the time until it is given back. */
  hold(share: Share): Release {
    const leave = this.running.hold(share);
    const since = this.clock.now();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      leave();
      for (const key of keysOf(share)) this.usedMs.add(key, Math.max(1, this.clock.now() - since));
      this.begin();
    };
  }

  /** Resolves with a place when its turn has come; give it back. Which limit is full when it can't even wait. */
  enter(share: Share): Promise<Release> | FullFor {
    const full = this.waitingPlaces.fullFor(share);
    if (full !== null) return full;
    const leave = this.waitingPlaces.hold(share);
    return new Promise((resolve) => {
      this.waiting = [...this.waiting, { share, leave, begin: resolve }];
      this.begin();
    });
  }

  /** A place in turn. Where nothing may wait any more, one at once: for queues without limit on what waits. Give it back. */
  async enterOrHold(share: Share): Promise<Release> {
    const place = this.enter(share);
    return typeof place === 'string' ? this.hold(share) : place;
  }

  /** Runs `work` at a place of `enterOrHold`. */
  async run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    const release = await this.enterOrHold(share);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Work that finds its turn, in any order of arrival. */
  private begin(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { share, leave, begin } = next;
      this.waiting = this.waiting.filter((each) => each !== next);
      leave();
      begin(this.hold(share));
    }
  }

  private next(): Waiting | null {
    let best: Waiting | null = null;
    for (const each of this.waiting) {
      if (this.running.fullFor(each.share) !== null) continue;
      if (best === null || this.usedLess(each.share, best.share)) best = each;
    }
    return best;
  }

  private usedLess(one: Share, other: Share): boolean {
    for (const key of ['inbox', 'address', 'peer'] as const) {
      const [a, b] = [this.usedMs.of(`${key} ${one[key]}`), this.usedMs.of(`${key} ${other[key]}`)];
      if (a !== b) return a < b;
    }
    return false;
  }
}
