/**
 * Where log lines go. No request waits for them: a full disk or a stalled reader costs lines and nothing else.
 *
 * Not `pino.destination`: when every write is refused, sonic-boom keeps the process from ending (test/log.test.ts). The one
 * thing that can hold up this output is a terminal stopped by Ctrl-S while the process ends.
 */
import { write, writeSync } from 'node:fs';

/** Lines beyond this many waiting bytes are dropped. */
const WAITING_BYTES = 2 ** 20;
const AGAIN_MS = 100;
/** How long the last lines are tried when the process ends; the reader of a pipe needs a moment to make room. */
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
  // A piece that is being written may be written twice: better than losing the last lines.
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
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < piece.length; ) {
    try {
      at += writeSync(fd, piece, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() >= until) return;
      // The only way to wait in a process that is ending.
      Atomics.wait(never, 0, 0, LAST_AGAIN_MS);
    }
  }
}
