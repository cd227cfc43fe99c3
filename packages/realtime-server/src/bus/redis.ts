/**
 * The bus between nodes, over publish and subscribe of Redis or Valkey. Nothing is stored there.
 *
 * Listeners of this node are told at once and directly; the same message coming back from Redis is dropped. So a node is
 * as quick as alone to those who share it, and while Redis is away it loses only the word of the others, which it finds
 * in the store when it looks.
 */
import type { RandomBytes } from '@service/protocol';
import type { Bus } from './bus.js';
import { readBusMessage, writeBusMessage } from './bus-message.js';
import { connectToRedis } from './redis-connection.js';
import { Topics } from './topics.js';

const PREFIX = 'service:c:';
/** Characters on their way to Redis; beyond, messages are dropped, because a Redis that hangs must not fill the memory. */
const MAX_UNDER_WAY = 8 * 1024 * 1024;
/** How long a subscriber waits for Redis before it goes on without, to be told of a reset later. */
const PATIENCE_MS = 1_000;
const CHANNELS_PER_COMMAND = 1_000;

export interface RedisBusReport {
  /** Once, when Redis stops being there; also when it never was. The reason has no password in it. */
  away(reason: string): void;
  /** Once, when it is there (again). */
  back(): void;
}

/** Resolves when Redis is there, or, so that a server can start without it, when it is known not to be. */
export async function openRedisBus(url: string, random: RandomBytes, report: RedisBusReport): Promise<Bus> {
  const node = Buffer.from(random(9)).toString('base64url');
  const topics = new Topics();
  const resets = new Set<() => void>();
  /** By conversation: settled when Redis has confirmed, or the connection broke before it could. */
  const confirmed = new Map<string, Promise<unknown>>();
  const subscriber = connectToRedis(url, 'service-subscriber');
  const publisher = connectToRedis(url, 'service-publisher');
  let underWay = 0;
  let present: boolean | null = null;
  let resetting = false;

  const reset = (): void => {
    if (resetting) return;
    resetting = true;
    setImmediate(() => {
      resetting = false;
      for (const listener of [...resets]) listener();
    });
  };
  let reason = 'the connection was closed';
  let began = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    began = resolve;
  });
  const changed = (now: boolean): void => {
    const first = present === null;
    const news = present !== now;
    present = now;
    began();
    if (news && !now) report.away(reason);
    else if (news && !first) report.back();
  };
  // A user who may connect but not subscribe is told so here, and nowhere else.
  const refused = (error: Error): void => {
    if (error.name !== 'ReplyError') return;
    reason = error.message;
    changed(false);
  };
  const confirm = (conversations: readonly string[]): Promise<unknown> =>
    subscriber.redis.subscribe(...conversations.map((id) => PREFIX + id)).catch(refused);

  subscriber.redis.on('message', (channel: string, text: string) => {
    if (!channel.startsWith(PREFIX)) return;
    const message = readBusMessage(node, text);
    if (message) topics.tell(channel.slice(PREFIX.length), message);
  });
  // Everything is sent before anything is waited for, or somebody who leaves meanwhile would be subscribed again.
  subscriber.redis.on('ready', () => {
    const all = topics.conversations();
    const parts: Promise<unknown>[] = [];
    for (let i = 0; i < all.length; i += CHANNELS_PER_COMMAND) {
      const some = all.slice(i, i + CHANNELS_PER_COMMAND);
      const part = confirm(some);
      for (const id of some) confirmed.set(id, part);
      parts.push(part);
    }
    void Promise.all(parts).then(reset);
  });

  for (const { redis } of [subscriber, publisher]) {
    redis.on('error', (error: Error & { errors?: readonly Error[] }) => {
      reason = error.message || error.errors?.map((each) => each.message).join('; ') || reason;
    });
    redis.on('close', () => changed(false));
    redis.on('ready', () => {
      if (subscriber.redis.status === 'ready' && publisher.redis.status === 'ready') changed(true);
    });
  }
  await known;

  return {
    publish(conversation, message) {
      topics.tell(conversation, message);
      if (publisher.redis.status !== 'ready') return;
      const text = writeBusMessage(node, message);
      if (underWay + text.length > MAX_UNDER_WAY) return;
      underWay += text.length;
      const done = (): void => {
        underWay -= text.length;
      };
      publisher.redis
        .publish(PREFIX + conversation, text)
        .catch(refused)
        .finally(done);
    },
    async subscribe(conversation, listener) {
      const { first, remove } = topics.add(conversation, listener);
      if (first) confirmed.set(conversation, confirm([conversation]));
      const heard = confirmed.get(conversation) as Promise<unknown>;
      if (!(await inTime(heard))) void heard.then(reset);
      return () => {
        if (!remove()) return;
        confirmed.delete(conversation);
        subscriber.redis.unsubscribe(PREFIX + conversation).catch(() => undefined);
      };
    },
    onReset(listener) {
      const own = (): void => listener();
      resets.add(own);
      return () => void resets.delete(own);
    },
    async close() {
      topics.clear();
      resets.clear();
      // What ends now is no news.
      present = false;
      await Promise.all([subscriber.close(), publisher.close()]);
    },
  };
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
