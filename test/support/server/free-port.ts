/** A port nobody listens on and nobody is given by the system, so that journeys and a running `npm start` never meet. */
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Below what systems hand to whoever calls out (from 32,768 on). A port from up there may be taken by some connection before
 * its server listens, or while that is restarted; even by the one that knocks to see whether it is back.
 */
const [FIRST, COUNT] = [11_000, 21_000];
/** Each process begins elsewhere: two that ask at the same moment are not told the same. */
let next = (process.pid * 97 + threadId * 13) % COUNT;

/** Never the same one twice to one process. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('Every port is taken.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
