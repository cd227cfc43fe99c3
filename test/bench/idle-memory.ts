/** What an idle visitor costs the server in memory, against a bare `ws` connection in an otherwise empty process. */
import { execFileSync } from 'node:child_process';
import { Service } from '../harness/start-service.js';
import { inBatches } from './in-batches.js';
import { openRaw, startRawRelay } from './raw-relay.js';
import { VisitorSocket } from './visitor-socket.js';

export interface IdleMemory {
  /** KiB of resident memory per connection. */
  readonly session: number;
  readonly bare: number;
}

export async function measureIdleMemory(inboxDir: string, page: string, sockets: number): Promise<IdleMemory> {
  const service = await Service.start({ inboxDir });
  let session: number;
  try {
    // The first connection loads what every later one shares.
    const first = await VisitorSocket.open({ service: service.origin, page });
    const before = residentKiB(service.pid);
    const visitors = await inBatches(sockets, 50, () => VisitorSocket.open({ service: service.origin, page }));
    session = (residentKiB(service.pid) - before) / sockets;
    for (const visitor of [first, ...visitors]) visitor.close();
  } finally {
    await service.dispose();
  }

  const relay = await startRawRelay();
  try {
    const first = await openRaw(`${relay.origin}/first`);
    const before = residentKiB(relay.pid);
    const bare = await inBatches(sockets, 50, (i) => openRaw(`${relay.origin}/${i}`));
    const each = (residentKiB(relay.pid) - before) / sockets;
    for (const socket of [first, ...bare]) socket.terminate();
    return { session, bare: each };
  } finally {
    relay.stop();
  }
}

function residentKiB(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
