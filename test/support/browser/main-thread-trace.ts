/** The work of a browser's main threads, from the browser's own trace. */
import type { Browser, Page } from 'playwright-core';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time in microseconds: does not count time in which other programs ran. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string }; readonly fileName?: string };
}

/** Records while `run` runs. A browser can record one trace at a time. */
export async function recordTrace(browser: Browser, page: Page, run: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'v8'] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return traceEvents;
}

export const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/** Completed events on the threads that run documents: those of the page and of its frames. */
export function mainThreadEvents(events: readonly TraceEvent[]): TraceEvent[] {
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  return events.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
}

/** The tasks among them. Between two tasks a page can react to input. */
export const tasksIn = (events: readonly TraceEvent[]): TraceEvent[] =>
  events.filter(({ name }) => name.endsWith('RunTask'));

/** CPU time, so that other load on this machine makes no difference. */
export const cpuMs = ({ tdur = 0 }: TraceEvent): number => tdur / 1_000;

/** CPU milliseconds of the longest task: for so long a page could not react to input. */
export const longestTaskMs = (events: readonly TraceEvent[]): number =>
  Math.max(...tasksIn(mainThreadEvents(events)).map(cpuMs));
