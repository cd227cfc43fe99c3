/** Real nodes on one PostgreSQL and one Redis, each a process of its own: what an operator runs who can't do with one. */
import { rmSync } from 'node:fs';
import { Postgres } from '../../packages/realtime-server/test/postgres.js';
import { Redis } from '../../packages/realtime-server/test/redis.js';
import { shopInboxes } from './shop-inbox.js';
import { Service } from './start-service.js';

export interface ClusterOptions {
  readonly nodes: number;
  /** Further settings of each node, by its number; `folder` is there for as long as the cluster is. */
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
    const [postgres, redis] = await Promise.all([Postgres.start(), Redis.start()]);
    const inboxDir = shopInboxes();
    const databaseUrl = await postgres.newDatabase();
    const started = await Promise.all(
      Array.from({ length: nodes }, (_, node) =>
        Service.start({
          inboxDir,
          env: { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, ...envOf(node, inboxDir) },
        }),
      ),
    );
    return new Cluster(postgres, redis, databaseUrl, inboxDir, started);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.dispose()));
    await Promise.all([this.redis.dispose(), this.postgres.dispose()]);
    rmSync(this.inboxDir, { recursive: true, force: true });
  }
}
