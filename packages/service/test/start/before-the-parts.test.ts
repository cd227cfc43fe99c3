/** A server that has loaded nothing but what a visitor's socket needs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inboxesFor } from '../../../../test/support/sites/start-site.js';
import { bareVisit } from '../../../../test/support/wire/bare-visit.js';
import { readConfig } from '../../dist/config.js';
import { openLog } from '../../dist/log/log.js';
import { type RunningServer, startServer } from '../../dist/server.js';

const SITE = 'http://localhost:1';
const inboxes = inboxesFor([SITE]);
let release = (): void => undefined;
const held = new Promise<void>((resolve) => {
  release = resolve;
});
let folder: string;
let server: RunningServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-parts-'));
  const reading = readConfig({
    ...{ PORT: '0', DATA_DIR: folder, INBOX_DIR: inboxes.folder, LOADER_DIR: join(folder, 'loaders') },
    LOG_LEVEL: 'warn',
  });
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  const first = { came: () => undefined, waited: () => held, pause: async () => undefined };
  server = await startServer(reading.config, openLog('warn'), { first });
});
afterEach(async () => {
  release();
  await server.close();
  rmSync(folder, { recursive: true });
  inboxes.remove();
});

it('serves a socket and stores a message without pages, articles, models, accounts and routes, which come by themselves', async () => {
  const origin = `http://127.0.0.1:${server.port}`;
  const asked: string[] = [];
  const ask = async (path: string): Promise<number> => {
    const { status } = await fetch(origin + path);
    asked.push(path);
    return status;
  };
  const [page, health] = [ask('/widget/demo'), ask('/api/rpc/health')];

  const { conversation, socket, frames } = await bareVisit(origin, { origin: SITE });
  const body = { kind: 'message', text: 'hello' };
  const clientId = '018f0000-0000-7000-8000-000000000001';
  socket.send(JSON.stringify({ t: 'append', conversation, clientId, body }));
  await expect.poll(() => frames.map(({ t }) => t)).toContain('ack');
  expect(asked).toEqual([]);
  expect(JSON.stringify(frames)).not.toContain('"answer.');

  release();
  expect(await page).toBe(200);
  expect(await health).toBe(200);
  expect(await ask('/ready')).toBe(200);
  await expect.poll(() => JSON.stringify(frames)).toContain('"answer.completed"');
  socket.close();
});
