/** Bounces and complaints, from the mail that goes out to the report that comes back. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BounceSummary, type BounceTools, openBounceTools } from '../../dist/index.js';
import { openMailKey } from '../../dist/mail/links/mail-key.js';
import { mailTokens } from '../../dist/mail/links/mail-token.js';
import { onBothDatabases } from '../support/both-databases.js';
import { complaint, deliveryReport, mbox } from '../support/bounces.js';
import { type MailingWorkspace, openMailingWorkspace } from '../support/mailing-workspace.js';
import { ORIGIN } from '../support/open-test-workspace.js';

const ORDERED = { announcements: true, digest: true };
const TAKEN_BACK = { announcements: false, digest: false };

onBothDatabases('what mail servers send back', (newDatabase) => {
  let m: MailingWorkspace;
  let tools: BounceTools;
  let envelopeFrom: string;
  let messageId: string;
  beforeEach(async () => {
    const databaseUrl = await newDatabase();
    m = await openMailingWorkspace(databaseUrl, { mailBounces: 'bounces@bounce.example.com' });
    const { dataDir } = m.w;
    tools = await openBounceTools({ dataDir, databaseUrl, masterKey: null, publicUrl: ORIGIN, now: Date.now });
    await m.sendNews();
    const mail = await m.lastMail();
    ({ envelopeFrom } = mail);
    messageId = mail.messageId ?? '';
  });
  afterEach(async () => {
    await tools.close();
    await m.dispose();
  });
  /** The counts that are not 0. */
  const read = async (...texts: readonly string[]): Promise<Partial<BounceSummary>> => {
    const chunks = async function* () {
      for (const text of texts) yield Buffer.from(text);
    };
    return Object.fromEntries(Object.entries(await tools.read(chunks())).filter(([, count]) => count > 0));
  };
  const ordered = async () => ({ topics: await m.topics(), ...(await m.figures()) });

  it('each mail has an address of its own for it, which fits into what mail servers take', async () => {
    expect(envelopeFrom).toMatch(/^bounces\+[0-9a-z]{25}\.[0-9a-z]{19}@bounce\.example\.com$/);
    expect(envelopeFrom.split('@')[0]?.length).toBeLessThanOrEqual(64);
    expect(messageId).toMatch(/^<[0-9a-z]{25}\.[0-9a-z]{19}@example\.com>$/);
    await m.sendNews();
    expect((await m.lastMail()).envelopeFrom).not.toBe(envelopeFrom);
  });

  it('an address that does not exist is counted once, and gets nothing more that was ordered', async () => {
    const report = deliveryReport({ to: envelopeFrom });
    expect(await read(report)).toEqual({ bounced: 1 });
    expect(await read(mbox(report, report))).toEqual({ repeated: 2 });
    expect(await ordered()).toMatchObject({ topics: TAKEN_BACK, totalBounced: 1 });
    expect(await m.sendNews()).toBe(false);
    await m.w.post('/api/auth/request-password-reset', { email: m.owner.email });
    await expect.poll(() => m.sink.mails.length, { timeout: 60_000 }).toBe(2);
  });

  it('a person who orders again gets it again, also when the old report is read once more', async () => {
    await read(deliveryReport({ to: envelopeFrom }));
    await m.order(true);
    expect(await read(deliveryReport({ to: envelopeFrom }))).toEqual({ repeated: 1 });
    expect(await m.topics()).toEqual(ORDERED);
    expect(await m.sendNews()).toBe(true);
  });

  it('the mail is known by its id where the report came to another address, or was written in capitals', async () => {
    expect(await read(deliveryReport({ to: 'chat@example.com', messageId }))).toEqual({ bounced: 1 });
    expect(await read(deliveryReport({ to: envelopeFrom.toUpperCase() }))).toEqual({ repeated: 1 });
  });

  it('a complaint ends what was ordered, by either name of the mail', async () => {
    expect(await read(complaint({ messageId }))).toEqual({ complained: 1 });
    expect(await read(complaint({ mailFrom: envelopeFrom }))).toEqual({ repeated: 1 });
    expect(await ordered()).toMatchObject({ topics: TAKEN_BACK, totalComplaints: 1 });
  });

  it.each([
    ['a delay', { action: 'delayed', status: '4.4.1' }, 'temporary'],
    ['a full mailbox, for now', { action: 'failed', status: '4.2.2' }, 'temporary'],
    ['a receipt', { action: 'delivered', status: '2.0.0' }, 'other'],
  ])('%s changes nothing', async (_what, fields, outcome) => {
    expect(await read(deliveryReport({ to: envelopeFrom, ...fields }))).toEqual({ [outcome]: 1 });
    expect((await ordered()).topics).toEqual(ORDERED);
  });

  it.each(['not-spam', 'auth-failure'])('a report of the type %s is no complaint', async (type) => {
    expect(await read(complaint({ messageId, type }))).toEqual({ other: 1 });
    expect((await ordered()).topics).toEqual(ORDERED);
  });

  it('a forged report changes nothing, and is counted as such', async () => {
    const last = envelopeFrom.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    const [id = '', signature = ''] = envelopeFrom.slice('bounces+'.length).split(/[.@]/);
    const { id: mailId } = await m.w.workspace.services.database.db
      .selectFrom('email_message')
      .select('id')
      .executeTakeFirstOrThrow();
    const forged = [
      'chat@example.com',
      last,
      envelopeFrom.replace(id, '0'.repeat(25)),
      envelopeFrom.replace(id, 'z'.repeat(25)),
      envelopeFrom.replace(signature, 'z'.repeat(19)),
      envelopeFrom.replace(signature, ''),
      `bounces+x${id}.${signature}@bounce.example.com`,
      `bounces+${mailTokens(openMailKey('of another server')).of(mailId)}@bounce.example.com`,
    ].map((to) => deliveryReport({ to }));
    expect(await read(mbox(...forged, complaint({})))).toEqual({ forged: forged.length + 1 });
    expect(await ordered()).toEqual({ topics: ORDERED, totalSent: 1, totalDelivered: 1 });
  });

  it('a report inside of a message that came back is not read', async () => {
    const inner = deliveryReport({ to: envelopeFrom });
    const forwarded = `To: ${envelopeFrom}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--\r\n`;
    expect(await read(forwarded)).toEqual({ other: 1 });
  });

  it('a mail that is forgotten by now is counted as such', async () => {
    await m.w.workspace.services.database.db.deleteFrom('email_message').execute();
    expect(await read(deliveryReport({ to: envelopeFrom }))).toEqual({ unknown: 1 });
    expect((await ordered()).topics).toEqual(ORDERED);
  });

  it('what is too long, or made of parts alone, does not hold up what comes after it', async () => {
    const long = `Subject: x\n\n${'x'.repeat(1_100_000)}`;
    const parts = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(200_000)}`;
    const deep = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c`;
    const all = mbox(long, parts, deep, 'no header', deliveryReport({ to: envelopeFrom }));
    expect(await read(...(all.match(/[\s\S]{1,7000}/g) ?? []))).toEqual({ 'too-long': 1, other: 3, bounced: 1 });
  });
});
