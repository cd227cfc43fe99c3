/** Processor time of another process, on Linux. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's timer. */
const US_PER_TICK = 10_000;

/** Microseconds that all threads of the process have used; NaN where the system doesn't report it. */
export function processTimeUs(pid: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return Number.NaN;
  }
  // The name before it may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK;
}
