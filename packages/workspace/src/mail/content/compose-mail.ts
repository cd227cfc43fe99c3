/** Makes of a mail what is handed to the mail server: both parts, the headers, and the address that bounces go to. */
import type { MailLinks } from '../links/mail-links.js';
import type { MailTokens } from '../links/mail-token.js';
import type { OutgoingMail } from '../mail-transport.js';
import type { Mail, Topic } from '../mailer.js';
import { htmlPart } from './html-part.js';

export interface MailSender {
  /** `chat@example.com` or `Shop <chat@example.com>`. */
  readonly from: string;
  /** Where bounces go, `bounces@example.com`: each mail gets its own `bounces+…@example.com`. Null: to `from`. */
  readonly bounces: string | null;
  /** The console's host. */
  readonly host: string;
  /** Whether opened mails and used links are counted. Never of security mail. */
  readonly tracks: boolean;
}

/** How the receiver of marketing mail ends it. */
export interface Unsubscribe {
  readonly topic: Topic;
  readonly link: string;
}

/** Line breaks in a header field would begin another field. */
const CONTROL = /\p{Cc}+/gu;

/** `id`: of the mail. `unsubscribe`: of marketing mail; else null. */
export async function composeMail(
  mail: Mail,
  id: string,
  unsubscribe: Unsubscribe | null,
  { sender, links, tokens }: { readonly sender: MailSender; readonly links: MailLinks; readonly tokens: MailTokens },
): Promise<OutgoingMail> {
  const token = tokens.of(id);
  const tracks = sender.tracks && mail.category !== 'security';
  const [from = sender.from] = /[^\s@<>]+@[^\s@<>]+/.exec(sender.from) ?? [];
  const [local, domain] = (sender.bounces ?? '').split('@');
  const subject = mail.subject.replace(CONTROL, ' ');
  return {
    to: mail.to,
    envelopeFrom: sender.bounces === null ? from : `${local}+${token}@${domain}`,
    messageId: `<${token}@${from.split('@')[1]}>`,
    subject,
    text: unsubscribe === null ? mail.text : withUnsubscribe(mail.text, unsubscribe),
    html: await htmlPart({
      ...{ subject, text: mail.text, action: mail.action ?? null, sender: sender.host },
      addressOf: (link) => (tracks ? links.click(id, link) : link),
      pixel: tracks ? links.open(id) : null,
      unsubscribe,
    }),
    unsubscribe: unsubscribe && unsubscribe.link,
  };
}

const withUnsubscribe = (text: string, { topic, link }: Unsubscribe): string =>
  `${text.trimEnd()}\n\nYou get this because you ordered ${topic}. To stop it, open this link:\n\n${link}\n`;
