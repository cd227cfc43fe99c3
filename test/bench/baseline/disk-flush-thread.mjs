/** Writes and flushes one page of a file over and over; reports on demand how long each flush since the last report took. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 10;
const PAGE = Buffer.alloc(4_096);

const file = openSync(workerData, 'w');
let times = [];
const timer = setInterval(() => {
  const begun = performance.now();
  writeSync(file, PAGE, 0, PAGE.length, 0);
  fdatasyncSync(file);
  times.push(performance.now() - begun);
}, EVERY_MS);

parentPort.on('message', (request) => {
  if (request === 'report') {
    parentPort.postMessage(times);
    times = [];
    return;
  }
  clearInterval(timer);
  closeSync(file);
  parentPort.close();
});
