/** Writes one page over and over and flushes it, in a file of its own, and tells on demand the longest that it took since it was asked last. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 10;
const PAGE = Buffer.alloc(4_096);

const file = openSync(workerData, 'w');
let longestMs = 0;
const timer = setInterval(() => {
  const begun = performance.now();
  writeSync(file, PAGE, 0, PAGE.length, 0);
  fdatasyncSync(file);
  longestMs = Math.max(longestMs, performance.now() - begun);
}, EVERY_MS);

parentPort.on('message', (wish) => {
  if (wish === 'longest') {
    parentPort.postMessage(longestMs);
    longestMs = 0;
    return;
  }
  clearInterval(timer);
  closeSync(file);
  parentPort.close();
});
