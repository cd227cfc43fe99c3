import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTP_LIMITS } from '../../runtime/limits.js';

export type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * The requests of one connection, answered one after the other: the next begins when the system has taken the whole answer
 * before it. Node parses all that comes in one read, so a client that never reads would otherwise have a thousand answers made.
 */
export class RequestTurns {
  private readonly waiting: Exchange[] = [];
  private inWork = false;
  private ended = false;

  /** `begin` starts the work on a request. `onTooMany`: more wait than may; the connection is to be closed. */
  constructor(
    private readonly begin: (exchange: Exchange) => void,
    private readonly onTooMany: () => void,
  ) {}

  /** It has a request in work. */
  get isBusy(): boolean {
    return this.inWork;
  }

  take(exchange: Exchange): void {
    if (this.ended) return;
    if (!this.inWork) return this.start(exchange);
    if (this.waiting.push(exchange) <= HTTP_LIMITS.requestsWaiting) return;
    this.end();
    this.onTooMany();
  }

  /** The connection is gone: nothing that waits is begun. */
  end(): void {
    this.ended = true;
    this.waiting.length = 0;
  }

  private start(exchange: Exchange): void {
    this.inWork = true;
    exchange[1].once('close', () => {
      this.inWork = false;
      const next = this.waiting.shift();
      if (next && !this.ended) this.start(next);
    });
    this.begin(exchange);
  }
}
