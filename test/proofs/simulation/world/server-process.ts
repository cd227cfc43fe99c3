/**
 * One server process of a run: the real node and the real connections on a life that can end at any moment. What it had
 * not committed by then is gone; its clients notice at once, or only by the silence.
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
import type { Disk } from './disk.js';
import type { Link, ServerSocket } from './network.js';
import { Life, type World } from './world.js';

const DRAIN_WINDOW_MS = 5_000;

export interface ProcessParts {
  readonly build: Build;
  readonly world: World;
  readonly disk: Disk;
  readonly bus: SimulatedBus;
  readonly inboxes: InboxDirectory;
  readonly answerer: (life: Life) => NodeParts['answerer'];
  /** What the site signs with; none: nobody is vouched for. */
  readonly ring?: KeyRing;
}

export class ServerProcess {
  readonly life: Life;
  readonly node: Node;
  private readonly connections = new Set<InstanceType<Build['Connection']>>();
  private readonly sockets = new Set<ServerSocket>();
  private readonly stopHeartbeat: () => void;
  private level: LoadLevel = 0;
  /** False while it drains: new connections go to the others. */
  open = true;
  private readonly met: ServerSocket[] = [];

  constructor(private readonly parts: ProcessParts) {
    const { build, world, disk, bus, inboxes, answerer, ring = [] } = parts;
    const life = new Life(world, world.between(-2_000, 2_000));
    this.life = life;
    this.node = build.createNode({
      store: disk.store(world, life),
      bus: bus.connect(life),
      inboxes,
      identities: build.createIdentityVerifier(inboxes, { ring: () => ring }),
      answerer: answerer(life),
      failureText: () => 'The answer failed.',
      clock: life,
      random: (count) => world.bytes(count),
      fraction: world.fraction,
      load: () => this.level,
      deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs,
      log: { warn: () => undefined, debug: () => undefined },
    });
    this.stopHeartbeat = build.startHeartbeat(this.node.connection, this.connections);
    this.node.start();
  }

  /** Bytes that ever waited for one reader, also for those who were there to the end or saw it die. */
  get mostBuffered(): number {
    return this.met.reduce((most, { mostBuffered }) => Math.max(most, mostBuffered), 0);
  }

  accept(socket: ServerSocket): void {
    socket.belongTo(this.life);
    this.sockets.add(socket);
    this.met.push(socket);
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

  /** Has too much to do, for a while. */
  overload(level: LoadLevel, ms: number): void {
    this.level = level;
    this.life.after(ms, () => {
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

  /** SIGTERM among others that serve on: everyone is asked to leave, and those who stay are closed in the end. */
  async drain(): Promise<void> {
    this.open = false;
    this.node.leave();
    for (const connection of this.connections) connection.drain(DRAIN_WINDOW_MS);
    await this.life.wait(DRAIN_WINDOW_MS + 1_000);
    for (const connection of [...this.connections]) connection.close(CLOSE.drained, true);
    await this.node.stop();
    await this.life.wait(1_000);
    this.end();
  }

  private end(): void {
    this.open = false;
    this.stopHeartbeat();
    this.life.alive = false;
    this.parts.bus.forget(this.life);
  }
}
