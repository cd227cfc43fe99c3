/**
 * A customer's site beside the service: the demo shop on `localhost`, the service on `127.0.0.1`. Two origins and two
 * sites, so the frame is a third party to the page and its storage is partitioned, as it is in life.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDemo } from '../../demo/server.mjs';
import { freePort } from './free-port.js';
import { Service } from './start-service.js';

const DEMO_INBOXES = resolve(import.meta.dirname, '../../demo/inboxes');

export interface Site {
  readonly service: Service;
  /** Origin of the shop, `http://localhost:…`. */
  readonly shop: string;
  /** A page origin that no inbox allows; the same shop answers there. */
  readonly stranger: string;
  dispose(): Promise<void>;
}

/** Starts both. `env` goes to the server. */
export async function startSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const [port, shopPort] = [await freePort(), await freePort()];
  const shop = `http://localhost:${shopPort}`;
  const inboxDir = inboxesFor(shop);
  const service = await Service.start({ port, inboxDir, env });
  const demo = await startDemo({ port: shopPort, serverUrl: service.origin });
  return {
    service,
    shop,
    stranger: `http://127.0.0.1:${shopPort}`,
    async dispose() {
      await demo.close();
      await service.dispose();
      rmSync(inboxDir, { recursive: true, force: true });
    },
  };
}

/** A copy of the demo's inboxes that only this shop may embed. */
function inboxesFor(origin: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  cpSync(DEMO_INBOXES, folder, { recursive: true });
  const file = join(folder, 'demo/inbox.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), allowedOrigins: [origin] }, null, 2));
  return folder;
}
