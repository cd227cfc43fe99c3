/**
 * The network between the clients and the server: delays every frame, keeps the order within one connection as TCP
 * does, cuts connections, and sometimes lets one look open while nothing gets through.
 */
import type { ClientFrame, ServerFrame } from '@service/protocol';
import type { OpenSocket } from '../../src/core/ports.js';
import type { Line, LogServer } from './log-server.js';
import type { World } from './world.js';

export class Network {
  /** Raised for the stormy part of a run, zero for the calm end. */
  faults = 0;
  readonly open = new Set<() => void>();

  constructor(
    private readonly world: World,
    private readonly server: LogServer,
  ) {}

  /** Cuts one open connection. */
  cutOne(): void {
    const all = [...this.open];
    all[this.world.between(0, all.length - 1)]?.();
  }

  readonly connect: OpenSocket = (_url, _protocol, events) => {
    const { world, server } = this;
    let up = true;
    let halfOpen = false;
    /** Cut so hard that what was under way is lost too; otherwise it still arrives, and the end after it. */
    let reset = false;
    let clientListens = true;
    let sentUntil = world.now;
    let receivedUntil = world.now;

    const line: Line = {
      toClient: (frame: ServerFrame) => {
        receivedUntil = Math.max(receivedUntil, world.now + world.between(1, 40));
        world.after(receivedUntil - world.now, () => {
          if (!reset && clientListens && !halfOpen) events.message(JSON.stringify(frame));
        });
      },
      cut: (code) => end(code),
    };
    const end = (code: number): void => {
      if (!up) return;
      up = false;
      this.open.delete(cut);
      reset = world.chance(0.5);
      const rest = Math.max(world.now + world.between(1, 40), receivedUntil) - world.now;
      world.after(rest, () => clientListens && events.closed(code, ''));
    };
    const cut = (): void => {
      if (world.chance(0.2)) halfOpen = true;
      else {
        server.drop(line, 1006);
        end(1006);
      }
    };
    if (world.chance(this.faults * 0.3))
      world.after(world.between(1, 200), () => clientListens && events.closed(1006, ''));
    else {
      this.open.add(cut);
      world.after(world.between(1, 40), () => up && clientListens && events.opened());
    }
    return {
      send: (text) => {
        sentUntil = Math.max(sentUntil, world.now + world.between(1, 40));
        world.after(sentUntil - world.now, () => {
          if (up && !halfOpen) server.receive(line, JSON.parse(text) as ClientFrame);
        });
      },
      close: () => {
        clientListens = false;
        up = false;
        this.open.delete(cut);
        server.drop(line, 1000);
      },
    };
  };
}
