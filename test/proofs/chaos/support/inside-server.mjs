/**
 * Loaded into the server's process before its own code (`--import`), by tests only. It reports what the process holds, lets
 * its clock run faster, so that a test can wait for a ping due every 25 s, and ends the writing thread on request. No code of
 * the server knows it.
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

/** Immediates are what runs right now, such as this answer. The event loop is sampled while the process is busy. */
const PASSING = new Set(['Immediate', 'IntervalHistogram']);

/** What keeps the event loop alive, by kind, and how much the process has buffered for readers that don't read. */
function holdings() {
  const resources = {};
  for (const name of process.getActiveResourcesInfo().sort())
    if (!PASSING.has(name)) resources[name] = (resources[name] ?? 0) + 1;
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
// A worker thread loads this file too; it has its own memory, and only the main thread's is reported.
if (socket && isMainThread) {
  // The socket of a process that was killed is still there.
  rmSync(socket, { force: true });
  const threads = [];
  process.on('worker', (thread) => threads.push(thread));
  createServer((request, response) => {
    // Collect twice: finalizers that run after the first time may release more.
    if (request.url === '/collected') for (let i = 0; i < 2; i++) collect();
    // The first thread that the server starts is the writing one.
    if (request.url === '/end-writer') threads[0].terminate();
    response.setHeader('Connection', 'close');
    response.end(JSON.stringify(holdings()));
  })
    .listen(socket)
    .unref();
}
