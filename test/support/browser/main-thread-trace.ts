/** What a browser's main threads were busy with, by the browser's own records. */
import type { Browser, Page } from 'playwright-core';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Time on the processor, in microseconds, without what other programs took away. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string }; readonly fileName?: string };
}

/** Records while `doing` runs. One record at a time for a browser. */
export async function traceOf(browser: Browser, page: Page, doing: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'v8'] });
  await doing();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return traceEvents;
}

export const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/** What has ended on the threads that documents live on, the page's and its frames'. */
export function onMainThreads(events: readonly TraceEvent[]): TraceEvent[] {
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  return events.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
}

/** The tasks among them: between two of these a page can answer its visitor. */
export const tasksIn = (events: readonly TraceEvent[]): TraceEvent[] =>
  events.filter(({ name }) => name.endsWith('RunTask'));

/** On the processor's own clock: how much else this machine does at the moment makes no difference. */
export const processorMs = ({ tdur = 0 }: TraceEvent): number => tdur / 1_000;

/** How long the longest of them kept its thread, in milliseconds of the processor: so long a page could not answer. */
export const longestTaskMs = (events: readonly TraceEvent[]): number =>
  Math.max(...tasksIn(onMainThreads(events)).map(processorMs));
