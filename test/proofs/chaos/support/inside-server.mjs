/**
 * Loaded into the server's process before its own code (`--import`), and only by tests: answers what the process holds,
 * lets its clock run faster, so that a ping due every 25 s can be waited for, and ends the thread that writes when it is told
 * to. No code of the server knows it.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const timesFaster = Number(process.env.TIMES_FASTER ?? 1);
if (timesFaster !== 1) {
  const begun = Date.now();
  const { now } = Date;
  Date.now = () => begun + (now() - begun) * timesFaster;
  for (const name of ['setTimeout', 'setInterval']) {
    const original = globalThis[name];
    globalThis[name] = Object.assign((run, ms, ...rest) => original(run, ms / timesFaster, ...rest), original);
  }
}

/** What keeps the event loop busy, by kind, and how much the process has buffered for readers that don't read. */
function holdings() {
  const resources = {};
  // An immediate is what runs right now, this very answer among it.
  for (const name of process.getActiveResourcesInfo().sort())
    if (name !== 'Immediate') resources[name] = (resources[name] ?? 0) + 1;
  const buffered = process._getActiveHandles().map((handle) => handle.writableLength ?? 0);
  return {
    ...process.memoryUsage(),
    resources,
    bufferedAll: buffered.reduce((sum, bytes) => sum + bytes, 0),
    bufferedMost: Math.max(0, ...buffered),
    peakRss: process.resourceUsage().maxRSS * 1_024,
  };
}

const socket = process.env.PROBE_SOCKET;
// A worker thread loads this file too; it has memory of its own and is not what is asked about.
if (socket && isMainThread) {
  // Left behind by a process that was killed.
  rmSync(socket, { force: true });
  const threads = [];
  process.on('worker', (thread) => threads.push(thread));
  createServer((request, response) => {
    // Twice: what the first finds unreachable may have finalizers that let go of more.
    if (request.url === '/collected') for (let i = 0; i < 2; i++) collect();
    // The first of all threads is the one that writes.
    if (request.url === '/end-writer') threads[0].terminate();
    response.setHeader('Connection', 'close');
    response.end(JSON.stringify(holdings()));
  })
    .listen(socket)
    .unref();
}
