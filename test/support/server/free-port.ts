import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Below the range of ephemeral ports (from 32,768 on). The system may give an ephemeral port to any outgoing connection before
 * the server listens or while it restarts, even to the connection that checks whether the server is back.
 */
const [FIRST, COUNT] = [11_000, 21_000];
/** Each process starts at a different port, so that two that ask at the same moment do not get the same one. */
let next = (process.pid * 97 + threadId * 13) % COUNT;

/** A port that no program uses. Does not return the same port twice within a process. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
