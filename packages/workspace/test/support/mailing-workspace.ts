/** A workspace with a mail server, an owner who has ordered announcements, and what a mail program makes of a mail. */
import PostalMime, { type Email } from 'postal-mime';
import { type MailSink, startMailSink } from './mail-sink.js';
import { openTestWorkspace, type Person, type TestWorkspace } from './open-test-workspace.js';

export interface ReadMail extends Email {
  /** The sender of the envelope. */
  readonly envelopeFrom: string;
  /** Of the HTML part. */
  readonly links: readonly string[];
  readonly pixel: string | null;
  header(name: string): string | null;
}

export interface MailingWorkspace {
  readonly w: TestWorkspace;
  readonly sink: MailSink;
  readonly owner: Person;
  /** Turns all topics of the owner on or off. */
  order(topics: boolean): Promise<void>;
  topics(): Promise<Readonly<Record<string, boolean>>>;
  /** Announcements to the owner. False: not sent. */
  sendNews(text?: string): Promise<boolean>;
  invite(email: string): Promise<void>;
  /** The last mail that came. */
  lastMail(): Promise<ReadMail>;
  figures(): Promise<Readonly<Record<string, number>>>;
  dispose(): Promise<void>;
}

const RATE = /Rate$/;

export async function openMailingWorkspace(
  databaseUrl: string | null,
  over: { readonly mailTracking?: boolean; readonly mailBounces?: string } = {},
): Promise<MailingWorkspace> {
  const sink = await startMailSink();
  const w = await openTestWorkspace(databaseUrl, { smtpUrl: sink.url, ...over });
  const owner = await w.owner();
  const order = async (topics: boolean): Promise<void> => {
    await w.post('/api/rpc/emails/preferences', { userId: owner.userId, topics }, owner);
  };
  await order(true);
  return {
    ...{ w, sink, owner, order },
    topics: async () => (await w.get('/api/rpc/emails/preferences', owner)).body.topics,
    sendNews: (text = 'News.\n\nhttps://shop.example/news?a=1&b=2\n') =>
      w.workspace.services.mailer.send({
        ...{ to: owner.email, orgId: null, subject: 'News', text },
        ...{ template: 'announcement', category: 'marketing', topic: 'announcements' },
      }),
    async invite(email) {
      await w.post('/api/rpc/members/invite', { orgId: owner.orgId, email, role: 'member' }, owner);
    },
    async lastMail() {
      const mail = sink.mails.at(-1);
      if (!mail) throw new Error('No mail came.');
      return readMail(mail.raw, mail.from);
    },
    async figures() {
      const { metrics } = (await w.get('/api/rpc/admin/emails/metrics', owner)).body;
      return Object.fromEntries(Object.entries<number>(metrics).filter(([name, n]) => n > 0 && !RATE.test(name)));
    },
    async dispose() {
      await w.dispose();
      await sink.dispose();
    },
  };
}

async function readMail(raw: string, envelopeFrom: string): Promise<ReadMail> {
  const email = await PostalMime.parse(raw);
  const attribute = (pattern: RegExp): string[] =>
    [...(email.html ?? '').matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  return {
    ...email,
    envelopeFrom,
    links: attribute(/<a[^>]* href="([^"]*)"/g),
    pixel: attribute(/<img[^>]* src="([^"]*)"/g)[0] ?? null,
    header: (name) => email.headers.find(({ key }) => key === name.toLowerCase())?.value ?? null,
  };
}
