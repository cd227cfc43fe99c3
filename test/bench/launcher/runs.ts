/** What one visit measures: a visitor who clicks the launcher at once, and one who comes back to a page at rest. */
import type { BenchPages, Contender } from './bench-pages.js';
import type { Request } from './network-log.js';
import type { Visit } from './visit.js';
import { visit } from './visit.js';

export interface EarlyRun {
  readonly launcherMs: number;
  readonly readyMs: number;
  /** Of the chat, begun before the launcher was visible. */
  readonly requestsBeforeLauncher: number;
  readonly bytesBeforeLauncher: number;
  readonly longTasks: number;
  readonly shift: number;
}

export interface RestRun {
  /** Of the page's main thread until it was at rest. */
  readonly workMs: number;
  readonly readyMs: number;
  /** Of the chat, begun before the page's `load`. */
  readonly requestsBeforeLoad: number;
  readonly heapBytes: number;
  readonly longTasks: number;
  readonly shift: number;
}

/** The click follows as soon as the launcher is visible. Times from the moment at which the page reached the chat's tag. */
export async function clickEarly(pages: BenchPages, contender: Contender): Promise<EarlyRun> {
  return during(pages.url(contender), async (visited) => {
    const started = (await visited.reported('started')).at;
    const launcher = (await visited.reported('launcher')).at;
    const ready = await openAndType(visited);
    const chat = visited.requests.filter(({ url }) => pages.isChat(url));
    const before = chat.filter(({ begun }) => begun < launcher);
    return {
      launcherMs: launcher - started,
      readyMs: ready - started,
      requestsBeforeLauncher: before.length,
      bytesBeforeLauncher: bytesOf(before),
      ...disturbances(visited, chat),
    };
  });
}

/** What connects to the server, and the words for what it then shows: they load while a visitor begins to write. */
const NOT_NEEDED = ['*/assets/live-*', '*/assets/topics-*'];

/** @returns the bytes of the chat until one can write; what isn't needed for that is held back, which proves it */
export function bytesUntilReady(pages: BenchPages, contender: Contender): Promise<number> {
  const measure = async (visited: Visit): Promise<number> => {
    const ready = await openAndType(visited);
    return bytesOf(visited.requests.filter(({ url, ended }) => pages.isChat(url) && ended <= ready));
  };
  return during(pages.url(contender), measure, NOT_NEEDED);
}

/** `withFrame`: the chat makes its frame before the click. `readyMs` is from the click on. */
export async function clickAtRest(pages: BenchPages, contender: Contender, withFrame: boolean): Promise<RestRun> {
  return during(pages.url(contender), async (visited) => {
    await visited.reported('launcher');
    await visited.atRest(withFrame);
    const workMs = await visited.pageWorkMs();
    const load = (await visited.reported('load')).at;
    const ready = await openAndType(visited);
    const chat = visited.requests.filter(({ url }) => pages.isChat(url));
    return {
      workMs,
      readyMs: ready - (await visited.reported('click')).at,
      requestsBeforeLoad: chat.filter(({ begun }) => begun < load).length,
      ...disturbances(visited, chat),
      heapBytes: await visited.heapBytes(),
    };
  });
}

async function during<T>(
  url: string,
  measure: (visited: Visit) => Promise<T>,
  hold: readonly string[] = [],
): Promise<T> {
  const visited = await visit(url, hold);
  try {
    return await measure(visited);
  } finally {
    await visited.close();
  }
}

/** @returns when the textbox had the focus and a key was shown in the next frame; when it was shown where that took longer */
async function openAndType(visited: Visit): Promise<number> {
  await visited.clickLauncher();
  const [focus, panel] = [await visited.reported('focus'), await visited.reported('panel')];
  await visited.type('a');
  const typed = await visited.reported('typed');
  return typed.frames === 1 ? Math.max(focus.at, panel.at) : typed.at;
}

const bytesOf = (requests: readonly Request[]): number => requests.reduce((sum, { bytes }) => sum + bytes, 0);

/** Since the chat's script has arrived: what the page did before is its own. */
function disturbances({ reports }: Visit, [script]: readonly Request[]): { longTasks: number; shift: number } {
  const since = script?.ended ?? 0;
  let [longTasks, shift] = [0, 0];
  for (const report of reports) {
    if (report.at < since) continue;
    if (report.what === 'long-task') longTasks++;
    if (report.what === 'shift') shift += report.by;
  }
  return { longTasks, shift };
}
