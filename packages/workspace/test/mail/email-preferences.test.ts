/** What mail a person has ordered: their own record, whose time and place of consent only the server writes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { ORIGIN, openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const PATH = '/api/rpc/emails/preferences';

onBothDatabases('email preferences', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());
  const change = (fields: object, asking: object = owner) => w.post(PATH, { userId: owner.userId, ...fields }, asking);
  const topicsAfter = async (topics: unknown) => (await change({ topics })).body.topics;

  it('begin with nothing ordered', async () => {
    const { body } = await w.get(PATH, owner);
    expect(body).toEqual({
      userId: owner.userId,
      topics: { announcements: false, digest: false },
      ...{ consentAt: null, consentIp: null, consentUa: null },
      ...{ partnerEmailRelayEnabled: null, partnerEmailRelayUpdatedAt: null },
      ...{ createdAt: expect.any(String), updatedAt: body.createdAt },
    });
  });

  it('answer a change with the whole record, as it is read afterwards', async () => {
    const asking = { ...owner, address: '203.0.113.7', headers: { 'user-agent': 'Browser/1' } };
    const changed = await change({ topics: { digest: true }, frequency: 'daily' }, asking);
    expect(changed.body).toMatchObject({
      topics: { announcements: false, digest: true },
      frequency: 'daily',
      ...{ consentAt: expect.any(String), consentIp: '203.0.113.7', consentUa: 'Browser/1' },
    });
    expect((await w.get(PATH, owner)).body).toEqual(changed.body);
  });

  it('take a truth value for all topics, names for those that are wished, and an object for what it names', async () => {
    expect(await topicsAfter(true)).toEqual({ announcements: true, digest: true });
    expect(await topicsAfter({ digest: false })).toEqual({ announcements: true, digest: false });
    expect(await topicsAfter('digest')).toEqual({ announcements: false, digest: true });
    expect(await topicsAfter(['announcements'])).toEqual({ announcements: true, digest: false });
    expect(await topicsAfter(null)).toEqual({ announcements: false, digest: false });
  });

  it.each([['news'], [['digest', 'news']], [{ news: true }], [{ digest: 'yes' }], [7]])(
    'refuse the topics %j, and stay as they are',
    async (topics) => {
      const refused = await change({ topics });
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect((await w.get(PATH, owner)).body.topics).toEqual({ announcements: false, digest: false });
    },
  );

  it('refuse topics that are nested deeper than calls can be, and many long names, with a short sentence', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const long = JSON.stringify(Array.from({ length: 100 }, (_, i) => `${i}${'x'.repeat(2_000)}`));
    const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: owner.cookie };
    for (const topics of [deep, `{"a":${deep}}`, long]) {
      const sent = `{"userId":"${owner.userId}","topics":${topics}}`;
      const { status, body } = await w.send(new Request(ORIGIN + PATH, { method: 'POST', headers, body: sent }));
      expect([status, body.message.length < 300], body.message).toEqual([400, true]);
    }
  });

  it('refuse a frequency that there is not, and a change without a user', async () => {
    expect((await change({ frequency: 'hourly' })).status).toBe(400);
    expect((await w.post(PATH, { topics: true }, owner)).status).toBe(400);
  });

  it('are one’s own', async () => {
    const other = await w.invited(owner, 'owner', 'Olga');
    expect((await change({ topics: true }, other)).status).toBe(403);
    expect((await w.get(PATH, owner)).body.topics).toEqual({ announcements: false, digest: false });
  });

  it('ignore what only the server writes', async () => {
    const forged = '2001-01-01T00:00:00.000Z';
    const { body } = await change({
      ...{ topics: true, consentAt: forged, consentIp: '192.0.2.1', consentUa: 'Forged/1' },
      ...{ partnerEmailRelayEnabled: true, partnerEmailRelayUpdatedAt: forged, createdAt: forged, updatedAt: forged },
    });
    expect(JSON.stringify(body)).not.toMatch(/2001|192\.0\.2\.1|Forged/);
    expect(body.partnerEmailRelayEnabled).toBeNull();
  });

  it('lose none of several changes that come at once', async () => {
    for (let round = 0; round < 5; round++) {
      await change({ topics: false, frequency: 'daily' });
      const changes = [{ topics: { digest: true } }, { topics: { announcements: true } }, { frequency: 'weekly' }];
      await Promise.all(changes.map((fields) => change(fields)));
      expect((await w.get(PATH, owner)).body).toMatchObject({
        topics: { announcements: true, digest: true },
        frequency: 'weekly',
      });
    }
  });

  it('keep the consent of what is still ordered, and none where nothing is', async () => {
    const first = (await change({ topics: ['digest'] })).body.consentAt;
    w.advance(60_000);
    expect((await change({ frequency: 'monthly' })).body.consentAt).toBe(first);
    expect((await change({ topics: true })).body.consentAt).not.toBe(first);
    expect((await change({ topics: false })).body.consentAt).toBeNull();
  });
});
