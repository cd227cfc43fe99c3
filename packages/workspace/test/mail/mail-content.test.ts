/** What a mail looks like on the way and to its reader, whatever the organization and its people are called. */
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { dailyRuns } from '../../../../test/support/runs/daily.js';
import { composeMail } from '../../dist/mail/content/compose-mail.js';
import { textParts } from '../../dist/mail/content/text-parts.js';
import { openMailKey } from '../../dist/mail/links/mail-key.js';
import { mailLinks } from '../../dist/mail/links/mail-links.js';
import { mailTokens } from '../../dist/mail/links/mail-token.js';
import { openMailTransport } from '../../dist/mail/mail-transport.js';
import { invitationMail } from '../../dist/mail/texts.js';
import { type MailSink, startMailSink } from '../support/mail-sink.js';
import { ORIGIN } from '../support/open-test-workspace.js';

const ID = 'eml_0192f000-0000-7000-8000-000000000000';
const LINK = `${ORIGIN}/console#invitation=secret`;
const key = openMailKey('a secret');
const parts = {
  sender: { from: 'Shop <chat@example.com>', bounces: null, host: 'localhost:4600', tracks: true },
  links: mailLinks(key, ORIGIN),
  tokens: mailTokens(key),
};
const invitation = (inviter: string, organization: string) =>
  invitationMail({ to: 'bob@example.com', orgId: 'org_1', link: LINK, inviter, organization });
const compose = (inviter: string, organization: string) =>
  composeMail(invitation(inviter, organization), ID, null, parts);

/** Names as an attacker chooses them. */
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom('\r\n', '\n', '\r', '\u2028', 'Bcc: eve@example.com', ' ', ',', '<', '>', '"', '=?utf-8?Q?', 'ä'),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join('')),
);

async function sendTo(sink: MailSink, inviter: string, organization: string): Promise<void> {
  const transport = await openMailTransport(sink.url, parts.sender.from);
  await transport.deliver(await compose(inviter, organization));
  transport.close();
}

it('no name adds a header or a receiver', async () => {
  const sink = await startMailSink();
  await sendTo(sink, 'Ada', 'Shop');
  const usual = (await PostalMime.parse(sink.mails[0]?.raw ?? '')).headers.map((header) => header.key);
  await fc.assert(
    fc.asyncProperty(name, name, async (inviter, organization) => {
      await sendTo(sink, inviter, organization);
      const mail = sink.mails.at(-1);
      expect([mail?.from, mail?.to]).toEqual(['chat@example.com', ['bob@example.com']]);
      expect((await PostalMime.parse(mail?.raw ?? '')).headers.map((header) => header.key)).toEqual(usual);
    }),
    { numRuns: dailyRuns(150) },
  );
  await sink.dispose();
});

it('no name adds a link or an element to the page of the mail', async () => {
  const tagsOf = (html: string): string[] => html.match(/<[a-z!/][^>]*>/gi) ?? [];
  const usual = tagsOf((await compose('Ada', 'Shop')).html);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        name,
        fc.constantFrom('<img src=x onerror=alert(1)>', '</title><script>', 'https://evil.example/', '&lt;b>'),
      ),
      name,
      async (inviter, organization) => {
        expect(tagsOf((await compose(inviter, organization)).html)).toEqual(usual);
      },
    ),
    { numRuns: dailyRuns(200) },
  );
});

it('a name that is markup is shown as it is written', async () => {
  const { html } = await compose('Ada', '<img src=x onerror=alert(1)>');
  expect(html).toContain('Ada invites you to &lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toContain('<img src=x');
});

it('a name that is an address gets no signed link: only a line of its own is one', async () => {
  const { html } = await compose('https://evil.example/', 'Shop\n\nhttps://evil.example/\n\n');
  expect((html.match(/href="[^"]*"/g) ?? []).map(decodeURIComponent)).toEqual([expect.stringContaining(ORIGIN)]);
  expect(textParts('See https://shop.example/a.\nhttps://shop.example/b\nhttps://\n\n\nBye')).toEqual([
    { kind: 'words', lines: ['See https://shop.example/a.'] },
    { kind: 'link', address: 'https://shop.example/b' },
    { kind: 'words', lines: ['https://'] },
    { kind: 'words', lines: ['Bye'] },
  ]);
});

it('the text part is as it was written', async () => {
  expect((await compose('Ada', 'Shop')).text).toBe(invitation('Ada', 'Shop').text);
});
