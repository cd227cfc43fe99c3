import { createTransport } from 'nodemailer';

/** Line breaks in a header field would begin another field. */
const CONTROL = /\p{Cc}/gu;

export interface MailTransport {
  /** `smtp`, or `outbox`: nothing is sent, and the admin of the installation reads it in the console. */
  readonly provider: 'smtp' | 'outbox';
  /** Resolves when the mail server has accepted the mail. @throws when it has not */
  deliver(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
  /** Whether the mail server answers and accepts our name. Always with an outbox. */
  works(): Promise<boolean>;
  close(): void;
}

/** `url`: `smtp://…` or `smtps://…`; null: an outbox. */
export function openMailTransport(url: string | null, from: string): MailTransport {
  if (url === null)
    return { provider: 'outbox', deliver: async () => undefined, works: async () => true, close: () => undefined };
  const transport = createTransport(url, { from });
  return {
    provider: 'smtp',
    async deliver({ to, subject, text }) {
      await transport.sendMail({ to, subject: subject.replace(CONTROL, ' '), text });
    },
    works: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  };
}
