/**
 * Around a whole run, in the main process: a folder for the temporary files of all tests, and a cache of compiled code for the processes
 * that run them. The server has its own, beside its bundle.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository.js';

export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'service-tests-'));
  // PostgreSQL runs as another user, who must reach its own folder in this one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/compiled');
  // Includes what killed processes left. Child processes of a browser may still write for a moment.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
