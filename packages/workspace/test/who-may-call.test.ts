/** Every procedure against every kind of caller: the answer is what its entry in the table says, and nothing of another organization. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcedureMeta } from '../dist/contract/meta.js';
import { type Asking, openTestWorkspace, type Person, type TestWorkspace } from './support/open-test-workspace.js';
import { isForAgents, NONSENSE, PROCEDURES, type Procedure, WITH_WRITES } from './support/procedures.js';

let w: TestWorkspace;
let orgId: string;
const callers: Record<string, Asking> = {};
beforeAll(async () => {
  w = await openTestWorkspace(null);
  const owner = await w.owner();
  orgId = owner.orgId;
  const keyOf = async (person: Person, scopes: string[]): Promise<string> =>
    (await w.post('/api/rpc/apiKeys/create', { orgId: person.orgId, name: 'Key', scopes }, person)).body.key;
  // No way into this installation leaves an address unconfirmed; a later one may.
  const unconfirmed = async (person: Person): Promise<Person> => {
    await w.workspace.services.auth.rows().update('user', { id: person.userId }, { emailVerified: false });
    return person;
  };
  const other = await w.post('/api/rpc/organization/create', { name: 'Other shop' }, owner);
  const otherOwner = await w.invited({ ...owner, orgId: other.body.orgId }, 'owner', 'Olga');
  const suspended = await w.invited(owner, 'owner', 'Sven');
  const members = await w.get(`/api/rpc/members/list?orgId=${orgId}`, owner);
  const { memberId } = members.body.items.find(({ name }: { name: string }) => name === 'Sven');
  await w.post('/api/rpc/members/update', { orgId, memberId, state: 'suspended' }, owner);
  Object.assign(callers, await agentsOf(owner, otherOwner));
  Object.assign(callers, {
    admin: await w.invited(owner, 'admin', 'Adam'),
    member: await w.invited(owner, 'member', 'Mia'),
    'another owner': await w.invited(owner, 'owner', 'Omar'),
    'the owner of another organization': otherOwner,
    'a suspended owner': { cookie: await w.signIn(suspended.email) },
    'an owner whose address is not confirmed': await unconfirmed(await w.invited(owner, 'owner', 'Una')),
    'a key that reads': { key: await keyOf(owner, ['read']) },
    'a key that writes': { key: await keyOf(owner, ['read', 'write']) },
    'a key of another organization': { key: await keyOf(otherOwner, ['read', 'write']) },
    anonymous: {},
    'the installation’s admin': owner,
  });
});
afterAll(() => w.dispose());

/** Agents in every state that their credential and their person can be in. */
async function agentsOf(owner: Person, otherOwner: Person): Promise<Record<string, Asking>> {
  const { auth } = w.workspace.services;
  const issuedBy = async (person: Person, mode: 'read' | 'write', procedures?: readonly string[]) => {
    const body = { orgId: person.orgId, name: 'Agent', mode, consent: true, ...(procedures && { procedures }) };
    const issued = await w.post('/api/agents/credentials', body, { cookie: person.cookie });
    if (issued.status !== 200) throw new Error(JSON.stringify(issued.body));
    return issued.body as { readonly id: string; readonly key: string };
  };
  const admin = async (name: string): Promise<Person> => ({
    ...(await w.invited(owner, 'admin', name)),
    orgId: owner.orgId,
  });
  const all = PROCEDURES.filter(isForAgents).map(({ name }) => name);
  const memberOf = async ({ userId }: Person) => {
    const row = await auth.rows().find('member', { organizationId: owner.orgId, userId });
    return { orgId: owner.orgId, memberId: row?.id };
  };
  const [demoted, removed, unverified] = [await admin('Dora'), await admin('Rosa'), await admin('Ulla')];
  const gone = await admin('Gina');
  const tokens = {
    'an agent that reads': (await issuedBy(owner, 'read')).key,
    'an agent that writes': (await issuedBy(owner, 'write', all)).key,
    'an agent that may only create teams': (await issuedBy(owner, 'write', ['teams.create'])).key,
    'an agent of another organization': (await issuedBy(otherOwner, 'write', all)).key,
    'an agent of an admin who is a member now': (await issuedBy(demoted, 'write', all)).key,
    'an agent of an admin who was removed': (await issuedBy(removed, 'write', all)).key,
    'an agent of an admin who is suspended': (await issuedBy(gone, 'write', all)).key,
    'an agent of an admin whose address is not confirmed': (await issuedBy(unverified, 'write', all)).key,
  };
  await w.post('/api/rpc/members/update', { ...(await memberOf(demoted)), role: 'member' }, owner);
  await w.post('/api/rpc/members/remove', await memberOf(removed), owner);
  await w.post('/api/rpc/members/update', { ...(await memberOf(gone)), state: 'suspended' }, owner);
  await auth.rows().update('user', { id: unverified.userId }, { emailVerified: false });
  const expired = await issuedBy(owner, 'write', all);
  await auth.rows().update('apikey', { id: expired.id }, { expiresAt: new Date(0) });
  const revoked = await issuedBy(owner, 'write', all);
  const { status } = await w.post('/api/auth/api-key/delete', { configId: 'agent', keyId: revoked.id }, owner);
  if (status !== 200) throw new Error(`revoking: ${status}`);
  return Object.fromEntries(
    Object.entries({
      ...tokens,
      'an agent whose credential has expired': expired.key,
      'an agent whose credential was revoked': revoked.key,
    }).map(([name, token]) => [name, { token }]),
  );
}

