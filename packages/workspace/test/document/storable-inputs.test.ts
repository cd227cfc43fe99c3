/** What PostgreSQL can't store is refused alike on both databases, at every door: the character NUL, and numbers beyond four bytes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describedDocument } from '../../dist/http/described-document.js';
import { router } from '../../dist/router/router.js';
import { onBothDatabases } from '../support/both-databases.js';
import { type Document, knownValues, readsOf, rightValue } from '../support/described-reads.js';
import {
  type Answer,
  ORIGIN,
  openTestWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/open-test-workspace.js';
import { NONSENSE, PROCEDURES } from '../support/procedures.js';

const NUL = 'a\0b';
const MOST = 2 ** 31;
const DOCUMENT = (await describedDocument(router, ORIGIN)) as Document;
const READS = readsOf(DOCUMENT);

it('no version can be beyond what a column holds', () => {
  const numbers = JSON.stringify(DOCUMENT, (name, value) =>
    name === 'version' && value?.type === 'integer' && value.minimum === 1 && !(value.maximum < MOST)
      ? 'TOO LARGE'
      : value,
  );
  expect(numbers).not.toContain('TOO LARGE');
});

onBothDatabases('an input that can’t be stored', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let known: Readonly<Record<string, string>>;
  beforeAll(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
    known = await knownValues(w, owner);
  });
  afterAll(() => w.dispose());

  const isRefused = (answer: Answer): void =>
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the character NUL'), code: 'BAD_REQUEST' },
    });

  it('is refused in each text of each read', async () => {
    for (const { path, parameters } of READS)
      for (const { name, schema } of parameters) {
        if (schema.type !== 'string') continue;
        const query = new URLSearchParams();
        for (const other of parameters)
          if (other.required || other.name === 'orgId') query.set(other.name, String(rightValue(other, known)));
        query.set(name, NUL);
        isRefused(await w.get(`/api/rpc${path}?${query}`, owner));
      }
  });

  it('is refused by each change, wherever it is inside', async () => {
    for (const { path, method } of PROCEDURES) {
      if (method !== 'POST') continue;
      for (const input of [
        { ...NONSENSE, orgId: NUL },
        { ...NONSENSE, teamId: NUL },
        { a: [{ b: NUL }] },
        { [NUL]: 1 },
      ])
        isRefused(await w.post(path, input, owner));
    }
  });

  it('is refused where it is half of a character, at a procedure and by an agent', async () => {
    const { orgId } = owner;
    const half = '\ud83d';
    isRefused(await w.post('/api/rpc/aiAgents/create', { orgId, name: `Robo${half}` }, owner));
    isRefused(await w.post('/api/rpc/aiAgents/create', { orgId, name: 'Robo', instructions: `${half}!` }, owner));
    expect((await w.post('/api/rpc/aiAgents/create', { orgId, name: 'Robo 😀' }, owner)).body.name).toBe('Robo 😀');
    const wanted = { orgId, name: 'Half', mode: 'write', procedures: ['teams.create'], consent: true };
    const { body } = await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie });
    const call = { operationId: 'teams.create', input: { name: `Team ${half}` } };
    isRefused(await w.post('/api/agents/execute', call, { token: body.key, origin: null }));
  });

  it('is refused where agents are let in, where they work, and by the routes of the auth library', async () => {
    const wanted = { name: 'Notebook', mode: 'read', consent: true };
    const { body } = await w.post(
      '/api/agents/credentials',
      { orgId: owner.orgId, ...wanted },
      { cookie: owner.cookie },
    );
    isRefused(await w.post('/api/agents/credentials', { orgId: NUL, ...wanted }, { cookie: owner.cookie }));
    const call = { operationId: 'inboxes.get', input: { inboxId: NUL } };
    isRefused(await w.post('/api/agents/execute', call, { token: body.key, origin: null }));
    isRefused(await w.post('/api/auth/reset-password', { token: NUL, newPassword: 'a longer new password' }));
    isRefused(await w.post('/api/auth/revoke-session', { token: NUL }, owner));
    isRefused(await w.post('/api/auth/api-key/delete', { configId: 'agent', keyId: NUL }, owner));
    isRefused(
      await w.post('/api/auth/two-factor/verify-totp', { code: '123456' }, { cookie: 'service.two_factor=%00.x' }),
    );
    isRefused(await w.get('/api/auth/oauth2/authorize?client_id=%00', owner));
    const form = new URLSearchParams({ token: NUL, client_id: NUL });
    isRefused(await w.send(new Request(`${ORIGIN}/api/auth/oauth2/revoke`, { method: 'POST', body: form })));
  });

  it('is refused as a number, and one behind the end of a list is an empty page', async () => {
    const { orgId } = owner;
    const huge = Number.MAX_SAFE_INTEGER;
    const { sourceId, aiAgentId, testRunId, teamId, inboxId } = known;
    const answers = await Promise.all([
      w.get(`/api/rpc/aiAgents/get?orgId=${orgId}&aiAgentId=${aiAgentId}&version=${huge}`, owner),
      w.get(`/api/rpc/knowledge/get?orgId=${orgId}&sourceId=${sourceId}&cursor=${huge}`, owner),
      w.get(`/api/rpc/aiAgents/getTestRun?orgId=${orgId}&testRunId=${testRunId}&cursor=${huge}`, owner),
      w.post('/api/rpc/organization/update', { orgId, version: 2 ** 31 - 1, name: 'New' }, owner),
      w.post('/api/rpc/knowledge/update', { orgId, sourceId, version: huge, title: 'New' }, owner),
      w.post('/api/rpc/teams/update', { orgId, teamId, version: huge, name: 'New' }, owner),
      w.post('/api/rpc/inboxes/update', { orgId, inboxId, version: huge, name: 'New' }, owner),
      w.post('/api/rpc/aiAgents/publish', { orgId, aiAgentId, version: huge }, owner),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    const last = await w.post('/api/rpc/organization/update', { orgId, version: 2 ** 31 - 2, name: 'New' }, owner);
    expect(last.status).toBe(412);
    const page = await w.get(`/api/rpc/knowledge/get?orgId=${orgId}&sourceId=${sourceId}&cursor=999999999`, owner);
    expect([page.status, page.body.pages]).toEqual([200, { items: [] }]);
  });
});
