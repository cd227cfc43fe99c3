/**
 * One step of the client under way: the model as it is being replaced part by part, and the effects gathered meanwhile.
 * The rules in connecting, following and sending all work on one of these, so that a single input may touch all three.
 */
import { CLIENT_LIMITS, type ClientFrame } from '@service/protocol';
import { type Environment, isConnected, type ConnectionInput, reduceConnection } from '../connection/connection-state.js';
import { clearInFlight, type Outbox } from '../outbox/outbox.js';
import type { SendingRules } from '../outbox/outbox-rules.js';
import type { Effect, TimerName } from './effect.js';
import type { FeatureName, PartOf } from './feature.js';
import { tellFeatures } from './feature-dispatch.js';
import { type Model, NO_CONVERSATION, newModel, NO_CONNECTION, unreadIn } from './model.js';

export class Run {
  readonly effects: Effect[] = [];

  constructor(
    public model: Model,
    readonly around: Environment,
    readonly sending: SendingRules,
  ) {}

  /** Frames can be sent. */
  get isUsable(): boolean {
    return isConnected(this.model.connection);
  }

  /** As if nothing had happened yet, on the same page. */
  fresh(): Model {
    return newModel(this.model.settings, null);
  }

  set(change: Partial<Model>): void {
    this.model = { ...this.model, ...change };
  }

  /** A loaded feature's own part of the model. */
  part<Name extends FeatureName>(name: Name): PartOf<Name> {
    return this.model.featureStates[name] as PartOf<Name>;
  }

  setPart<Name extends FeatureName>(name: Name, change: Partial<PartOf<Name>>): void {
    this.set({ featureStates: { ...this.model.featureStates, [name]: { ...this.part(name), ...change } } });
  }

  unread(): number {
    return this.model.log ? unreadIn(this.model.log) : 0;
  }

  /**
   * The visitor is in no conversation, until somebody says in which. Of the outbox only what is another one by that is kept once
   * more: another tab may have taken the rest over and said it, and it would be found here again.
   */
  leave(outbox: Outbox): void {
    const { items } = this.model.outbox;
    for (const item of outbox.items) if (!items.includes(item)) this.do({ do: 'keep-item', item });
    this.set({ ...NO_CONVERSATION, outbox });
    tellFeatures(this, 'left');
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
    if (this.isUsable) this.send(frame);
    return this.isUsable;
  }

  /** Passes something on to the link, and cleans up when the socket was lost by it. */
  link(input: ConnectionInput): void {
    const before = this.model.connection;
    const { link, effects } = reduceConnection(before, input, this.around);
    this.set({ connection: link });
    this.do(...effects);
    const lost = isConnected(before) && (!isConnected(link) || link.generation !== before.generation);
    if (lost) this.disconnected();
  }

  /** What was asked on the old socket will get no answer; what was in flight goes out again with the same id. */
  disconnected(): void {
    const { log, outbox } = this.model;
    this.set({ ...NO_CONNECTION, outbox: clearInFlight(outbox), log: log && { ...log, live: false } });
    this.clear('request', 'gap');
    tellFeatures(this, 'disconnected');
  }

  /** A server that lives answers within this time; silence to a question is a dead connection. */
  expectAnswer(): void {
    this.wake('request', CLIENT_LIMITS.requestTimeoutMs);
  }

  /** Asks for something that is answered under the id in the frame. Null: there is no connection to ask on. */
  ask(kind: string, frame: (id: string) => ClientFrame): string | null {
    const requests = this.model.requestCount + 1;
    const id = `${kind}-${requests}`;
    if (!this.sendIfUsable(frame(id))) return null;
    this.set({ requestCount: requests, openRequests: [...this.model.openRequests, id] });
    this.expectAnswer();
    return id;
  }

  /** Stops waiting when nothing is asked any more: no request, no append, and the log is live. */
  answered(id?: string): void {
    this.set({ openRequests: this.model.openRequests.filter((each) => each !== id) });
    const { openRequests: unanswered, outbox, log } = this.model;
    if (unanswered.length === 0 && outbox.inFlight === null && log?.live) this.clear('request');
  }
}
