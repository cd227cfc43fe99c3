import type { RedisConnection } from './redis-connection.js';

export interface RedisPresenceReport {
  /** Once, when Redis is away; also when it never was there. The reason has no password in it. */
  away(reason: string): void;
  /** Once, when it is there again. */
  back(): void;
}

/** Whether all connections to Redis are ready. Reports each change once. */
export class RedisPresence {
  /** Resolves when it is known whether Redis is there. */
  readonly known: Promise<void>;
  #present: boolean | null = null;
  #reason = 'the connection was closed';
  #resolveKnown = (): void => undefined;

  constructor(
    connections: readonly RedisConnection[],
    private readonly report: RedisPresenceReport,
  ) {
    this.known = new Promise((resolve) => {
      this.#resolveKnown = resolve;
    });
    for (const { redis } of connections) {
      redis.on('error', (error: Error & { errors?: readonly Error[] }) => {
        this.#reason = error.message || error.errors?.map((each) => each.message).join('; ') || this.#reason;
      });
      redis.on('close', () => this.#change(false));
      redis.on('ready', () => {
        if (connections.every((each) => each.redis.status === 'ready')) this.#change(true);
      });
    }
  }

  /** For a command that failed. Only here we learn of a user who may connect but not subscribe. */
  readonly refused = (error: Error): void => {
    if (error.name !== 'ReplyError') return;
    this.#reason = error.message;
    this.#change(false);
  };

  /** Reports nothing of the connections that close now. */
  close(): void {
    this.#present = false;
  }

  #change(now: boolean): void {
    const first = this.#present === null;
    const changed = this.#present !== now;
    this.#present = now;
    this.#resolveKnown();
    if (changed && !now) this.report.away(this.#reason);
    else if (changed && !first) this.report.back();
  }
}
