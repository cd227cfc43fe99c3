/**
 * One step of the client under way: the model as it is being replaced part by part, and the effects gathered meanwhile.
 * The rules in connecting, following and sending all work on one of these, so that a single input may touch all three.
 */
import { type ClientFrame, LIMITS } from '@service/protocol';
import type { Effect, TimerName } from './effect.js';
import { type Around, isUsable, type LinkInput, stepLink } from './link.js';
import type { Model } from './model.js';
import { landAll } from './outbox.js';

export class Run {
  readonly effects: Effect[] = [];

  constructor(
    public model: Model,
    readonly around: Around,
  ) {}

  set(change: Partial<Model>): void {
    this.model = { ...this.model, ...change };
  }

  do(...effects: readonly Effect[]): void {
    this.effects.push(...effects);
  }

  wake(name: TimerName, ms: number): void {
    this.effects.push({ do: 'timer', name, ms });
  }

  clear(...names: readonly TimerName[]): void {
    for (const name of names) this.effects.push({ do: 'clear', name });
  }

  send(frame: ClientFrame): void {
    this.effects.push({ do: 'send', frame });
  }

  /** Sends, or lets it be: for what is worth nothing later. True when it was sent. */
  sendIfUsable(frame: ClientFrame): boolean {
    const usable = isUsable(this.model.link);
    if (usable) this.send(frame);
    return usable;
  }

  /** Passes something on to the link, and cleans up when the socket was lost by it. */
  link(input: LinkInput): void {
    const before = this.model.link;
    const { link, effects } = stepLink(before, input, this.around);
    this.set({ link });
    this.do(...effects);
    const lost = isUsable(before) && (!isUsable(link) || link.generation !== before.generation);
    if (lost) this.disconnected();
  }

  /** What was asked on the old socket will get no answer; what was in flight goes out again with the same id. */
  disconnected(): void {
    const { log, outbox } = this.model;
    this.set({
      outbox: landAll(outbox),
      fetching: null,
      userTold: null,
      typing: [],
      log: log && { ...log, live: false },
    });
    this.clear('request', 'gap', 'typing');
  }

  /** A server that lives answers within this time; silence to a question is a dead connection. */
  expectAnswer(): void {
    this.wake('request', LIMITS.requestTimeoutMs);
  }

  /** Stops waiting when nothing is asked any more: no page, no append, and the log is live. */
  answered(): void {
    const { fetching, outbox, log } = this.model;
    if (fetching === null && outbox.inFlight === null && log?.live) this.clear('request');
  }
}
