/**
 * The servers that reconnect-storm.test.ts restarts: one process on its own disk, or two nodes on one PostgreSQL and one Redis
 * behind a balancer.
 */
import { join } from 'node:path';
import type { ChatClientOptions } from '@service/embed-headless/core';
import { Balancer } from '../../../support/server/balancer.js';
import { Cluster } from '../../../support/server/cluster.js';
import { SHOP_PAGE } from '../../../support/sites/shop-inbox.js';
import { askHoldings, probedAt, startProbedService } from '../support/probed-service.js';

export interface RestartTarget {
  readonly options: ChatClientOptions;
  /** Kills every process without warning. Resolves when all serve again. */
  kill(): Promise<void>;
  /** Restarts every process at once, each after its drain. */
  deploy(): Promise<void>;
  /** The most memory that any of the processes has had, in bytes. */
  peakRss(): Promise<number>;
  dispose(): Promise<void>;
}

const NODES = 2;

export async function oneProcess(): Promise<RestartTarget> {
  const server = await startProbedService();
  const { service } = server;
  return {
    options: server.options(),
    async kill() {
      await service.kill9();
      await service.start();
    },
    deploy: () => service.restart(),
    peakRss: async () => (await server.holdings()).peakRss,
    dispose: () => server.dispose(),
  };
}

export async function twoNodesOnPostgres(): Promise<RestartTarget> {
  const probe = (node: number, folder: string): string => join(folder, `probe-${node}.sock`);
  const cluster = await Cluster.start({ nodes: NODES, envOf: (node, folder) => probedAt(probe(node, folder)) });
  const { nodes, inboxDir } = cluster;
  const balancer = await Balancer.start(nodes.map(({ port }) => port));
  return {
    options: { inboxId: 'demo', baseUrl: balancer.origin, hostOrigin: SHOP_PAGE },
    async kill() {
      await Promise.all(nodes.map((node) => node.kill9()));
      await Promise.all(nodes.map((node) => node.start()));
    },
    async deploy() {
      await Promise.all(nodes.map((node) => node.restart()));
    },
    async peakRss() {
      const held = await Promise.all(nodes.map((_, node) => askHoldings(probe(node, inboxDir), false)));
      return Math.max(...held.map(({ peakRss }) => peakRss));
    },
    async dispose() {
      await balancer.close();
      await cluster.dispose();
    },
  };
}
