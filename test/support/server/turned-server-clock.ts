/** A server whose clock a test turns: hours pass for it in a moment, and come back. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TurnedServerClock {
  /** For the server's environment, from its start on. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on the server believes to live so many milliseconds later than it does. */
  set(ms: number): void;
  remove(): void;
}

/** Read anew every few milliseconds, in each of the server's threads. */
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
    // In one step: a file that is being written is empty for a moment, and the server would live in the present for it.
    set(ms) {
      writeFileSync(`${file}.new`, String(ms));
      renameSync(`${file}.new`, file);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
