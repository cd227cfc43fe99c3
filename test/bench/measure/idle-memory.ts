/** What one more idle visitor costs the server in memory, against one more bare `ws` connection in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askHoldings, type Holdings, probedAt } from '../../proofs/chaos/support/probed-service.js';
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { startRawRelay } from '../baseline/raw-relay.js';
import { ratio, whole } from '../format.js';
import { inBatches } from '../load/in-batches.js';
import { LightSocket } from '../load/light-socket.js';
import { withShopServer } from '../load/shop-server.js';
import { VisitorSocket } from '../load/visitor-socket.js';
import type { Part } from '../part.js';

const SOCKETS = 2_000;
/** The first ones load what all share, and are not counted. */
const FIRST = 100;

export const idleMemory: Part = {
  title: 'Idle visitors',
  canBePaired: true,
  async run({ tree, quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'service-probes-'));
    try {
      const session = await ofVisitors(tree, join(folder, 'service.sock'));
      return {
        report: quick ? '' : reportOf(session, await ofBareSockets(join(folder, 'bare.sock'))),
        figures: [
          { name: 'KiB held per idle visitor', value: session.held, better: 'less' },
          { name: 'KiB resident per idle visitor', value: session.resident, better: 'less' },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** KiB per connection, after a forced collection: otherwise garbage would be most of the difference. */
interface Each {
  /** What the program holds, without the kernel's and the library's own part of a socket. */
  readonly held: number;
  /** What the process has from the system, freed room included. */
  readonly resident: number;
}

function ofVisitors(tree: string, probe: string): Promise<Each> {
  const use = ({ origin: service }: { readonly origin: string }) =>
    growth(probe, () => VisitorSocket.open({ service, page: SHOP_PAGE }));
  return withShopServer(tree, use, probedAt(probe));
}

async function ofBareSockets(probe: string): Promise<Each> {
  const relay = await startRawRelay(probedAt(probe));
  try {
    return await growth(probe, (i) => LightSocket.open({ url: `${relay.origin}/${i}` }));
  } finally {
    relay.stop();
  }
}

async function growth(probe: string, open: (index: number) => Promise<unknown>): Promise<Each> {
  await inBatches(FIRST, 50, open);
  const before = await askHoldings(probe, true);
  await inBatches(SOCKETS, 50, (i) => open(FIRST + i));
  const after = await askHoldings(probe, true);
  const each = (bytes: (held: Holdings) => number): number => (bytes(after) - bytes(before)) / 1_024 / SOCKETS;
  return { held: each(({ heapUsed, external }) => heapUsed + external), resident: each(({ rss }) => rss) };
}

const reportOf = (session: Each, bare: Each): string => `
Memory per connection, over ${whole(SOCKETS)} connections, after a forced collection of garbage: what the program holds, and what its
process has from the system.

| | held, KiB | ratio | resident, KiB |
|---|--:|--:|--:|
| bare \`ws\` connection | ${bare.held.toFixed(1)} | | ${bare.resident.toFixed(1)} |
| **visitor with a session, following a conversation** | **${session.held.toFixed(1)}** | **${ratio(session.held, bare.held)}** | ${session.resident.toFixed(1)} |
`;
