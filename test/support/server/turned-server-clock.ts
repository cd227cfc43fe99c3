/** Shifts the clock of a server while it runs, forward or back. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TurnedServerClock {
  /** Environment variables that the server must be started with. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on the server's clock is so many milliseconds ahead of the real time. */
  set(ms: number): void;
  remove(): void;
}

/** Reads the file again every few milliseconds, in each thread of the server. */
const PRELOAD = `
import { readFileSync } from 'node:fs';
const real = Date.now;
let [lookedAt, by] = [0, 0];
Date.now = () => {
  const now = real();
  if (now - lookedAt > 20) {
    lookedAt = now;
    by = Number(readFileSync(process.env.TURNED_BY, 'utf8')) || 0;
  }
  return now + by;
};`;

export function turnedServerClock(): TurnedServerClock {
  const folder = mkdtempSync(join(tmpdir(), 'service-clock-'));
  const file = join(folder, 'turned-by');
  writeFileSync(file, '0');
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, TURNED_BY: file },
    // Replace the file in one step: while it is written it is empty, and the server would use the real time.
    set(ms) {
      writeFileSync(`${file}.new`, String(ms));
      renameSync(`${file}.new`, file);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
