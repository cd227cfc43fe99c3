/**
 * Where log lines go, without anybody waiting for them. A disk that is full, or a reader that stands still, costs lines and
 * nothing else: pino's own output would end the server with the first line that is refused, and would never let it end while
 * lines are.
 */
import { write, writeSync } from 'node:fs';

/** The most that waits; what comes then is let go. */
const WAITING_BYTES = 2 ** 20;
const AGAIN_MS = 100;

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
  process.once('exit', () => {
    try {
      // What is on its way may get there too: a line twice is better than a last word that nobody reads.
      writeSync(fd, Buffer.concat([underway ?? Buffer.alloc(0), Buffer.from(waiting)]));
    } catch {
      // There is no later.
    }
  });
  return {
    write(line) {
      if (waiting.length + line.length > WAITING_BYTES) return;
      waiting += line;
      next();
    },
  };
}
