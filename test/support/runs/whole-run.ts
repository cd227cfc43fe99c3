/**
 * Around a whole run, in the main process: a folder for the temporary files of all tests, and a cache of compiled code, so
 * that a server that is started for the hundredth time does not compile its modules again.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, Service } from '../server/start-service.js';
import { shopInboxes } from '../sites/shop-inbox.js';
import { ROOT } from './repository.js';

export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'service-tests-'));
  // PostgreSQL runs as another user, who must reach its own folder in this one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/compiled');
  if (existsSync(MAIN) && !existsSync(process.env.NODE_COMPILE_CACHE)) await compileServer();
  // Includes what killed processes left. Child processes of a browser may still write for a moment.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Only a process that ends by itself saves what it has compiled, and most tests kill their servers. */
async function compileServer(): Promise<void> {
  const inboxDir = shopInboxes();
  const server = await Service.start({ inboxDir });
  await server.stop();
  await server.dispose();
  rmSync(inboxDir, { recursive: true });
}
