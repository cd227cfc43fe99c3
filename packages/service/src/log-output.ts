/**
 * Where log lines go, without anybody waiting for them. A disk that is full, or a reader that stands still, costs lines and
 * nothing else: pino's own output would end the server with the first line that is refused, and would never let it end while
 * lines are. The one thing that can still hold it is a terminal that somebody has stopped (Ctrl-S) when the process ends.
 */
import { write, writeSync } from 'node:fs';

/** The most that waits; what comes then is let go. */
const WAITING_BYTES = 2 ** 20;
const AGAIN_MS = 100;
/** So long the last lines are tried when the process ends; whoever reads a pipe needs a moment to make room. */
const LAST_MS = 1_000;
const LAST_AGAIN_MS = 10;

export interface LogOutput {
  /** One line, with its end. */
  write(line: string): void;
}

/** Writes to an open file; what is still waiting when the process ends is written then. */
export function logOutput(fd: number): LogOutput {
  let waiting = '';
  let underway: Buffer | null = null;

  const writeOn = (piece: Buffer): void => {
    underway = piece;
    write(fd, piece, (error, written) => {
      if (error) return void setTimeout(writeOn, AGAIN_MS, piece).unref();
      if (written < piece.length) return writeOn(piece.subarray(written));
      underway = null;
      next();
    });
  };
  const next = (): void => {
    if (underway || waiting === '') return;
    const piece = Buffer.from(waiting);
    waiting = '';
    writeOn(piece);
  };
  // What is on its way may get there too: a line twice is better than a last word that nobody reads.
  process.once('exit', () => writeLast(fd, Buffer.concat([underway ?? Buffer.alloc(0), Buffer.from(waiting)])));
  return {
    write(line) {
      if (waiting.length + line.length > WAITING_BYTES) return;
      waiting += line;
      next();
    },
  };
}

/** Writes all of it before it returns, as far as that can be done in {@link LAST_MS}. A full pipe takes a part, or nothing yet. */
function writeLast(fd: number, piece: Buffer): void {
  const until = Date.now() + LAST_MS;
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < piece.length; ) {
    try {
      at += writeSync(fd, piece, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() >= until) return;
      // Nothing else can be waited with in a process that ends.
      Atomics.wait(nobody, 0, 0, LAST_AGAIN_MS);
    }
  }
}
