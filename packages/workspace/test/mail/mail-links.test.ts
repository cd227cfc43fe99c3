/** Opened mails and used links: counted where the operator wants it, and a link that was changed leads nowhere. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { type MailingWorkspace, openMailingWorkspace } from '../support/mailing-workspace.js';
import { ORIGIN } from '../support/open-test-workspace.js';

const TARGET = 'https://shop.example/news?a=1&b=2';
const MOST_COUNTED = 20;

const ask = (m: MailingWorkspace, address: string, method = 'GET', headers: Record<string, string> = {}) =>
  m.w.send(new Request(address, { method, headers, redirect: 'manual' }));

onBothDatabases('with tracking on', (newDatabase) => {
  let m: MailingWorkspace;
  beforeEach(async () => {
    m = await openMailingWorkspace(await newDatabase(), { mailTracking: true });
  });
  afterEach(() => m.dispose());

  it('an opened mail and a used link are counted, the link leads where it did, and neither is cached', async () => {
    await m.sendNews();
    const { links, pixel, text } = await m.lastMail();
    const [link = ''] = links;
    expect(text).toContain(TARGET);
    expect(link).toMatch(/^http:\/\/localhost:4600\/api\/mail\/click\//);
    const used = await ask(m, link);
    expect([used.status, used.headers.get('location')]).toEqual([302, TARGET]);
    const opened = await ask(m, pixel as string);
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/gif']);
    for (const { headers } of [used, opened])
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    await ask(m, pixel as string);
    expect(await m.figures()).toEqual({
      ...{ totalSent: 1, totalDelivered: 1, totalOpened: 2, uniqueOpens: 1, totalClicked: 1, uniqueClicks: 1 },
    });
  });

  it('one mail is counted twenty times at most, also when it is opened by many at once', async () => {
    await m.sendNews();
    const { pixel } = await m.lastMail();
    await Promise.all(Array.from({ length: MOST_COUNTED }, () => ask(m, pixel as string)));
    for (let n = 0; n < MOST_COUNTED + 5; n++) expect((await ask(m, pixel as string)).status).toBe(200);
    expect((await m.figures()).totalOpened).toBe(MOST_COUNTED);
  });

  it('a mail that is forgotten answers as before, and nothing is written', async () => {
    await m.sendNews();
    const { links, pixel } = await m.lastMail();
    const { db } = m.w.workspace.services.database;
    await db.deleteFrom('email_event').execute();
    await db.deleteFrom('email_message').execute();
    expect((await ask(m, links[0] as string)).headers.get('location')).toBe(TARGET);
    expect((await ask(m, pixel as string)).status).toBe(200);
    expect(await db.selectFrom('email_event').selectAll().execute()).toEqual([]);
  });
});

describe('with tracking on, too', () => {
  let m: MailingWorkspace;
  beforeEach(async () => {
    m = await openMailingWorkspace(null, { mailTracking: true });
  });
  afterEach(() => m.dispose());

  it('no link leads to where it was changed to', async () => {
    await m.sendNews();
    const mails = [await m.lastMail()];
    await m.sendNews();
    mails.push(await m.lastMail());
    const [link = '', other = ''] = mails.map(({ links }) => links[0] as string);
    const [, , , , mailId = '', signature = ''] = new URL(link).pathname.split('/');
    const [, , , , otherId = ''] = new URL(other).pathname.split('/');
    const evil = encodeURIComponent('https://evil.example/');
    const changed = [
      link.replace(/to=.*/, `to=${evil}`),
      link.replace(/\?to=.*/, ''),
      `${link.replace(/\?to=.*/, '')}?to=${evil}&to=${encodeURIComponent(TARGET)}`,
      link.replace(mailId, otherId),
      link.replace(signature, signature.slice(0, -1)),
      link.replace(signature, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      link.replace('/click/', '/open/'),
      link.replace(`${mailId}/`, `${mailId}/announcements/`),
      `${ORIGIN}/api/mail/click/${mailId}/${signature}/?to=${evil}`,
      `${ORIGIN}/api/mail/nothing`,
    ];
    for (const address of changed) {
      const { status, headers } = await ask(m, address);
      expect([address, status, headers.get('location')]).toEqual([address, 404, null]);
    }
    expect((await m.figures()).totalClicked).toBeUndefined();
  });

  it('security mail has neither picture nor counted links', async () => {
    await m.w.post('/api/auth/request-password-reset', { email: m.owner.email });
    await expect.poll(() => m.sink.mails.length, { timeout: 60_000 }).toBe(1);
    const { links, pixel, html } = await m.lastMail();
    expect(links).toEqual([expect.stringMatching(/^http:\/\/localhost:4600\/console#reset=/)]);
    expect(pixel).toBeNull();
    expect(html).not.toContain('/api/mail/');
  });

  it('the secret of an invitation stays behind the # of its link, where no server sees it', async () => {
    await m.invite('bob@example.com');
    const [link = ''] = (await m.lastMail()).links;
    const [shown = '', secret = ''] = link.split('#');
    expect(secret).toMatch(/^invitation=[\w-]{40,}$/);
    expect(decodeURIComponent(shown)).not.toContain(secret.slice('invitation='.length));
    expect((await ask(m, link)).headers.get('location')).toBe(`${ORIGIN}/console`);
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
  ])('what is only looked at is not counted: %s %j', async (method, headers) => {
    await m.sendNews();
    const { links, pixel } = await m.lastMail();
    expect((await ask(m, links[0] as string, method, headers)).headers.get('location')).toBe(TARGET);
    expect((await ask(m, pixel as string, method, headers)).status).toBe(200);
    expect(await m.figures()).toEqual({ totalSent: 1, totalDelivered: 1 });
  });

  it.each(['POST', 'PUT', 'DELETE'])('there is nothing to %s', async (method) => {
    await m.sendNews();
    expect((await ask(m, (await m.lastMail()).links[0] as string, method)).status).toBe(404);
  });
});

it('without tracking mail leads straight to its links, and health says so', async () => {
  const m = await openMailingWorkspace(null);
  await m.sendNews();
  const { links, pixel } = await m.lastMail();
  expect([links[0], pixel]).toEqual([TARGET, null]);
  const { config } = (await m.w.get('/api/rpc/admin/emails/health', m.owner)).body;
  expect(config.trackingEnabled).toBe(false);
  await m.dispose();
});
