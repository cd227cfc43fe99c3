/**
 * A customer's site beside the service: the demo shop on `localhost`, the service on `127.0.0.1`. They are different sites, so
 * the frame is a third party on the page and its storage is partitioned, as in production.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDemo } from '../../../demo/server.mjs';
import { ROOT } from '../runs/repository.js';
import { type CountingProxy, startCountingProxy } from '../server/counting-proxy.js';
import { freePort } from '../server/free-port.js';
import { Service } from '../server/start-service.js';
import { servePage } from './serve-page.js';

/** The key with which the shop signs its users' identity. */
export const SHOP_KEY = {
  orgId: 'havn-hei',
  inboxId: 'demo',
  kid: 'ik_journeys00000001',
  secret: `cwsk_${'j'.repeat(43)}`,
};
/** The privacy policy that the inbox `careful` links. */
export const INBOX_PRIVACY_URL = 'https://careful.example/privacy';
const EMPTY = '/empty.html';
const KEYS_IN = 'DEMO_IDENTITY_KEYS';
const ringOf = ({ kid, secret }: typeof SHOP_KEY): string => JSON.stringify([{ kid, secret }]);

/** A shop with eleven short articles and no lists of questions, so that it starts fast. */
const SMALL_SHOP = resolve(ROOT, 'test/fixtures/inboxes/small-shop');

export interface Site {
  readonly service: Service;
  /** Origin of the shop, `http://localhost:…`. */
  readonly shop: string;
  /** An empty page on an allowed origin. Its script tag has no attributes, so the test starts the chat. */
  readonly barePage: string;
  /** An empty page on the same origin, without any script. */
  readonly emptyPage: string;
  /** The proxy through which the bare pages load the chat. */
  readonly proxy: CountingProxy;
  /** The same page on an origin that no inbox allows. */
  readonly forbiddenPage: string;
  /** The folder of the inboxes. The server picks up changes in it. */
  readonly inboxDir: string;
  dispose(): Promise<void>;
}

/** Starts the shop and the service. `env` is added to the service's environment. `port`: the service's; default: a free one. */
export async function startSite(env: Readonly<Record<string, string>> = {}, port?: number): Promise<Site> {
  const [shopPort, barePort] = [await freePort(), await freePort()];
  const servicePort = port ?? (await freePort());
  const shop = `http://localhost:${shopPort}`;
  const inboxes = inboxesFor([shop, `http://localhost:${barePort}`]);
  const service = await Service.start({
    port: servicePort,
    inboxDir: inboxes.folder,
    env: { [KEYS_IN]: ringOf(SHOP_KEY), ...env },
  });
  const demo = await startDemo({ port: shopPort, chatOrigin: service.origin, identityKey: SHOP_KEY });
  const proxy = await startCountingProxy(servicePort);
  const pageWith = (script: string): string => `<!doctype html><html lang="en"><head><title>Bare</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"></head>
    <body><p>Nothing here.</p>${script}</body></html>`;
  const bare = pageWith(`<script src="${proxy.origin}/embed/v1.js"></script>`);
  const barePage = await servePage((path) => (path === EMPTY ? pageWith('') : bare), barePort);
  const forbiddenPage = await servePage(bare);
  return {
    service,
    shop,
    barePage: barePage.url,
    emptyPage: new URL(EMPTY, barePage.url).href,
    proxy,
    forbiddenPage: forbiddenPage.url,
    inboxDir: inboxes.folder,
    async dispose() {
      await Promise.all([barePage.close(), forbiddenPage.close(), proxy.close()]);
      await demo.close();
      await service.dispose();
      inboxes.remove();
    },
  };
}

let shared: Promise<Site> | null = null;

/**
 * The site of this process, which test files use one after the other: each visitor of theirs is a new one. A file that counts
 * what the server has, or changes its settings, starts a site of its own. It ends with the process.
 */
export async function sharedSite(): Promise<Site> {
  if (!shared) {
    shared = startSite();
    // How the test runner ends its processes; without this their servers would stay.
    process.once('SIGTERM', () => process.exit());
  }
  const site = await shared;
  // A test that failed may have left it so.
  if (!site.service.isRunning) await site.service.start();
  return site;
}

/** Creates the inboxes `demo` (the small shop), `plain` (default settings), `careful` and `members`. Only these origins may embed them. */
export function inboxesFor(allowedOrigins: readonly string[]): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  cpSync(SMALL_SHOP, join(folder, 'demo'), { recursive: true });
  const file = join(folder, 'demo/inbox.json');
  const { people, ...settings } = JSON.parse(readFileSync(file, 'utf8')) as { people: { hours: string } };
  // Without opening hours, so that results do not depend on the time of the run.
  writeFileSync(file, JSON.stringify({ ...settings, people: { hours: people.hours }, allowedOrigins }, null, 2));
  // All settings at their defaults: the page's configuration only takes effect where the inbox sets nothing.
  mkdirSync(join(folder, 'plain'));
  writeFileSync(
    join(folder, 'plain/inbox.json'),
    JSON.stringify({ name: 'Plain Goods', allowedOrigins, agentName: 'Ada', people: {} }),
  );
  cpSync(join(folder, 'demo/knowledge'), join(folder, 'plain/knowledge'), { recursive: true });
  // Links its privacy policy.
  mkdirSync(join(folder, 'careful'));
  writeFileSync(
    join(folder, 'careful/inbox.json'),
    JSON.stringify({ name: 'Careful Goods', allowedOrigins, agentName: 'Ada', privacyUrl: INBOX_PRIVACY_URL }),
  );
  // Requires customers to be signed in.
  mkdirSync(join(folder, 'members'));
  writeFileSync(
    join(folder, 'members/inbox.json'),
    JSON.stringify({
      name: 'Members’ desk',
      allowedOrigins,
      agentName: 'Ada',
      identity: { required: true, organization: SHOP_KEY.orgId, keysEnv: KEYS_IN },
    }),
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
