/** How a server comes to the inboxes of the console: at its start, and while other servers change them. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleInbox } from '@service/realtime-server/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inboxesAtStart } from '../../../dist/index.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../../support/open-test-workspace.js';

const MASTER_KEY = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
const SHOP = { name: 'Havn', allowedOrigins: ['https://havn.example'], identity: {}, live: true };

onBothDatabases('served inboxes', (newDatabase) => {
  let url: string | null;
  let w: TestWorkspace;
  let owner: Person;
  let inboxId: string;
  let served: readonly ConsoleInbox[];
  beforeEach(async () => {
    url = await newDatabase();
    const apply = (inboxes: readonly ConsoleInbox[]): void => {
      served = inboxes;
    };
    w = await openTestWorkspace(url, { masterKey: MASTER_KEY, served: { apply } });
    owner = await w.owner();
    ({ inboxId } = (await ask('create', SHOP)).body);
  });
  afterEach(() => w.dispose());

  const ask = (name: string, body: object) =>
    w.post(`/api/rpc/inboxes/${name}`, { orgId: owner.orgId, ...body }, owner);
  const file = (): string => join(w.dataDir, 'inboxes.json');
  const atStart = async (masterKey = MASTER_KEY) => {
    const logged: string[] = [];
    const settings = { dataDir: w.dataDir, databaseUrl: url, masterKey, now: Date.now };
    const { inboxes } = await inboxesAtStart({ ...settings, log: (_level, message) => void logged.push(message) });
    return { inboxes, logged };
  };

  it('are known at a start from a file for the server alone, with their identity keys sealed', async () => {
    const { body: key } = await ask('createIdentityKey', { inboxId });
    expect(key).toMatchObject({
      kid: expect.stringMatching(/^ik_/),
      secret: expect.stringMatching(/^cwsk_/),
      iss: 'site',
    });
    expect(served[0]?.keys).toMatchObject([{ kid: key.kid, secret: key.secret }]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), 'utf8')).not.toContain(key.secret);
    const rows = await w.workspace.services.database.db.selectFrom('inbox').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.secret);
    const shown = await w.get(`/api/rpc/inboxes/get?orgId=${owner.orgId}&inboxId=${inboxId}`, owner);
    expect(shown.body.identityKeys).toMatchObject([{ kid: key.kid, state: 'active' }]);
    expect(JSON.stringify(shown.body)).not.toContain(key.secret);

    expect((await atStart()).inboxes).toEqual(served);
    const other = await atStart('Mzg5MTI3NDY1MDM4OTEyNzQ2NTAzODkxMjc0NjUwMzg=');
    expect(other.inboxes).toMatchObject([{ settings: { id: inboxId }, keys: [] }]);
    expect(other.logged).toEqual([expect.stringContaining('can’t be opened')]);
  });

  it('have identity keys that are replaced and revoked', async () => {
    const first = (await ask('createIdentityKey', { inboxId })).body;
    const second = (await ask('createIdentityKey', { inboxId, replacesInHours: 1 })).body;
    const states = async () =>
      (await w.get(`/api/rpc/inboxes/get?orgId=${owner.orgId}&inboxId=${inboxId}`, owner)).body.identityKeys.map(
        ({ state }: { state: string }) => state,
      );
    expect(await states()).toEqual(['retiring', 'active']);
    w.advance(2 * 3_600_000);
    expect(await states()).toEqual(['retired', 'active']);
    const revoked = await ask('revokeIdentityKey', { inboxId, kid: second.kid });
    expect(revoked.body.identityKeys).toMatchObject([{ kid: first.kid }, { kid: second.kid, state: 'revoked' }]);
    expect(served[0]?.keys[1]?.revokedAt).toBeDefined();
    expect((await ask('revokeIdentityKey', { inboxId, kid: 'ik_unknown' })).status).toBe(404);
    const without = (await ask('create', { ...SHOP, identity: null })).body.inboxId;
    expect((await ask('createIdentityKey', { inboxId: without })).status).toBe(409);
  });

  it('are read from the database where there is no such file, or one that can’t be used', async () => {
    rmSync(file());
    expect((await atStart()).inboxes).toEqual(served);
    writeFileSync(file(), '{"inboxes": [');
    const { inboxes, logged } = await atStart();
    expect(inboxes).toEqual(served);
    expect(logged).toEqual([expect.stringContaining('can’t be used')]);
  });

  it('follow what another server has changed at the next look, without an announcement', async () => {
    if (url === null) return;
    let elsewhere: readonly ConsoleInbox[] = [];
    const apply = (inboxes: readonly ConsoleInbox[]): void => {
      elsewhere = inboxes;
    };
    const other = await openTestWorkspace(url, { masterKey: MASTER_KEY, served: { apply } });
    expect(elsewhere).toEqual(served);
    await ask('update', { inboxId, version: 1, name: 'Hei' });
    other.advance(3_000);
    await expect.poll(() => elsewhere[0]?.settings.name, { timeout: 60_000, interval: 20 }).toBe('Hei');
    await other.dispose();
  });
});
