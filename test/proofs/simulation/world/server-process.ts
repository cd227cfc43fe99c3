/**
 * One server process of a run: the real node and the real connections, which can crash at any moment. What it had not
 * committed by then is lost; its clients notice at once, or only by its silence.
 */

import { CLOSE } from '@service/protocol';
import type { WebSocket } from 'ws';
import type { KeyRing } from '../../../../packages/realtime-server/dist/identity/key-ring.js';
import type { InboxDirectory } from '../../../../packages/realtime-server/dist/inbox/inbox.js';
import type { Node, NodeParts } from '../../../../packages/realtime-server/dist/node.js';
import { SOCKET_LIMITS } from '../../../../packages/realtime-server/dist/runtime/limits.js';
import type { LoadLevel } from '../../../../packages/realtime-server/dist/runtime/load-shedding.js';
import type { Build } from '../build.js';
import type { SimulatedBus } from './bus.js';
import type { Link, ServerSocket } from './network.js';
import type { SimulatedStore } from './store.js';
import { Lifetime, type World } from './world.js';

const DRAIN_WINDOW_MS = 5_000;

export interface ProcessParts {
  readonly build: Build;
  readonly world: World;
  readonly store: SimulatedStore;
  readonly bus: SimulatedBus;
  readonly inboxes: InboxDirectory;
  readonly answerer: (lifetime: Lifetime) => NodeParts['answerer'];
  /** The site's signing keys; none: no visitor can be identified. */
  readonly ring?: KeyRing;
}

export class ServerProcess {
  readonly lifetime: Lifetime;
  readonly node: Node;
  private readonly connections = new Set<InstanceType<Build['Connection']>>();
  private readonly sockets = new Set<ServerSocket>();
  private readonly stopHeartbeat: () => void;
  private level: LoadLevel = 0;
  /** False while it drains: new connections go to other processes. */
  open = true;
  private readonly allSockets: ServerSocket[] = [];

  constructor(private readonly parts: ProcessParts) {
    const { build, world, store, bus, inboxes, answerer, ring = [] } = parts;
    const lifetime = new Lifetime(world, world.between(-2_000, 2_000));
    this.lifetime = lifetime;
    this.node = build.createNode({
      store: store.connect(world, lifetime),
      bus: bus.connect(lifetime),
      inboxes,
      identities: build.createIdentityVerifier(inboxes, { ring: () => ring }),
      answerer: answerer(lifetime),
      failureText: () => 'The answer failed.',
      clock: lifetime,
      random: (count) => world.bytes(count),
      fraction: world.fraction,
      load: () => this.level,
      deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs,
      log: { warn: () => undefined, debug: () => undefined },
    });
    this.stopHeartbeat = build.startHeartbeat(this.node.connection, this.connections);
    this.node.start();
  }

  /** The most bytes that ever waited for one reader, closed connections included. */
  get mostBuffered(): number {
    return this.allSockets.reduce((most, { mostBuffered }) => Math.max(most, mostBuffered), 0);
  }

  accept(socket: ServerSocket): void {
    socket.assignTo(this.lifetime);
    this.sockets.add(socket);
    this.allSockets.push(socket);
    const connection = new this.parts.build.Connection(
      socket as unknown as WebSocket,
      null,
      this.node.connection,
      { origin: null, ownOrigin: 'http://chat.test', address: '127.0.0.1', gpc: false },
      () => {
        this.connections.delete(connection);
        this.sockets.delete(socket);
      },
    );
    socket.measureBy(() => connection.outbound.waitingBytes);
    this.connections.add(connection);
  }

  /** Sets a level of overload for a while. */
  overload(level: LoadLevel, ms: number): void {
    this.level = level;
    this.lifetime.after(ms, () => {
      this.level = 0;
    });
  }

  /** kill -9. */
  crash(links: ReadonlySet<Link>): void {
    this.end();
    const silently = this.parts.world.chance(0.2);
    for (const link of [...links]) {
      if (!this.sockets.has(link.server)) continue;
      link.server.die();
      if (silently) link.halfOpen();
      else link.cut();
    }
  }

  /** SIGTERM while other processes go on: every connection is asked to move, and those that stay are closed at the end. */
  async drain(): Promise<void> {
    this.open = false;
    this.node.leave();
    for (const connection of this.connections) connection.drain(DRAIN_WINDOW_MS);
    await this.lifetime.wait(DRAIN_WINDOW_MS + 1_000);
    for (const connection of [...this.connections]) connection.close(CLOSE.drained, true);
    await this.node.stop();
    await this.lifetime.wait(1_000);
    this.end();
  }

  private end(): void {
    this.open = false;
    this.stopHeartbeat();
    this.lifetime.alive = false;
    this.parts.bus.forget(this.lifetime);
  }
}
