/** The server processes of a run, the bus between them, and the network between them and the browsers. */
import type { InboxDirectory } from '../../../../packages/realtime-server/dist/inbox/inbox.js';
import { SimulatedBus } from './bus.js';
import { Network } from './network.js';
import { type ProcessParts, ServerProcess } from './server-process.js';

/** The inbox settings that every run has. No run reads the others. */
const DEMO = {
  id: 'demo',
  name: 'Shop',
  allowedOrigins: ['http://shop.test'],
  requireConsent: false,
  consentVersion: '1',
} as const;

export class Servers {
  /** Every process, also those that have ended. */
  readonly all: ServerProcess[] = [];
  readonly bus: SimulatedBus;
  readonly network: Network;
  private readonly inboxes: InboxDirectory;

  /** `inbox` adds to `DEMO`; subscribing to the bus takes up to `subscribeMs`. */
  constructor(
    private readonly parts: Omit<ProcessParts, 'bus' | 'inboxes'>,
    subscribeMs: number,
    inbox: object = {},
  ) {
    const { world } = parts;
    const demo = { ...DEMO, ...inbox } as unknown as ReturnType<InboxDirectory['get']>;
    const lookup = { get: (id: string) => (id === DEMO.id ? demo : null), list: () => [] };
    this.inboxes = {
      ...lookup,
      all: lookup,
      keyRing: () => null,
      folder: () => '',
      knowledgeFolder: () => '',
      close: () => undefined,
    };
    this.bus = new SimulatedBus(world, subscribeMs);
    this.network = new Network(world, () => this.anyOpen());
  }

  /** A process that accepts new connections. */
  anyOpen(): ServerProcess | null {
    const open = this.all.filter((process) => process.open);
    return open.length === 0 ? null : this.parts.world.one(open);
  }

  start(): void {
    const { parts, bus, inboxes } = this;
    this.all.push(new ServerProcess({ ...parts, bus, inboxes }));
  }

  /** One process crashes; another starts after a while. */
  crash(): void {
    const { world } = this.parts;
    const process = this.anyOpen();
    if (!process) return;
    process.crash(this.network.links);
    world.after(world.between(20, 4_000), () => this.start());
  }

  /** Ends all processes: the run is over. */
  end(): void {
    for (const { lifetime } of this.all) lifetime.alive = false;
  }
}
