/**
 * Looks, every few seconds, how far the followed logs really go. The bus may lose the word of an event; when it was the
 * last one, no later event would ever show the hole.
 */
import type { Bus } from '../bus/bus.js';
import type { Clock } from '../clock.js';
import type { Progress, Store } from '../store/store.js';

const EVERY_MS = 3_000;
const AT_ONCE = 250;
/** A conversation that has been quiet for so long is left to its ping, or a node full of idle visitors would never rest. */
const ACTIVE_FOR_MS = 10 * 60_000;

export interface Swept {
  readonly conversation: string;
  /** When it last handed something over, Unix milliseconds. */
  readonly activeAt: number;
  /** The log goes this far, and is read this far. */
  learn(progress: Progress): void;
}

export interface HeadSweeperDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Uniform in [0, 1): nodes must not all ask in the same moment. */
  readonly fraction: () => number;
  readonly onFailure: (error: unknown) => void;
}

export class HeadSweeper {
  private readonly followers = new Set<Swept>();
  private cancel: (() => void) | null = null;
  private readonly offReset: () => void;

  constructor(private readonly deps: HeadSweeperDeps) {
    // Whatever was said while the bus was away is lost: every conversation may have gone on.
    this.offReset = deps.bus.onReset(() => void this.sweep([...this.followers]));
  }

  /** Watches a follower; returns the way to stop. */
  watch(follower: Swept): () => void {
    this.followers.add(follower);
    return () => void this.followers.delete(follower);
  }

  start(): void {
    this.cancel = this.deps.clock.after(EVERY_MS * (0.8 + this.deps.fraction() * 0.4), () => {
      const since = this.deps.clock.now() - ACTIVE_FOR_MS;
      void this.sweep([...this.followers].filter((follower) => follower.activeAt >= since));
      this.start();
    });
  }

  stop(): void {
    this.cancel?.();
    this.offReset();
  }

  private async sweep(followers: readonly Swept[]): Promise<void> {
    const ids = [...new Set(followers.map((follower) => follower.conversation))];
    const heads = new Map<string, Progress>();
    try {
      for (let i = 0; i < ids.length; i += AT_ONCE) {
        for (const [id, each] of await this.deps.store.heads(ids.slice(i, i + AT_ONCE))) heads.set(id, each);
        // An embedded store answers at once, and thousands of answers in a row would keep everybody else waiting.
        await new Promise<void>((resolve) => this.deps.clock.after(1, resolve));
      }
    } catch (error) {
      this.deps.onFailure(error);
    }
    for (const follower of followers) {
      const progress = heads.get(follower.conversation);
      if (progress) follower.learn(progress);
    }
  }
}
