/** Several server processes that share one PostgreSQL and one Redis. */
import { rmSync } from 'node:fs';
import { Postgres } from '../../../packages/realtime-server/test/support/postgres.js';
import { Redis } from '../../../packages/realtime-server/test/support/redis.js';
import { shopInboxes } from '../sites/shop-inbox.js';
import { Service } from './start-service.js';

export interface ClusterOptions {
  readonly nodes: number;
  /** Further environment variables of each node, by its number. `folder` exists as long as the cluster. */
  readonly envOf?: (node: number, folder: string) => Readonly<Record<string, string>>;
}

export class Cluster {
  private constructor(
    readonly postgres: Postgres,
    readonly redis: Redis,
    readonly databaseUrl: string,
    readonly inboxDir: string,
    readonly nodes: readonly Service[],
  ) {}

  static async start({ nodes, envOf = () => ({}) }: ClusterOptions): Promise<Cluster> {
    const [postgres, redis] = await bothOrNone(Postgres.start(), Redis.start());
    const inboxDir = shopInboxes();
    const started: Service[] = [];
    const end = (): Promise<void> => disposeAll(started, [redis, postgres], inboxDir);
    try {
      const databaseUrl = await postgres.newDatabase();
      const starting = Array.from({ length: nodes }, async (_, node) => {
        const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, ...envOf(node, inboxDir) };
        const service = await Service.start({ inboxDir, env });
        started.push(service);
        return service;
      });
      // Wait until every node has started or failed; only then can all of them be ended.
      await Promise.allSettled(starting);
      return new Cluster(postgres, redis, databaseUrl, inboxDir, await Promise.all(starting));
    } catch (error) {
      await end();
      throw error;
    }
  }

  dispose(): Promise<void> {
    return disposeAll(this.nodes, [this.redis, this.postgres], this.inboxDir);
  }
}

interface Disposable {
  dispose(): Promise<void>;
}

/** Waits for both to start. If one fails, ends the other. */
async function bothOrNone<A extends Disposable, B extends Disposable>(
  one: Promise<A>,
  other: Promise<B>,
): Promise<readonly [A, B]> {
  try {
    return await Promise.all([one, other]);
  } catch (error) {
    const results = await Promise.allSettled<Disposable>([one, other]);
    await Promise.all(results.map((each) => (each.status === 'fulfilled' ? each.value.dispose() : undefined)));
    throw error;
  }
}

/** Ends the nodes before the services that they use. */
async function disposeAll(
  nodes: readonly Disposable[],
  services: readonly Disposable[],
  inboxDir: string,
): Promise<void> {
  await Promise.all(nodes.map((node) => node.dispose()));
  await Promise.all(services.map((service) => service.dispose()));
  rmSync(inboxDir, { recursive: true, force: true });
}