/** Null: let through to the procedure. */
function expectedOfAgent(agent: string, procedure: Procedure): number | null {
  const { kind, role } = procedure.meta;
  // The removal of a member deletes their credentials.
  if (/expired|revoked|removed/.test(agent)) return 401;
  if (!isForAgents(procedure) || /another|suspended|confirmed/.test(agent)) return 403;
  if (agent === 'an agent that reads') return kind === 'read' ? null : 403;
  if (agent.includes('only')) return ['teams.create', ...WITH_WRITES].includes(procedure.name) ? null : 403;
  return agent.includes('member now') && role !== 'member' ? 403 : null;
}

const AGENTS = ['an agent that reads', 'an agent that writes', 'an agent that may only create teams'];
AGENTS.push('an agent of another organization', 'an agent of an admin who is a member now');
AGENTS.push('an agent of an admin who was removed', 'an agent of an admin who is suspended');
AGENTS.push('an agent of an admin whose address is not confirmed', 'an agent whose credential has expired');
AGENTS.push('an agent whose credential was revoked');

describe.each(AGENTS)('%s', (agent) => {
  it.each(PROCEDURES.map((procedure) => [procedure.name, procedure] as const))('calls %s', async (_name, procedure) => {
    const asking = callers[agent] as Asking;
    const isRead = procedure.method === 'GET';
    const input = { orgId, ...(!isRead && procedure.name !== 'organization.keep' && NONSENSE) };
    const answer = await w.post('/api/agents/execute', { operationId: procedure.name, input }, asking);
    const wanted = expectedOfAgent(agent, procedure);
    if (wanted === null) return expect([200, 400, 404, 412]).toContain(answer.status);
    expect(answer).toMatchObject({ status: wanted });
    expect(JSON.stringify(answer.body)).not.toContain('Havn');
  });
});

const RANK = { member: 0, admin: 1, owner: 2 };
const ROLE: Readonly<Record<string, keyof typeof RANK>> = {
  admin: 'admin',
  member: 'member',
  'another owner': 'owner',
  'the installation’s admin': 'owner',
};

/** Null: let through to the procedure. Written apart from the rule that the server has. */
function expected(caller: string, { access, kind, role, sessionOnly }: ProcedureMeta): number | null {
  if (access === 'anyone') return null;
  if (caller === 'anonymous') return 401;
  if (caller.includes('key')) {
    if (access !== 'organization' || sessionOnly) return 401;
    if (caller.includes('another')) return 403;
    return kind !== 'read' && caller === 'a key that reads' ? 403 : null;
  }
  if (caller === 'an owner whose address is not confirmed') return 403;
  if (access === 'person') return null;
  // Who may make organizations is a setting: by default the installation's admins. The other way is in founding.test.ts.
  if (access === 'installation' || access === 'founder') return caller === 'the installation’s admin' ? null : 403;
  const has = ROLE[caller];
  return has !== undefined && RANK[has] >= RANK[role] ? null : 403;
}

const CALLERS = [...Object.keys(ROLE), 'the owner of another organization', 'a suspended owner'];
CALLERS.push('an owner whose address is not confirmed', 'a key that reads', 'a key that writes');
CALLERS.push('a key of another organization', 'anonymous');

describe.each(CALLERS)('%s', (caller) => {
  it.each(PROCEDURES.map((procedure) => [procedure.name, procedure] as const))('calls %s', async (_name, procedure) => {
    const asking = callers[caller] as Asking;
    const nonsense = { orgId: procedure.meta.access === 'installation' ? 'org_x' : orgId, ...NONSENSE };
    const isRead = procedure.method === 'GET';
    const answer = isRead
      ? await w.get(`${procedure.path}?orgId=${orgId}`, asking)
      : await w.post(procedure.path, procedure.name === 'organization.keep' ? { orgId } : nonsense, asking);
    const wanted = expected(caller, procedure.meta);
    if (wanted !== null) {
      expect(answer).toMatchObject({ status: wanted });
      expect(JSON.stringify(answer.body)).not.toContain('Havn');
    } else {
      expect([200, 400, 404, 412]).toContain(answer.status);
    }
  });
});
