/** Processor time of another process, on Linux: user and system time, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's timer. */
const US_PER_TICK = 10_000;

/** Microseconds that all threads of the process have used; NaN where the system doesn't report it. */
export function processTimeUs(pid: number): number {
  return usOf(statOf(pid), 'own');
}

/** The same of a process, of its children, and of the children that have ended, as PostgreSQL has one for each connection. */
export function familyTimeUs(pid: number): number {
  const head = statOf(pid);
  let us = usOf(head, 'own') + usOf(head, 'ended children');
  for (const name of head ? readdirSync('/proc') : []) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat && Number(stat[1]) === pid) us += usOf(stat, 'own');
  }
  return us;
}

/** Fields 3 and on of /proc/PID/stat; null when there is no such process, or no /proc. */
function statOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it may hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function usOf(stat: readonly string[] | null, whose: 'own' | 'ended children'): number {
  const first = whose === 'own' ? 11 : 13;
  return stat ? (Number(stat[first]) + Number(stat[first + 1])) * US_PER_TICK : Number.NaN;
}
