/** Every procedure against programs that people have linked, in every state that the grant and its person can be in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkAgent, type Permission } from '../support/link-agent.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';
import { isForAgents, NONSENSE, PROCEDURES, type Procedure, WITH_WRITES } from '../support/procedures.js';

const MINUTE_MS = 60_000;
const all = PROCEDURES.filter(isForAgents).map(({ name }) => name);
const EVERYTHING: Permission = { mode: 'write', procedures: all };

let w: TestWorkspace;
let owner: Person;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  const { orgId } = owner;
  const rows = w.workspace.services.auth.rows();
  const admin = async (name: string) => ({ ...(await w.invited(owner, 'admin', name)), orgId });
  const memberOf = async ({ userId }: Person) => {
    const row = await rows.find('member', { organizationId: orgId, userId });
    return { orgId, memberId: row?.id };
  };
  const other = await w.post('/api/rpc/organization/create', { name: 'Other shop' }, owner);
  const people = {
    demoted: await admin('Dora'),
    removed: await admin('Rosa'),
    suspended: await admin('Sven'),
    unverified: await admin('Ulla'),
    away: await admin('Anna'),
  };
  Object.assign(tokens, {
    reads: await linkAgent(w, owner, { mode: 'read' }),
    writes: await linkAgent(w, owner, EVERYTHING),
    'may only create teams': await linkAgent(w, owner, { mode: 'write', procedures: ['teams.create'] }),
    'works in another organization': await linkAgent(w, { ...owner, orgId: other.body.orgId }, EVERYTHING),
    'is of an admin who is a member now': await linkAgent(w, people.demoted, EVERYTHING),
    'is of an admin who was removed': await linkAgent(w, people.removed, EVERYTHING),
    'is of an admin who is suspended': await linkAgent(w, people.suspended, EVERYTHING),
    'is of an admin whose address is not confirmed': await linkAgent(w, people.unverified, EVERYTHING),
    'is of an admin who has signed out': await linkAgent(w, people.away, EVERYTHING),
    'was revoked': await linkAgent(w, owner, { ...EVERYTHING, expiresIn: 120 }),
    'has expired': await linkAgent(w, owner, { ...EVERYTHING, expiresIn: 60 }),
  });
  const { items } = (await w.get(`/api/rpc/connections/list?orgId=${orgId}`, owner)).body;
  const ends = ({ expiresAt }: { readonly expiresAt: string }) => Date.parse(expiresAt) - w.workspace.services.now();
  const { connectionId } = items.find((each: never) => ends(each) > MINUTE_MS && ends(each) <= 2 * MINUTE_MS);
  await w.post('/api/rpc/connections/revoke', { orgId, connectionId }, owner);
  await w.post('/api/rpc/members/update', { ...(await memberOf(people.demoted)), role: 'member' }, owner);
  await w.post('/api/rpc/members/remove', await memberOf(people.removed), owner);
  await w.post('/api/rpc/members/update', { ...(await memberOf(people.suspended)), state: 'suspended' }, owner);
  await rows.update('user', { id: people.unverified.userId }, { emailVerified: false });
  await w.post('/api/auth/sign-out', {}, { cookie: people.away.cookie });
  w.advance(MINUTE_MS);
});
afterAll(() => w.dispose());

/** A change of what a person may do ends their sessions, and what was linked in them. */
const OVER = /member now|removed|suspended|signed out|revoked|expired/;

/** Null: let through to the procedure. Written apart from the rule that the server has. */
function expected(agent: string, procedure: Procedure): number | null {
  if (OVER.test(agent)) return 401;
  if (!isForAgents(procedure) || /another|confirmed/.test(agent)) return 403;
  if (agent === 'reads') return procedure.meta.kind === 'read' ? null : 403;
  if (agent.includes('only')) return ['teams.create', ...WITH_WRITES].includes(procedure.name) ? null : 403;
  return null;
}

const AGENTS = ['reads', 'writes', 'may only create teams', 'works in another organization'];
AGENTS.push('is of an admin who is a member now', 'is of an admin who was removed', 'is of an admin who is suspended');
AGENTS.push('is of an admin whose address is not confirmed', 'is of an admin who has signed out');
AGENTS.push('was revoked', 'has expired');

describe.each(AGENTS)('a linked program that %s', (agent) => {
  it.each(PROCEDURES.map((procedure) => [procedure.name, procedure] as const))('calls %s', async (_name, procedure) => {
    // Ten requests a second of each are answered, and many wrong ones of an address wait.
    w.advance(1_000);
    const isRead = procedure.method === 'GET';
    const input = { orgId: owner.orgId, ...(!isRead && procedure.name !== 'organization.keep' && NONSENSE) };
    const asking = { token: tokens[agent] as string };
    const answer = await w.post('/api/agents/execute', { operationId: procedure.name, input }, asking);
    const wanted = expected(agent, procedure);
    if (wanted === null) return expect([200, 400, 404, 412]).toContain(answer.status);
    expect(answer).toMatchObject({ status: wanted });
    expect(JSON.stringify(answer.body)).not.toContain('Havn');
  });
});

it('a linked program comes through the agents’ doors alone, with nothing beside its token', async () => {
  const token = tokens.writes as string;
  const read = `/api/rpc/organization/get?orgId=${owner.orgId}`;
  const call = { operationId: 'organization.get' };
  const answers = [
    await w.get(read, { token }),
    await w.get(read, { key: token }),
    await w.post('/api/agents/execute', call, { token, cookie: owner.cookie }),
    await w.post('/api/agents/execute', call, { token, cookie: 'any=1' }),
    await w.post('/api/agents/execute', call, { token, key: 'x' }),
    await w.post('/api/agents/credentials', { orgId: owner.orgId }, { token }),
    await w.post('/api/agents/mcp', {}, { token, cookie: 'any=1', origin: null }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
});
