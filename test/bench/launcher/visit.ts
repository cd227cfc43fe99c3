/** One visit of a page in a new browser with an empty cache, on a slow phone and a slow network. */
import { type Devtools, type DevtoolsEvent, startChromium } from './devtools.js';
import { createNetworkLog, type Request } from './network-log.js';
import { probeScript, REPORT, type Report } from './probe.js';

const CPU_SLOWDOWN = 4;
/** "Fast 4G" of the browser's developer tools: 165 ms for each request; bytes per second. */
const NETWORK = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };
/** What takes longer has failed. */
const LIMIT_MS = 60_000;
const POLL_MS = 10;
/** A browser that has just started still works. */
const SETTLE_MS = 500;
/** At rest: nothing on the network for so long, and then as long again. */
const REST_MS = 1_000;

export interface Visit {
  /** The first report of this kind from any document; rejects when there is none in time. */
  reported<W extends Report['what']>(what: W): Promise<Report & { readonly what: W }>;
  readonly reports: readonly Report[];
  readonly requests: readonly Request[];
  /** Resolves when nothing happens any more. `withFrame`: not before there is a frame of another site. */
  atRest(withFrame: boolean): Promise<void>;
  /** Processor time in milliseconds that the page's main thread has used for tasks, as slowed down. */
  pageWorkMs(): Promise<number>;
  /** Clicks the launcher with the mouse. */
  clickLauncher(): Promise<void>;
  /** Presses and releases the key of one letter. */
  type(letter: string): Promise<void>;
  /** Bytes that the objects of the page and of its frames need, after a collection of garbage. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
}

interface Attached {
  readonly type: string;
  /** Resolves when the document is slow and watched. */
  readonly prepared: Promise<void>;
}

/** `hold`: patterns of addresses (`*` for anything) whose requests never get an answer. */
export async function visit(url: string, hold: readonly string[] = []): Promise<Visit> {
  const browser = startChromium();
  const [reports, network, sessions] = [[] as Report[], createNetworkLog(), new Map<string, Attached>()];
  browser.listen((event) => {
    network.add(event);
    const { method, params } = event;
    if (method === 'Runtime.bindingCalled' && params.name === REPORT) reports.push(read(event));
    else if (method === 'Target.detachedFromTarget') sessions.delete(params.sessionId as string);
    else if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as unknown as { sessionId: string; targetInfo: { type: string } };
      sessions.set(sessionId, { type: targetInfo.type, prepared: prepare(browser, sessionId, targetInfo.type, hold) });
    }
  });
  const until = async (what: string, isTrue: () => boolean): Promise<void> => {
    for (const giveUpAt = performance.now() + LIMIT_MS; !isTrue(); await pause(POLL_MS))
      if (performance.now() > giveUpAt) throw new Error(`${url}: ${what} did not happen in ${LIMIT_MS} ms.`);
  };
  const page = await attachToTab(browser);
  await sessions.get(page)?.prepared;
  await pause(SETTLE_MS);
  await browser.send('Page.navigate', { url }, page);

  const documents = (): string[] =>
    [...sessions].flatMap(([id, { type }]) => (type === 'page' || type === 'iframe' ? [id] : []));
  const reported = async <W extends Report['what']>(what: W): Promise<Report & { readonly what: W }> => {
    const find = () => reports.find((each): each is Report & { readonly what: W } => each.what === what);
    await until(what, () => find() !== undefined);
    return find() as Report & { readonly what: W };
  };
  return {
    reports,
    requests: network.requests,
    reported,
    async atRest(withFrame) {
      await reported('load');
      await until('rest', () => (!withFrame || documents().length > 1) && network.quietMs() > REST_MS);
      await pause(REST_MS);
    },
    pageWorkMs: () => workMs(browser, page),
    async clickLauncher() {
      const { x, y } = await reported('launcher');
      const mouse = (type: string, more = {}) =>
        browser.send('Input.dispatchMouseEvent', { type, x, y, ...more }, page);
      await mouse('mouseMoved');
      for (const type of ['mousePressed', 'mouseReleased']) await mouse(type, { button: 'left', clickCount: 1 });
    },
    async type(letter) {
      const key = { key: letter, text: letter, code: `Key${letter.toUpperCase()}` };
      for (const type of ['keyDown', 'keyUp']) await browser.send('Input.dispatchKeyEvent', { type, ...key }, page);
    },
    async heapBytes() {
      let bytes = 0;
      for (const id of documents()) {
        await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 }, id);
        await browser.send('HeapProfiler.collectGarbage', {}, id);
        bytes += (await browser.send<{ usedSize: number }>('Runtime.getHeapUsage', {}, id)).usedSize;
      }
      return bytes;
    },
    close: () => browser.close(),
  };
}

/** @returns the session of the tab that is open */
async function attachToTab(browser: Devtools): Promise<string> {
  interface Targets {
    readonly targetInfos: readonly { readonly targetId: string; readonly type: string }[];
  }
  for (;;) {
    const { targetInfos } = await browser.send<Targets>('Target.getTargets');
    const tab = targetInfos.find(({ type }) => type === 'page');
    if (tab) {
      const attach = { targetId: tab.targetId, flatten: true };
      return (await browser.send<{ sessionId: string }>('Target.attachToTarget', attach)).sessionId;
    }
    await pause(POLL_MS);
  }
}

/** A new document waits until it is slow and watched. What ends meanwhile needs neither. */
async function prepare(browser: Devtools, session: string, type: string, hold: readonly string[]): Promise<void> {
  const send = (method: string, params: object = {}): Promise<unknown> =>
    browser.send(method, params, session).catch(() => undefined);
  const steps: Promise<unknown>[] = [send('Network.enable'), send('Network.emulateNetworkConditions', NETWORK)];
  if (hold.length > 0) steps.push(send('Fetch.enable', { patterns: hold.map((urlPattern) => ({ urlPattern })) }));
  if (type === 'page' || type === 'iframe') {
    steps.push(
      send('Page.enable'),
      send('Runtime.enable'),
      send('Runtime.addBinding', { name: REPORT }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: probeScript(), runImmediately: true }),
      send('Performance.enable', { timeDomain: 'threadTicks' }),
      send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN }),
      send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    );
  }
  const follow = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await Promise.all([...steps, send('Target.setAutoAttach', follow), send('Runtime.runIfWaitingForDebugger')]);
}

async function workMs(browser: Devtools, page: string): Promise<number> {
  interface Metrics {
    readonly metrics: readonly { readonly name: string; readonly value: number }[];
  }
  const { metrics } = await browser.send<Metrics>('Performance.getMetrics', {}, page);
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

const read = ({ params }: DevtoolsEvent): Report => JSON.parse(params.payload as string) as Report;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
