import type { RandomBytes } from '@service/protocol';
import type { Clock } from '../runtime/clock.js';
import { BUS_LIMITS } from '../runtime/limits.js';
import type { Bus, BusMessage } from './bus.js';
import { hintOf, readBusMessage } from './bus-message.js';
import { Topics } from './local.js';
import { connectToRedis, type RedisConnection } from './redis-connection.js';
import { RedisPresence, type RedisPresenceReport } from './redis-presence.js';
import { RefusedMessages, type Suspicion } from './refused-messages.js';
import { MessageSealer } from './sealed-messages.js';

/** How long a subscriber waits for Redis before it goes on without. A reset follows when Redis is there. */
const PATIENCE_MS = 1_000;
const CHANNELS_PER_COMMAND = 1_000;

export interface RedisBusReport extends RedisPresenceReport {
  /** `count` messages were refused since the last report, at most one a minute for each reason. See `Refusal`. */
  refused(why: Suspicion, count: number): void;
}

export interface RedisBusOptions {
  readonly url: string;
  /** Seals the messages. The same on all nodes of a store, and known to no one else. */
  readonly key: string;
  readonly random: RandomBytes;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: RedisBusReport;
}

/** Resolves when Redis is there, or when it is known not to be, so that a server can start without it. */
export async function openRedisBus({ url, key, random, clock, report }: RedisBusOptions): Promise<Bus> {
  const subscriber = connectToRedis(url, 'service-subscriber');
  const publisher = connectToRedis(url, 'service-publisher');
  const presence = new RedisPresence([subscriber, publisher], report);
  const refused = new RefusedMessages(clock, (why, count) => report.refused(why, count));
  const bus = new RedisBus(new MessageSealer(key, random, clock), refused, subscriber, publisher, presence);
  await presence.known;
  return bus;
}

/**
 * The bus between nodes, over publish and subscribe of Redis or Valkey. Redis stores nothing, and is not believed: messages are
 * sealed, and of an event they hold its number only.
 *
 * Listeners of this node are called at once; the same message coming back from Redis is dropped. So a node is as quick as a single
 * one to its own listeners, and while Redis is away it misses only the messages of other nodes, which it finds in the store.
 */
class RedisBus implements Bus {
  readonly #topics = new Topics();
  readonly #resets = new Set<() => void>();
  /** By conversation: settles when Redis has confirmed the subscription, or the connection broke before it could. */
  readonly #confirmed = new Map<string, Promise<unknown>>();
  /**
   * Of the channels. Installations that share a Redis don't hear each other; version 0.1.0, which wrote its messages in the open, had
   * another one.
   */
  readonly #prefix: string;
  #underWay = 0;
  #resetting = false;

  constructor(
    private readonly sealer: MessageSealer,
    private readonly refused: RefusedMessages,
    private readonly subscriber: RedisConnection,
    private readonly publisher: RedisConnection,
    private readonly presence: RedisPresence,
  ) {
    this.#prefix = `service:${sealer.installation}:`;
    subscriber.redis.on('messageBuffer', (channel: Buffer, sealed: Buffer) => this.#hear(channel.toString(), sealed));
    subscriber.redis.on('ready', () => this.#subscribeAgain());
  }

  publish(conversation: string, message: BusMessage): void {
    this.#topics.deliver(conversation, message);
    const { redis } = this.publisher;
    if (redis.status !== 'ready') return;
    const text = JSON.stringify(hintOf(message));
    // Before sealing: while Redis hangs, nothing is spent on what is dropped.
    if (this.#underWay + text.length > BUS_LIMITS.underWayBytes) return;
    const sealed = this.sealer.seal(conversation, text);
    this.#underWay += sealed.length;
    redis
      .publish(this.#prefix + conversation, sealed)
      .catch(this.presence.refused)
      .finally(() => {
        this.#underWay -= sealed.length;
      });
  }

  async subscribe(conversation: string, listener: (message: BusMessage) => void): Promise<() => void> {
    const { first, remove } = this.#topics.add(conversation, listener);
    if (first) this.#confirmed.set(conversation, this.#confirm([conversation]));
    const confirmed = this.#confirmed.get(conversation) as Promise<unknown>;
    if (!(await inTime(confirmed))) void confirmed.then(() => this.#reset());
    return () => {
      if (!remove()) return;
      this.#confirmed.delete(conversation);
      this.subscriber.redis.unsubscribe(this.#prefix + conversation).catch(() => undefined);
    };
  }

  onReset(listener: () => void): () => void {
    const own = (): void => listener();
    this.#resets.add(own);
    return () => void this.#resets.delete(own);
  }

  async close(): Promise<void> {
    this.#topics.clear();
    this.#resets.clear();
    this.presence.close();
    await Promise.all([this.subscriber.close(), this.publisher.close()]);
  }

  #hear(channel: string, sealed: Buffer): void {
    if (!channel.startsWith(this.#prefix)) return;
    const topic = channel.slice(this.#prefix.length);
    const opened = this.sealer.open(topic, sealed);
    if (!opened.ok) return this.refused.add(opened.why);
    const message = readBusMessage(topic, opened.text);
    if (message) this.#topics.deliver(topic, message);
  }

  /** Sends all commands before it waits for any, or a listener that leaves meanwhile would be subscribed again. */
  #subscribeAgain(): void {
    const all = this.#topics.conversations();
    const parts: Promise<unknown>[] = [];
    for (let i = 0; i < all.length; i += CHANNELS_PER_COMMAND) {
      const some = all.slice(i, i + CHANNELS_PER_COMMAND);
      const part = this.#confirm(some);
      for (const id of some) this.#confirmed.set(id, part);
      parts.push(part);
    }
    void Promise.all(parts).then(() => this.#reset());
  }

  #confirm(conversations: readonly string[]): Promise<unknown> {
    return this.subscriber.redis
      .subscribe(...conversations.map((id) => this.#prefix + id))
      .catch(this.presence.refused);
  }

  /** Calls the listeners once for all resets of this turn. */
  #reset(): void {
    if (this.#resetting) return;
    this.#resetting = true;
    setImmediate(() => {
      this.#resetting = false;
      for (const listener of [...this.#resets]) listener();
    });
  }
}

async function inTime(done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  const first = await Promise.race([done.then(() => true), late]);
  clearTimeout(timer);
  return first;
}
