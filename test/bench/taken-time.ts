/**
 * What a virtual machine was not given: time in which its host ran somebody else on its processors. Linux counts it; where
 * nothing counts it, it is none. While it happens every thread of ours stands still, and whatever is measured then is measured
 * of the neighbours.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** In the first line of /proc/stat, in hundredths of a second over all processors. */
const STOLEN = 8;

/** Starts to look; what it returns tells the part of all processors' time that was taken since, 0 to 1. */
export function takenTime(): () => number {
  const before = stolen();
  const begun = performance.now();
  return () => ((stolen() - before) * 10) / (performance.now() - begun) / cpus().length;
}

function stolen(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/)[STOLEN] ?? 0);
  } catch {
    return 0;
  }
}
