/** Mail: what is sent, what is not, and what the admin of the installation sees of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { type MailSink, secretIn, startMailSink } from '../support/mail-sink.js';
import { openTestWorkspace, PASSWORD, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const HOUR_MS = 3_600_000;

onBothDatabases('a workspace with a mail server', (newDatabase) => {
  let w: TestWorkspace;
  let sink: MailSink;
  let owner: Person;
  beforeEach(async () => {
    sink = await startMailSink();
    w = await openTestWorkspace(await newDatabase(), { smtpUrl: sink.url });
    owner = await w.owner();
  });
  afterEach(async () => {
    await w.dispose();
    await sink.dispose();
  });

  const invite = (email: string) =>
    w.post('/api/rpc/members/invite', { orgId: owner.orgId, email, role: 'admin' }, owner);
  const metrics = async (query = '') => (await w.get(`/api/rpc/admin/emails/metrics${query}`, owner)).body;

  it('takes a team from the owner link to a key that works until it is revoked, with no key at the start', async () => {
    const invitation = await invite('bob@example.com');
    expect(invitation.body.link).toBeNull();
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ from: 'chat@example.com', to: ['bob@example.com'] });
    expect(mail?.content).toContain('Subject: Ada invites you to Havn & Hei');

    const secret = secretIn(mail as never, 'invitation');
    const accepted = await w.post('/api/rpc/accounts/acceptInvitation', { secret, name: 'Bob', password: PASSWORD });
    expect(accepted.status).toBe(200);
    const bob = { cookie: await w.signIn('bob@example.com') };
    const key = await w.post('/api/rpc/apiKeys/create', { orgId: owner.orgId, name: 'Shop', scopes: ['read'] }, bob);
    expect(key.body).toMatchObject({ key: expect.any(String) });
    const read = () => w.get('/api/rpc/organization/get', { key: key.body.key });
    expect(await read()).toMatchObject({ status: 200, body: { name: 'Havn & Hei' } });
    await w.post('/api/rpc/apiKeys/revoke', { orgId: owner.orgId, keyId: key.body.keyId }, bob);
    expect((await read()).status).toBe(401);
  });

  it('counts what was sent, by template, category and day', async () => {
    await invite('bob@example.com');
    await invite('cleo@example.com');
    await w.post('/api/auth/request-password-reset', { email: owner.email });
    await expect.poll(() => sink.mails.length).toBe(3);
    await expect.poll(async () => (await metrics()).metrics.totalDelivered).toBe(3);
    const { metrics: totals, breakdown, providers } = await metrics();
    expect(providers).toEqual({ email: 'smtp' });
    expect(totals).toEqual({
      ...{ totalSent: 3, totalDelivered: 3, totalOpened: 0, totalClicked: 0, totalBounced: 0, totalComplaints: 0 },
      ...{ totalFailed: 0, uniqueOpens: 0, uniqueClicks: 0, deliveryRate: 100 },
      ...{ openRate: 0, clickRate: 0, bounceRate: 0, complaintRate: 0 },
    });
    const groups = (rows: { group: string; totalSent: number }[]) =>
      rows.map(({ group, totalSent }) => [group, totalSent]);
    expect(groups(breakdown.byTemplate)).toEqual([
      ['invitation', 2],
      ['password-reset', 1],
    ]);
    expect(groups(breakdown.byCategory)).toEqual([
      ['transactional', 2],
      ['security', 1],
    ]);
    expect(groups(breakdown.byDay)).toEqual([[new Date().toISOString().slice(0, 10), 3]]);
    expect((await metrics('?limit=1')).breakdown.byTemplate).toHaveLength(1);
    expect((await metrics('?category=security')).metrics.totalSent).toBe(1);
    expect((await metrics('?template=invitation')).metrics.totalSent).toBe(2);
    expect((await metrics('?startDate=2999-01-01T00:00:00Z')).metrics.totalSent).toBe(0);
    expect((await metrics('?endDate=2999-01-01T00:00:00Z')).metrics.totalSent).toBe(3);
  });

  it('sends at most as many mails to one address in an hour as its health says', async () => {
    const { rateLimitMax, rateLimitWindow } = (await w.get('/api/rpc/admin/emails/health', owner)).body.config;
    for (let i = 0; i < rateLimitMax; i++) await invite('bob@example.com');
    expect(sink.mails).toHaveLength(rateLimitMax);
    // The inviter gets the link instead.
    expect((await invite('bob@example.com')).body.link).toMatch(/#invitation=/);
    expect(sink.mails).toHaveLength(rateLimitMax);
    await invite('cleo@example.com');
    expect(sink.mails).toHaveLength(rateLimitMax + 1);
    w.advance(rateLimitWindow * 1_000 + HOUR_MS);
    await invite('bob@example.com');
    expect(sink.mails).toHaveLength(rateLimitMax + 2);
  });

  it('sends no more of them where all are asked for at once', async () => {
    const { mailer } = w.workspace.services;
    const mail = { template: 'invitation', category: 'transactional', subject: 'Hello', text: 'Hello' } as const;
    const sent = await Promise.all(
      Array.from({ length: 60 }, () => mailer.send({ ...mail, to: 'bob@example.com', orgId: owner.orgId })),
    );
    expect(sent.filter(Boolean)).toHaveLength(20);
    expect(sink.mails).toHaveLength(20);
  });

  it('sends at most a hundred in an hour in the name of one organization, to however many addresses', async () => {
    const { mailer } = w.workspace.services;
    const mail = { template: 'invitation', category: 'transactional', subject: 'Hello', text: 'Hello' } as const;
    const sent = await Promise.all(
      Array.from({ length: 150 }, (_, i) => mailer.send({ ...mail, to: `p${i}@example.com`, orgId: owner.orgId })),
    );
    expect(sent.filter(Boolean)).toHaveLength(100);
    expect(await mailer.send({ ...mail, to: 'bob@example.com', orgId: 'org_other' })).toBe(true);
    w.advance(2 * HOUR_MS);
    expect(await mailer.send({ ...mail, to: 'bob@example.com', orgId: owner.orgId })).toBe(true);
  });

  it('says so when the mail server refuses, and shows the link to the inviter', async () => {
    sink.refuse();
    expect((await invite('bob@example.com')).body.link).toMatch(/#invitation=/);
    expect((await metrics()).metrics).toMatchObject({
      totalSent: 1,
      totalDelivered: 0,
      totalFailed: 1,
      deliveryRate: 0,
    });
  });

  it('is healthy while the mail server answers', async () => {
    const health = async () => (await w.get('/api/rpc/admin/emails/health', owner)).body;
    expect(await health()).toMatchObject({ status: 'healthy', providers: { email: 'smtp' } });
    await sink.dispose();
    expect(await health()).toMatchObject({ status: 'unhealthy' });
  });

  it('sends a header as one line, whatever the organization is called', async () => {
    await w.workspace.services.mailer.send({
      to: 'bob@example.com',
      template: 'invitation',
      category: 'transactional',
      orgId: owner.orgId,
      subject: 'Hello\r\nBcc: eve@example.com',
      text: 'Hello',
    });
    expect(sink.mails[0]?.to).toEqual(['bob@example.com']);
    expect(sink.mails[0]?.content).not.toMatch(/^Bcc:/im);
  });

  it('sends what a person has ordered, and what their account needs; nothing else', async () => {
    const { mailer } = w.workspace.services;
    const about = { to: owner.email, orgId: null, subject: 'News', text: 'News' } as const;
    const news = { ...about, template: 'announcement', category: 'marketing', topic: 'announcements' } as const;
    expect(await mailer.send(news)).toBe(false);
    await w.post('/api/rpc/emails/preferences', { userId: owner.userId, topics: ['announcements'] }, owner);
    expect(await mailer.send(news)).toBe(true);
    expect(await mailer.send({ ...news, topic: 'digest' })).toBe(false);
    await w.post('/api/rpc/emails/preferences', { userId: owner.userId, topics: false }, owner);
    expect(await mailer.send(news)).toBe(false);
    expect(await mailer.send({ ...about, template: 'verification', category: 'security' })).toBe(true);
  });
});

describe('without a mail server', () => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(null);
    owner = await w.owner();
  });
  afterEach(() => w.dispose());
  const outbox = async (asking: object = owner) => w.get('/api/rpc/admin/emails/listOutbox', asking);

  it('the admin of the installation reads what would have been sent, with the links of others’ accounts masked', async () => {
    const admin = await w.invited(owner, 'admin', 'Adam');
    for (const { email } of [owner, admin]) await w.post('/api/auth/request-password-reset', { email });
    await expect.poll(async () => (await outbox()).body.items.length).toBe(3);
    const { items } = (await outbox()).body as { items: { to: string; template: string; text: string }[] };
    const [ofAdmin, ofOwner, invitation] = items;
    expect(items.map(({ to, template }) => [to, template])).toEqual([
      [admin.email, 'password-reset'],
      [owner.email, 'password-reset'],
      [admin.email, 'invitation'],
    ]);
    expect(ofAdmin?.text).toContain('http://localhost:4600/…');
    expect(ofAdmin?.text).not.toContain('#reset=');
    expect(ofOwner?.text).toContain('#reset=');
    expect(invitation?.text).toContain('#invitation=');
    expect((await outbox(admin)).status).toBe(403);
  });

  it('the words of such a mail are deleted after seven days', async () => {
    await w.post('/api/rpc/members/invite', { orgId: owner.orgId, email: 'bob@example.com', role: 'member' }, owner);
    expect((await outbox()).body.items).toHaveLength(1);
    w.advance(7 * 24 * HOUR_MS + 1_000);
    await w.workspace.services.mailer.send({
      ...{ to: 'cleo@example.com', template: 'invitation', category: 'transactional', orgId: owner.orgId },
      ...{ subject: 'Hello', text: 'Hello' },
    });
    expect((await outbox()).body.items.map(({ to }: { to: string }) => to)).toEqual(['cleo@example.com']);
  });
});
