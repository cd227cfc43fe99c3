/** What one more idle visitor costs the server in memory, against one more bare `ws` connection in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askWhatIsHeld, type Holdings, probedAt } from '../chaos/probed-service.js';
import { SHOP_PAGE, shopInboxesWithoutArticles } from '../harness/shop-inbox.js';
import { Service } from '../harness/start-service.js';
import { inBatches } from './in-batches.js';
import { LightSocket } from './light-socket.js';
import { startRawRelay } from './raw-relay.js';
import { VisitorSocket } from './visitor-socket.js';

/** KiB per connection, both after a forced collection: how much garbage lies about would be most of the difference. */
export interface Each {
  /** What the program holds. The kernel's and the library's own part of a socket is not in it; both sides pay that alike. */
  readonly held: number;
  /** What the process has from the system: also room that it took for what is gone. */
  readonly resident: number;
}

export interface IdleMemory {
  readonly session: Each;
  readonly bare: Each;
}

/** These load what every later one shares, and are not counted. */
const FIRST = 100;

export async function measureIdleMemory(sockets: number): Promise<IdleMemory> {
  const inboxDir = shopInboxesWithoutArticles();
  const folder = mkdtempSync(join(tmpdir(), 'service-probes-'));
  const probe = join(folder, 'service.sock');
  const bareProbe = join(folder, 'bare.sock');
  try {
    const service = await Service.start({ inboxDir, env: probedAt(probe) });
    let session: Each;
    try {
      session = await growth(probe, sockets, () => VisitorSocket.open({ service: service.origin, page: SHOP_PAGE }));
    } finally {
      await service.dispose();
    }
    const relay = await startRawRelay(probedAt(bareProbe));
    try {
      return {
        session,
        bare: await growth(bareProbe, sockets, (i) => LightSocket.open({ url: `${relay.origin}/${i}` })),
      };
    } finally {
      relay.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(inboxDir, { recursive: true });
  }
}

async function growth(probe: string, sockets: number, open: (index: number) => Promise<unknown>): Promise<Each> {
  await inBatches(FIRST, 50, open);
  const before = await askWhatIsHeld(probe, true);
  await inBatches(sockets, 50, (i) => open(FIRST + i));
  const after = await askWhatIsHeld(probe, true);
  const each = (bytes: (held: Holdings) => number): number => (bytes(after) - bytes(before)) / 1_024 / sockets;
  return { held: each(({ heapUsed, external }) => heapUsed + external), resident: each(({ rss }) => rss) };
}
