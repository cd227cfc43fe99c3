/**
 * Reads, every few seconds, the heads of the logs that are followed here. The bus may lose an event; when it was the last
 * one, no later event would ever show the hole.
 */
import { CLIENT_LIMITS } from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import { type Clock, delay, havePassed } from '../../runtime/clock.js';
import type { Progress, Store } from '../../store/store.js';

/** In one round, each log is looked at once and read when it is due. */
const ROUND_MS = 3_000;
/** Logs per query. A query costs more than a row. */
const BATCH = 128;
/** A log is read again after this share of the time that it has been quiet, or a node full of idle visitors would never rest. */
const SHARE_OF_QUIET = 0.1;

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
  /** The bus loses nothing: every log counts as quiet. Default false. */
  readonly alone?: boolean;
}

/** One log and those who follow it here. */
interface Followed {
  readonly conversation: string;
  /** An array, made anew at each change. Most have one or two entries, and a Set is four times as large. */
  listeners: readonly HeadListener[];
  /** Unix milliseconds. Who begins to follow reads the log by itself. */
  readAt: number;
}

export class HeadPoller {
  private readonly logs = new Map<string, Followed>();
  /**
   * The rest of this round. An iterator, because an array of all logs per round would be megabytes of garbage. Null when
   * no log is left: an iterator that takes no step keeps every deleted entry of the map alive.
   */
  private round: Iterator<Followed> | null = null;
  private cancel: (() => void) | null = null;
  private readonly offReset: () => void;

  constructor(private readonly deps: HeadPollerDeps) {
    // Messages of the time without a bus are lost: every log may have grown.
    this.offReset = deps.bus.onReset(() => void this.pollAll());
  }

  /** Returns the way to stop. */
  watch(listener: HeadListener): () => void {
    const { conversation } = listener;
    const log: Followed = this.logs.get(conversation) ?? { conversation, listeners: [], readAt: 0 };
    log.listeners = log.listeners.concat(listener);
    log.readAt = this.deps.clock.now();
    this.logs.set(conversation, log);
    return () => {
      log.listeners = log.listeners.filter((other) => other !== listener);
      if (log.listeners.length === 0 && this.logs.get(conversation) === log) this.logs.delete(conversation);
    };
  }

  start(): void {
    const batches = Math.max(1, Math.ceil(this.logs.size / BATCH));
    this.cancel = this.deps.clock.after((ROUND_MS / batches) * (0.8 + this.deps.fraction() * 0.4), () => {
      const now = this.deps.clock.now();
      const some = this.next(Math.ceil(this.logs.size / batches));
      void this.poll(some.filter((log) => this.isDue(log, now)));
      this.start();
    });
  }

  stop(): void {
    this.cancel?.();
    this.offReset();
  }

  /** A lost event of a log is found after a tenth of the time that it was quiet, at most a ping later; within a round when it is busy. */
  private isDue({ listeners, readAt }: Followed, now: number): boolean {
    const activeAt = this.deps.alone ? 0 : Math.max(...listeners.map((listener) => listener.activeAt));
    const waitMs = Math.min(CLIENT_LIMITS.pingEveryMs, (now - activeAt) * SHARE_OF_QUIET);
    // A round later, it would be late.
    return havePassed(waitMs - ROUND_MS / 2, readAt, now);
  }

  /** A log that is added during a round belongs to that round. */
  private next(count: number): Followed[] {
    const next: Followed[] = [];
    while (next.length < Math.min(count, this.logs.size)) {
      this.round ??= this.logs.values();
      const { value, done } = this.round.next();
      if (done) this.round = null;
      else next.push(value);
    }
    if (this.logs.size === 0) this.round = null;
    return next;
  }

  private async pollAll(): Promise<void> {
    const all = [...this.logs.values()];
    for (let i = 0; i < all.length; i += BATCH) {
      await this.poll(all.slice(i, i + BATCH));
      await delay(this.deps.clock, 1);
    }
  }

  private async poll(logs: readonly Followed[]): Promise<void> {
    if (logs.length === 0) return;
    const now = this.deps.clock.now();
    for (const log of logs) log.readAt = now;
    try {
      const heads = await this.deps.store.heads(logs.map(({ conversation }) => conversation));
      for (const { conversation, listeners } of logs) {
        const progress = heads.get(conversation);
        if (progress) for (const listener of listeners) listener.onProgress(progress);
      }
    } catch (error) {
      // Again in the next round.
      for (const log of logs) log.readAt = 0;
      this.deps.onFailure(error);
    }
  }
}
