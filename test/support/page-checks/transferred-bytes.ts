/**
 * The bytes that the chat transfers, as the browser counts them: headers and bodies on the network. Requests that the
 * launcher, and then the text field, must not need are held back, which proves that both work without them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { ROOT } from '../runs/repository.js';

/** What loads while the visitor types: the chunk that connects to the server, and each language's words for a conversation. */
const LIVE = /(?:^src\/panel\/live\.ts|\?topics)$/;

export interface Transfer {
  readonly path: string;
  /** Headers and body. */
  readonly bytes: number;
  readonly encoding: string;
}

export interface TransferMeter {
  /** The finished transfers, in the order of the requests. */
  readonly counted: () => Promise<Transfer[]>;
  /** Lets the held requests through, except what loads while the visitor types. */
  readonly release: () => void;
  /** Lets that through as well. */
  readonly releaseLive: () => void;
}

export const bytesOf = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Counts transfers from `origin` and holds nothing back. Call before the page is visited. */
export function countTransfers(page: Page, origin: string): () => Promise<Transfer[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(origin)) requests.push(request);
  });
  return () => Promise.all(requests.map(transferOf));
}

/**
 * Counts transfers from `origin` and holds back all but the first `untilLauncher`, which the launcher must not need. Call before
 * the page is visited.
 */
export async function meterTransfers(page: Page, origin: string, untilLauncher: number): Promise<TransferMeter> {
  const counted = countTransfers(page, origin);
  const held: (() => void)[] = [];
  const live: (() => void)[] = [];
  const loadsLive = liveFiles();
  let passed = 0;
  await page.route(`${origin}/**`, (route) => {
    if (loadsLive.has(new URL(route.request().url()).pathname)) return void live.push(() => void route.continue());
    if (passed >= untilLauncher) return void held.push(() => void route.continue());
    passed += 1;
    return route.continue();
  });
  return {
    counted,
    release() {
      passed = Number.NEGATIVE_INFINITY;
      for (const go of held.splice(0)) go();
    },
    releaseLive() {
      for (const go of live.splice(0)) go();
    },
  };
}

/** By the widget's manifest. */
function liveFiles(): ReadonlySet<string> {
  const manifest = readFileSync(resolve(ROOT, 'packages/widget-app/dist/.vite/manifest.json'), 'utf8');
  const chunks = Object.entries(JSON.parse(manifest) as Readonly<Record<string, { readonly file: string }>>);
  return new Set(chunks.filter(([source]) => LIVE.test(source)).map(([, { file }]) => `/assets/${file}`));
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
