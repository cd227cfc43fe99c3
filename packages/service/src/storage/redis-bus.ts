/** What a server with Redis loads. */
import type { RandomBytes } from '@service/protocol';
import { type Bus, type OpenStore, openRedisBus, type RedisBusReport, systemClock } from '@service/realtime-server';
import type { Logger } from 'pino';

/** `store`: where the nodes have their key in common. */
export async function openBus(url: string, store: OpenStore, log: Logger, random: RandomBytes): Promise<Bus> {
  const key = await store.sharedKey('bus', Buffer.from(random(32)).toString('base64url'));
  return openRedisBus({ url, key, random, clock: systemClock, report: redisEvents(log) });
}

const REFUSED = {
  forged:
    'messages on Redis were not written by a node of this database, and were dropped: another program writes there. Give Redis a password, and let only the nodes reach it',
  late: 'messages of another node were dropped, because their time is more than 30 seconds from this node’s clock: set the clocks of all nodes by NTP',
} as const;

function redisEvents(log: Logger): RedisBusReport {
  return {
    refused: (why, count) => log.warn({ count }, REFUSED[why]),
    away: (reason: string) =>
      log.warn({ reason }, 'Redis is away: what other nodes store shows only with the next look'),
    back: () => log.info('Redis is back'),
  };
}
