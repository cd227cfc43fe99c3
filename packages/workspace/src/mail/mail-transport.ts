/** Hands mail to the mail server. */

export interface OutgoingMail {
  readonly to: string;
  /** Where the mail server sends bounces. */
  readonly envelopeFrom: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that ends the topic of the mail with one click; null: the mail is of no topic. */
  readonly unsubscribe: string | null;
}

export interface MailTransport {
  /** `smtp`, or `outbox`: nothing is sent, and the admin of the installation reads it in the console. */
  readonly provider: 'smtp' | 'outbox';
  /** Resolves when the mail server has accepted the mail. @throws when it has not */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Whether the mail server answers and accepts our name. Always with an outbox. */
  works(): Promise<boolean>;
  close(): void;
}

/** `url`: `smtp://…` or `smtps://…`; null: an outbox. */
export async function openMailTransport(url: string | null, from: string): Promise<MailTransport> {
  if (url === null)
    return { provider: 'outbox', deliver: async () => undefined, works: async () => true, close: () => undefined };
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url, { from });
  return {
    provider: 'smtp',
    async deliver({ to, envelopeFrom, messageId, subject, text, html, unsubscribe }) {
      await transport.sendMail({
        // As one address, whatever it holds: as text it could name several.
        to: { name: '', address: to },
        envelope: { from: envelopeFrom, to: [to] },
        ...{ messageId, subject, text, html },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe !== null && unsubscribeHeaders(unsubscribe)) },
      });
    },
    works: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  };
}

/** RFC 8058: the receiver's mail program shows a button. */
const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${link}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
