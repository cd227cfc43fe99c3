/** Inboxes that a team manages: made, changed, shown to visitors and taken away. */
import type { ConsoleInbox } from '@service/realtime-server/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../../support/open-test-workspace.js';

const SHOP = { name: 'Havn & Hei', allowedOrigins: ['https://havn.example'] };

onBothDatabases('inboxes', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let orgId: string;
  /** As the server has them. */
  let served: readonly ConsoleInbox[];
  beforeEach(async () => {
    served = [];
    w = await openTestWorkspace(await newDatabase(), {
      served: {
        apply(inboxes) {
          served = inboxes;
        },
      },
    });
    owner = await w.owner();
    ({ orgId } = owner);
  });
  afterEach(() => w.dispose());

  const ask = (name: string, body: object, by: Person = owner) =>
    w.post(`/api/rpc/inboxes/${name}`, { orgId, ...body }, by);
  const read = async (name: string, query = '', by: Person = owner) =>
    (await w.get(`/api/rpc/inboxes/${name}?orgId=${orgId}${query}`, by)).body;
  const create = async (body: object = {}) => {
    const answer = await ask('create', { ...SHOP, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const outbox = async () => {
    const rows = await w.workspace.services.database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    return rows.map(({ action, target_id, version, fields }) => [action, target_id, version, JSON.parse(fields)]);
  };

  it('are made with everything that visitors see, and every member reads them', async () => {
    const mia = await w.invited(owner, 'member', 'Mia');
    const opening = { timeZone: 'Europe/Oslo', weekly: { monday: ['09:00-17:00'] }, exceptions: [] };
    const everything = {
      ...{ name: ' Havn & Hei ', allowedOrigins: ['https://havn.example', 'http://localhost:4601'] },
      ...{
        agentName: 'Nora',
        agentTitle: 'Knows the shop',
        greeting: 'Hei!',
        placeholder: 'Ask',
        questions: ['Where?'],
      },
      welcomes: [{ language: 'de', path: '/hilfe/*', greeting: 'Moin', questions: null }],
      texts: { de: { talkToPerson: 'Mit uns sprechen' } },
      theme: { template: 'playful', primaryColor: '#0f766e' },
      ...{ privacyUrl: 'https://havn.example/privacy', requireConsent: true, consentVersion: '2' },
      consentTexts: { en: 'We write down what you say.' },
      ...{ visitorPage: 'none', people: { hours: null, opening }, otherContact: 'Call us', retentionDays: 30 },
      identity: { required: false, organization: 'havn', mergeAnonymous: 'none', requireNonce: true },
      routing: { mode: 'sticky', takeBackAfterMin: 10 },
      targets: { firstResponseMin: 5, nextResponseMin: null, resolutionMin: 480 },
      reopenWindowDays: 14,
    };
    const made = await create({ ...everything, idempotencyKey: 'create-0001' });
    expect(made.inboxId).toMatch(/^inb_[0-9a-f-]{36}$/);
    expect(made).toMatchObject({
      ...everything,
      ...{ name: 'Havn & Hei', state: 'draft', managedBy: 'console', readOnlyBecause: null, version: 1, install: [] },
    });
    expect((await create({ ...everything, idempotencyKey: 'create-0001' })).inboxId).toBe(made.inboxId);
    const { consentWordings, ...got } = await read('get', `&inboxId=${made.inboxId}`, mia);
    expect(got).toEqual(made);
    expect(consentWordings).toHaveLength(8);
    expect(consentWordings.find(({ locale }: { locale: string }) => locale === 'en')).toMatchObject({
      ...{ version: '2', text: 'We write down what you say.', textHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect((await read('list', '', mia)).items).toEqual([made]);
    expect((await ask('create', SHOP, mia)).status).toBe(403);
    // Of a draft the server knows, so that the team can open it; visitors don't.
    expect(served).toMatchObject([{ settings: { id: made.inboxId, state: 'draft', organization: 'havn-hei' } }]);
  });

  it('are refused with a field that is wrong, by the rules of inbox.json', async () => {
    for (const body of [
      { name: '' },
      { allowedOrigins: [] },
      { allowedOrigins: ['https://havn.example/shop'] },
      { theme: { template: 'baroque' } },
      { retentionDays: 1 },
      { welcomes: [{ path: 'pricing', greeting: 'Hi' }] },
      { welcomes: [{ path: '/pricing' }] },
      { texts: { de: { send: 'Los' } } },
      { texts: { tlh: { placeholder: 'x' } } },
      { teamIds: ['tea_x'] },
      { aiAgentId: 'agt_x' },
      { reopenWindowDays: 91 },
    ])
      expect((await ask('create', { ...SHOP, ...body })).status, JSON.stringify(body)).toBe(400);
    expect((await read('list')).items).toEqual([]);
  });

  it('change field by field, and the second of two editors learns what the first has changed', async () => {
    const { inboxId } = await create({ greeting: 'Hei!' });
    const [ada, adam] = [owner, await w.invited(owner, 'admin', 'Adam')];
    const first = await ask('update', { inboxId, version: 1, theme: { template: 'dark' }, questions: ['Where?'] }, ada);
    expect(first.body).toMatchObject({ version: 2, greeting: 'Hei!', theme: { template: 'dark' } });
    const again = await ask('update', { inboxId, version: 2, name: 'Havn' }, ada);
    expect(again.body.version).toBe(3);
    const second = await ask('update', { inboxId, version: 1, greeting: 'Hallo!' }, adam);
    expect(second).toMatchObject({
      status: 412,
      body: { data: { version: 3, fields: ['name', 'questions', 'theme'] }, message: expect.stringContaining('theme') },
    });
    const third = await ask('update', { inboxId, version: 2, greeting: 'Hallo!' }, adam);
    expect(third.body.data).toEqual({ version: 3, fields: ['name'] });
    const saved = await ask('update', { inboxId, version: 3, greeting: 'Hallo!' }, adam);
    expect(saved.body).toMatchObject({ name: 'Havn', greeting: 'Hallo!', theme: { template: 'dark' }, version: 4 });
    expect(await outbox()).toEqual([
      ['inboxes.create', inboxId, 1, expect.arrayContaining(['name', 'state'])],
      ['inboxes.update', inboxId, 2, ['questions', 'theme']],
      ['inboxes.update', inboxId, 3, ['name']],
      ['inboxes.update', inboxId, 4, ['greeting']],
    ]);
    expect(served[0]?.settings).toMatchObject({ name: 'Havn', greeting: 'Hallo!' });
  });

  it('are drafts, live or paused, and archived for good', async () => {
    const { inboxId } = await create();
    const to = async (state: string) => {
      const { version } = await read('get', `&inboxId=${inboxId}`);
      return ask('update', { inboxId, version, state });
    };
    expect(await to('paused')).toMatchObject({ status: 409, body: { message: expect.stringContaining('draft') } });
    for (const state of ['live', 'paused', 'live', 'live']) {
      expect((await to(state)).body).toMatchObject({ state });
      expect(served[0]?.settings.state).toBe(state);
    }
    expect((await ask('archive', { inboxId })).body).toEqual({ inboxId, open: 0 });
    expect((await ask('archive', { inboxId })).status).toBe(200);
    expect(served[0]?.settings.state).toBe('archived');
    expect((await to('live')).status).toBe(409);
    const { version } = await read('get', `&inboxId=${inboxId}`);
    expect((await ask('update', { inboxId, version, name: 'Other' })).status).toBe(409);
    expect((await create({ live: true })).state).toBe('live');
  });

  it('stay among those of their own organization, and end with it', async () => {
    const { inboxId } = await create();
    const other = (await w.post('/api/rpc/organization/create', { name: 'Other shop' }, owner)).body;
    const olga = await w.invited({ ...owner, orgId: other.orgId }, 'owner', 'Olga');
    const asOlga = (name: string, body: object) =>
      w.post(`/api/rpc/inboxes/${name}`, { orgId: other.orgId, ...body }, olga);
    expect((await asOlga('update', { inboxId, version: 1, name: 'Ours' })).status).toBe(404);
    expect((await asOlga('archive', { inboxId })).status).toBe(404);
    expect((await w.get(`/api/rpc/inboxes/get?orgId=${other.orgId}&inboxId=${inboxId}`, olga)).status).toBe(404);
    const confirm = 'Havn & Hei';
    expect((await w.post('/api/rpc/organization/delete', { orgId, confirm }, owner)).status).toBe(200);
    w.advance(31 * 24 * 3_600_000);
    await expect.poll(() => served.length, { timeout: 60_000, interval: 50 }).toBe(0);
    const left = await w.workspace.services.database.db.selectFrom('inbox').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('come in pages, each once, the folders of the operator first', async () => {
    await w.dispose();
    const folder = (id: string) => ({ id, managedBy: 'file', state: 'live', ...SHOP, welcomes: [], texts: {} });
    const folders = ['abc', 'shop'];
    w = await openTestWorkspace(await newDatabase(), {
      inboxes: {
        list: () => folders.map((inboxId) => ({ inboxId, organization: null })),
        settings: (id) => (folders.includes(id) ? folder(id) : null) as never,
      },
    });
    owner = await w.owner();
    ({ orgId } = owner);
    const made: string[] = [];
    for (const name of ['A', 'B', 'C']) made.push((await create({ name })).inboxId);
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await read('list', `&limit=2${cursor}`);
      ids.push(...page.items.map((each: { inboxId: string }) => each.inboxId));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(ids).toEqual(['abc', 'shop', ...made]);
    const shown = await read('get', '&inboxId=shop');
    expect(shown).toMatchObject({ managedBy: 'file', version: null, state: 'live', name: 'Havn & Hei' });
    expect(shown.readOnlyBecause).toContain('folder');
    expect(await ask('update', { inboxId: 'shop', version: 1, name: 'X' })).toMatchObject({
      status: 403,
      body: { data: { reason: 'managed_by_file' } },
    });
    expect((await ask('archive', { inboxId: 'shop' })).status).toBe(403);
  });
});
