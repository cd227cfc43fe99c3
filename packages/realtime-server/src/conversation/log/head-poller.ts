/**
 * Reads, every few seconds, the heads of the logs that are followed here. The bus may lose an event; when it was the last
 * one, no later event would ever show the hole.
 */
import type { Bus } from '../../bus/bus.js';
import { type Clock, delay } from '../../runtime/clock.js';
import type { Progress, Store } from '../../store/store.js';

/** Every listener's log is read once in this time. */
const ROUND_MS = 3_000;
/** Logs per query. A query costs more than a row. */
const BATCH = 128;
/** A conversation that has been quiet for so long is left to its ping, or a node full of idle visitors would never rest. */
const ACTIVE_FOR_MS = 10 * 60_000;

export interface HeadListener {
  readonly conversation: string;
  /** When the last event that it handed over was written, Unix milliseconds; 0 when there was none. */
  readonly activeAt: number;
  onProgress(progress: Progress): void;
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
  private readonly listeners = new Set<HeadListener>();
  /**
   * The rest of this round. An iterator, because an array of all listeners per round would be megabytes of garbage. Null when
   * no listener is left: an iterator that takes no step keeps every deleted entry of the set alive.
   */
  private round: Iterator<HeadListener> | null = null;
  private cancel: (() => void) | null = null;
  private readonly offReset: () => void;

  constructor(private readonly deps: HeadPollerDeps) {
    // Messages of the time without a bus are lost: every log may have grown.
    this.offReset = deps.bus.onReset(() => void this.pollAll());
  }

  /** Returns the way to stop. */
  watch(listener: HeadListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  start(): void {
    const batches = Math.max(1, Math.ceil(this.listeners.size / BATCH));
    this.cancel = this.deps.clock.after((ROUND_MS / batches) * (0.8 + this.deps.fraction() * 0.4), () => {
      const since = this.deps.clock.now() - ACTIVE_FOR_MS;
      const some = this.next(Math.ceil(this.listeners.size / batches));
      void this.poll(some.filter((listener) => listener.activeAt >= since));
      this.start();
    });
  }

  stop(): void {
    this.cancel?.();
    this.offReset();
  }

  /** A listener that is added during a round belongs to that round. */
  private next(count: number): HeadListener[] {
    const next: HeadListener[] = [];
    while (next.length < Math.min(count, this.listeners.size)) {
      this.round ??= this.listeners.values();
      const { value, done } = this.round.next();
      if (done) this.round = null;
      else next.push(value);
    }
    if (this.listeners.size === 0) this.round = null;
    return next;
  }

  private async pollAll(): Promise<void> {
    const all = [...this.listeners];
    for (let i = 0; i < all.length; i += BATCH) {
      await this.poll(all.slice(i, i + BATCH));
      await delay(this.deps.clock, 1);
    }
  }

  private async poll(listeners: readonly HeadListener[]): Promise<void> {
    if (listeners.length === 0) return;
    try {
      const heads = await this.deps.store.heads([...new Set(listeners.map(({ conversation }) => conversation))]);
      for (const listener of listeners) {
        const progress = heads.get(listener.conversation);
        if (progress) listener.onProgress(progress);
      }
    } catch (error) {
      this.deps.onFailure(error);
    }
  }
}
