import type { RandomBytes } from '@service/protocol';
import type { Bus, BusMessage } from './bus.js';
import { readBusMessage, writeBusMessage } from './bus-message.js';
import { Topics } from './local.js';
import { connectToRedis, type RedisConnection } from './redis-connection.js';
import { type RedisBusReport, RedisPresence } from './redis-presence.js';

export type { RedisBusReport } from './redis-presence.js';

const PREFIX = 'service:c:';
/** Characters on their way to Redis. Beyond, messages are dropped, or a Redis that hangs would fill the memory. */
const MAX_UNDER_WAY = 8 * 1024 * 1024;
/** How long a subscriber waits for Redis before it goes on without. A reset follows when Redis is there. */
const PATIENCE_MS = 1_000;
const CHANNELS_PER_COMMAND = 1_000;

/** Resolves when Redis is there, or when it is known not to be, so that a server can start without it. */
export async function openRedisBus(url: string, random: RandomBytes, report: RedisBusReport): Promise<Bus> {
  const subscriber = connectToRedis(url, 'service-subscriber');
  const publisher = connectToRedis(url, 'service-publisher');
  const node = Buffer.from(random(9)).toString('base64url');
  const presence = new RedisPresence([subscriber, publisher], report);
  const bus = new RedisBus(node, subscriber, publisher, presence);
  await presence.known;
  return bus;
}

/**
 * The bus between nodes, over publish and subscribe of Redis or Valkey. Redis stores nothing.
 *
 * Listeners of this node are called at once; the same message coming back from Redis is dropped. So a node is as quick as a single
 * one to its own listeners, and while Redis is away it misses only the messages of other nodes, which it finds in the store.
 */
class RedisBus implements Bus {
  readonly #topics = new Topics();
  readonly #resets = new Set<() => void>();
  /** By conversation: settles when Redis has confirmed the subscription, or the connection broke before it could. */
  readonly #confirmed = new Map<string, Promise<unknown>>();
  #underWay = 0;
  #resetting = false;

  constructor(
    private readonly node: string,
    private readonly subscriber: RedisConnection,
    private readonly publisher: RedisConnection,
    private readonly presence: RedisPresence,
  ) {
    subscriber.redis.on('message', (channel: string, text: string) => {
      if (!channel.startsWith(PREFIX)) return;
      const message = readBusMessage(node, text);
      if (message) this.#topics.deliver(channel.slice(PREFIX.length), message);
    });
    subscriber.redis.on('ready', () => this.#subscribeAgain());
  }

  publish(conversation: string, message: BusMessage): void {
    this.#topics.deliver(conversation, message);
    const { redis } = this.publisher;
    if (redis.status !== 'ready') return;
    const text = writeBusMessage(this.node, message);
    if (this.#underWay + text.length > MAX_UNDER_WAY) return;
    this.#underWay += text.length;
    redis
      .publish(PREFIX + conversation, text)
      .catch(this.presence.refused)
      .finally(() => {
        this.#underWay -= text.length;
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
      this.subscriber.redis.unsubscribe(PREFIX + conversation).catch(() => undefined);
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
    return this.subscriber.redis.subscribe(...conversations.map((id) => PREFIX + id)).catch(this.presence.refused);
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
