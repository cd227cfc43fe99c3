/** Many visitors, split over processes so that no process exceeds the system's limit of open files. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ChatClientOptions } from '@service/embed-headless/core';
import type { Order, Report } from './visitors.js';

/** Open files a process needs besides its visitors' sockets: its own files and pipes, and sockets that are closing. */
const SPARE_FILES = 1_000;

export class VisitorProcesses {
  private constructor(
    readonly count: number,
    readonly processes: readonly ChildProcess[],
  ) {}

  /** Starts `split` processes and opens `count` visitors over them; resolves when every one is live. */
  static async open(count: number, split: number, options: ChatClientOptions): Promise<VisitorProcesses> {
    needOpenFiles(count + SPARE_FILES, 'the server');
    const each = Math.ceil(count / split);
    needOpenFiles(each + SPARE_FILES, 'each process of visitors');
    const processes = Array.from({ length: split }, () =>
      spawn(process.execPath, [join(import.meta.dirname, 'run-visitors.mjs')], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    const all = new VisitorProcesses(each * split, processes);
    await Promise.all(processes.map((child) => reportOf(child)));
    await all.run({ do: 'open', count: each, options });
    return all;
  }

  /** Sends the order to every process. Resolves when all have carried it out. */
  run<D extends Order['do']>(order: Extract<Order, { do: D }>): Promise<Extract<Report, { done: D }>[]> {
    return Promise.all(
      this.processes.map(async (child) => {
        child.send(order);
        return (await reportOf(child)) as Extract<Report, { done: D }>;
      }),
    );
  }

  end(): void {
    for (const child of this.processes) child.kill('SIGKILL');
  }
}

function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('A process of visitors ended on its own.'));
    child.once('exit', ended);
    child.once('message', (report: Report) => {
      child.off('exit', ended);
      if ('failed' in report) reject(new Error(report.failed));
      else resolve(report);
    });
  });
}

function needOpenFiles(count: number, who: string): void {
  // Node raises its soft limit to the hard one by itself, so the hard one decides.
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  if (limit !== 'unlimited' && Number(limit) < count) {
    throw new Error(
      `${who} needs ${count} open files, this system allows ${limit}. Raise it (ulimit -n ${count}) or set VISITORS lower.`,
    );
  }
}
