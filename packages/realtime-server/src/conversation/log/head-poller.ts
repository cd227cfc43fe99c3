/**
 * Looks, every few seconds, how far the followed logs really go. The bus may lose the word of an event; when it was the
 * last one, no later event would ever show the hole.
 */
import type { Bus } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import type { Progress, Store } from '../../store/store.js';

/** Everybody's turn comes once in this time. */
const EVERY_MS = 3_000;
/** Asked in one go. An embedded store answers at once, and whoever writes just then waits: so it is little, and often. */
const AT_ONCE = 32;
/** A conversation that has been quiet for so long is left to its ping, or a node full of idle visitors would never rest. */
const ACTIVE_FOR_MS = 10 * 60_000;

export interface HeadListener {
  readonly conversation: string;
  /** When it last handed something over, Unix milliseconds. */
  readonly activeAt: number;
  /** The log goes this far, and is read this far. */
  learn(progress: Progress): void;
}

export interface HeadPollerDeps {
  readonly store: Pick<Store, 'heads'>;
  readonly bus: Pick<Bus, 'onReset'>;
  readonly clock: Clock;
  /** Uniform in [0, 1): nodes must not all ask in the same moment. */
  readonly fraction: () => number;
  readonly onFailure: (error: unknown) => void;
}

export class HeadPoller {
  private readonly followers = new Set<HeadListener>();
  /**
   * Whose turn comes next; a list of everybody, made anew for each round, would be garbage by the megabyte. Null where nobody
   * is waiting for a turn: an iterator that takes no step keeps all who have been in the set since its last one.
   */
  private round: Iterator<HeadListener> | null = null;
  private cancel: (() => void) | null = null;
  private readonly offReset: () => void;

  constructor(private readonly deps: HeadPollerDeps) {
    // Whatever was said while the bus was away is lost: every conversation may have gone on.
    this.offReset = deps.bus.onReset(() => void this.lookAtAll());
  }

  /** Watches a follower; returns the way to stop. */
  watch(follower: HeadListener): () => void {
    this.followers.add(follower);
    return () => void this.followers.delete(follower);
  }

  start(): void {
    const goes = Math.max(1, Math.ceil(this.followers.size / AT_ONCE));
    this.cancel = this.deps.clock.after((EVERY_MS / goes) * (0.8 + this.deps.fraction() * 0.4), () => {
      const since = this.deps.clock.now() - ACTIVE_FOR_MS;
      const some = this.next(Math.ceil(this.followers.size / goes));
      void this.look(some.filter((follower) => follower.activeAt >= since));
      this.start();
    });
  }

  stop(): void {
    this.cancel?.();
    this.offReset();
  }

  /** Whoever is added meanwhile has a turn in this round too. */
  private next(count: number): HeadListener[] {
    const next: HeadListener[] = [];
    while (next.length < Math.min(count, this.followers.size)) {
      this.round ??= this.followers.values();
      const { value, done } = this.round.next();
      if (done) this.round = null;
      else next.push(value);
    }
    if (this.followers.size === 0) this.round = null;
    return next;
  }

  private async lookAtAll(): Promise<void> {
    const all = [...this.followers];
    for (let i = 0; i < all.length; i += AT_ONCE) {
      await this.look(all.slice(i, i + AT_ONCE));
      await new Promise<void>((resolve) => this.deps.clock.after(1, resolve));
    }
  }

  private async look(followers: readonly HeadListener[]): Promise<void> {
    if (followers.length === 0) return;
    try {
      const heads = await this.deps.store.heads([...new Set(followers.map(({ conversation }) => conversation))]);
      for (const follower of followers) {
        const progress = heads.get(follower.conversation);
        if (progress) follower.learn(progress);
      }
    } catch (error) {
      this.deps.onFailure(error);
    }
  }
}
