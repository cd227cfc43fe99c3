/**
 * What the chat costs a page, as the browser counts it: headers and bodies as they crossed the network. What the launcher, and
 * then the field to write in, have to do without is held back meanwhile, so that nobody has to trust that it comes later.
 */
import type { Page, Request } from 'playwright-core';

/** As many requests as the launcher may take. */
export const UNTIL_LAUNCHER = 3;
/** The part that talks to the server: on its way while the visitor writes. */
const LIVE = /\/assets\/live-/;

export interface Transfer {
  readonly path: string;
  /** Headers and body. */
  readonly bytes: number;
  readonly encoding: string;
}

export interface Scales {
  /** What has come so far, in the order of the requests. */
  readonly counted: () => Promise<Transfer[]>;
  /** Lets the requests through that were held because the launcher has to do without them; all but the part that talks. */
  readonly release: () => void;
  /** Lets that part through as well. */
  readonly goLive: () => void;
}

export const bytesOf = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Counts what comes from `origin`, before the page is visited; holds nothing back. */
export function countFrom(page: Page, origin: string): () => Promise<Transfer[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(origin)) requests.push(request);
  });
  return () => Promise.all(requests.map(transferOf));
}

/** The same, and holds back. Before the page is visited. */
export async function weigh(page: Page, origin: string): Promise<Scales> {
  const counted = countFrom(page, origin);
  const held: (() => void)[] = [];
  const live: (() => void)[] = [];
  let passed = 0;
  await page.route(`${origin}/**`, (route) => {
    if (LIVE.test(route.request().url())) return void live.push(() => void route.continue());
    if (passed >= UNTIL_LAUNCHER) return void held.push(() => void route.continue());
    passed += 1;
    return route.continue();
  });
  return {
    counted,
    release() {
      passed = Number.NEGATIVE_INFINITY;
      for (const go of held.splice(0)) go();
    },
    goLive() {
      for (const go of live.splice(0)) go();
    },
  };
}

async function transferOf(request: Request): Promise<Transfer> {
  const [sizes, response] = [await request.sizes(), await request.response()];
  const { pathname, search } = new URL(request.url());
  return {
    path: pathname + search.slice(0, 12),
    bytes: sizes.responseHeadersSize + sizes.responseBodySize,
    encoding: (await response?.headerValue('content-encoding')) ?? 'none',
  };
}
