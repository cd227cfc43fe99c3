/** The end of a topic: by one click of the mail program, or by the button of a page. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { type MailingWorkspace, openMailingWorkspace } from '../support/mailing-workspace.js';

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = 'application/x-www-form-urlencoded';

onBothDatabases('unsubscribing', (newDatabase) => {
  let m: MailingWorkspace;
  let link: string;
  beforeEach(async () => {
    m = await openMailingWorkspace(await newDatabase());
    await m.sendNews();
    link = ((await m.lastMail()).header('List-Unsubscribe') ?? '').slice(1, -1);
  });
  afterEach(() => m.dispose());
  /** As a mail program asks: no origin, no cookie. */
  const post = (address: string, body: string | FormData = ONE_CLICK, headers: Record<string, string> = {}) => {
    const type = typeof body === 'string' ? { 'content-type': FORM } : {};
    return m.w.send(new Request(address, { method: 'POST', body, headers: { ...type, ...headers } }));
  };

  it('marketing mail offers it in its headers and in both of its parts', async () => {
    const mail = await m.lastMail();
    expect(mail.header('List-Unsubscribe')).toMatch(/^<http:\/\/localhost:4600\/api\/mail\/unsubscribe\/[^<>\s]+>$/);
    expect(mail.header('List-Unsubscribe-Post')).toBe(ONE_CLICK);
    expect(mail.text).toContain(link);
    expect(mail.links.at(-1)).toBe(link);
  });

  it('other mail offers none', async () => {
    await m.invite('bob@example.com');
    const mail = await m.lastMail();
    expect([mail.header('List-Unsubscribe'), mail.header('List-Unsubscribe-Post')]).toEqual([null, null]);
  });

  it('takes back the one topic at once, however often it is sent', async () => {
    for (let n = 0; n < 2; n++) {
      const { status, body } = await post(link);
      expect([status, body]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
      expect(await m.topics()).toEqual({ announcements: false, digest: true });
    }
    expect(await m.sendNews()).toBe(false);
  });

  it('takes a form in either encoding', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(link, form)).status).toBe(200);
    expect(await m.topics()).toEqual({ announcements: false, digest: true });
  });

  it('changes nothing when the link is only opened, and shows a page with a button that needs no script', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await m.w.send(new Request(link, { method }));
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const { body } = await m.w.send(new Request(link));
    expect(body).toContain('<button>Unsubscribe</button>');
    expect(body).not.toMatch(/<script/i);
    expect(await m.topics()).toEqual({ announcements: true, digest: true });
  });

  it('needs the words of a mail program, so that an empty request changes nothing', async () => {
    for (const body of ['', 'List-Unsubscribe=No', '{"List-Unsubscribe":"One-Click"}'])
      expect((await post(link, body)).status).toBe(400);
    expect((await post(link, ONE_CLICK, { 'content-type': 'text/plain' })).status).toBe(400);
    expect(await m.topics()).toEqual({ announcements: true, digest: true });
  });

  it('takes no link that was changed, and none of another person', async () => {
    const bob = await m.w.post('/api/rpc/members/invite', { orgId: m.owner.orgId, email: 'b@example.com' }, m.owner);
    expect(bob.status).toBe(200);
    for (const changed of [
      link.replace('/announcements/', '/digest/'),
      link.replace('/announcements/', '/news/'),
      link.replace(m.owner.userId, 'use_0192f000-0000-7000-8000-000000000000'),
      link.replace('/unsubscribe/', '/open/'),
      link.slice(0, -1),
    ]) {
      expect([changed, (await post(changed)).status]).toEqual([changed, 404]);
      expect([changed, (await m.w.send(new Request(changed))).status]).toEqual([changed, 404]);
    }
    expect(await m.topics()).toEqual({ announcements: true, digest: true });
  });

  it('works after the mail is forgotten, and does nothing where the account is gone', async () => {
    const { db } = m.w.workspace.services.database;
    await db.deleteFrom('email_message').execute();
    expect((await post(link)).status).toBe(200);
    expect(await m.topics()).toEqual({ announcements: false, digest: true });
    await db.deleteFrom('email_preference').execute();
    expect((await post(link)).status).toBe(200);
    expect(await db.selectFrom('email_preference').selectAll().execute()).toEqual([]);
  });
});
