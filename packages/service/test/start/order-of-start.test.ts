/** What a visitor needs is there first; the rest of the server opens by itself, and ends the start when it can't. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Service, type ServiceOptions } from '../../../../test/support/server/start-service.js';
import { inboxesFor } from '../../../../test/support/sites/start-site.js';
import { bareVisit } from '../../../../test/support/wire/bare-visit.js';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';

const SITE = 'http://localhost:1';
const inboxes = inboxesFor([SITE]);
const services: Service[] = [];
const start = async (options: Omit<ServiceOptions, 'inboxDir'>): Promise<Service> => {
  const service = await Service.start({ inboxDir: inboxes.folder, ...options });
  services.push(service);
  return service;
};
afterEach(async () => {
  for (const service of services.splice(0)) await service.dispose();
});
afterAll(() => inboxes.remove());

describe('while the workspace still opens', () => {
  let postgres: Postgres;
  let other: pg.Client;
  let database: string;
  beforeAll(async () => {
    postgres = await Postgres.start();
    database = await postgres.newDatabase();
    other = new pg.Client(database);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await postgres.dispose();
  });

  it('a visitor gets a socket, and their message is stored and answered', async () => {
    // Until this transaction ends, a second one that makes the schema waits.
    await other.query('BEGIN');
    await other.query('CREATE SCHEMA workspace');
    const service = await start({ startedWhen: 'serving', env: { DATABASE_URL: database } });

    const visit = await bareVisit(service.origin, { origin: SITE });
    const { conversation } = visit;
    const body = { kind: 'message', text: 'hello' };
    visit.socket.send(
      JSON.stringify({ t: 'append', conversation, clientId: '018f0000-0000-7000-8000-000000000001', body }),
    );
    await expect.poll(() => visit.frames.map(({ t }) => t)).toContain('ack');
    await expect.poll(() => JSON.stringify(visit.frames)).toContain('"answer.completed"');

    const ready = async (): Promise<number> => (await fetch(`${service.origin}/ready`)).status;
    expect(await ready()).toBe(503);
    let isHealthy = false;
    const health = fetch(`${service.origin}/api/rpc/health`).then(({ status }) => {
      isHealthy = true;
      return status;
    });
    // One more answer of the server came, and this one did not.
    expect([await ready(), isHealthy]).toEqual([503, false]);
    await other.query('ROLLBACK');
    expect(await health).toBe(200);
    expect(await ready()).toBe(200);
    visit.socket.close();
  });
});

describe('a part that can’t be opened', () => {
  const dataWith = (prepare: (folder: string) => void): string => {
    const folder = mkdtempSync(join(tmpdir(), 'service-late-'));
    prepare(folder);
    return folder;
  };

  it.each([
    ['a file that is no database', (folder: string) => writeFileSync(join(folder, 'workspace.db'), 'x'.repeat(8_192))],
    ['a folder in its place', (folder: string) => mkdirSync(join(folder, 'workspace.db'))],
  ])('ends the start, and the log says why: %s', async (_what, prepare) => {
    const dataFrom = dataWith(prepare);
    const service = await start({ startedWhen: 'serving', dataFrom });
    expect(await service.endsByItself()).toBe(1);
    expect(service.output).toContain('the workspace can’t be opened');
    rmSync(dataFrom, { recursive: true });
  });
});
