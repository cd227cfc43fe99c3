import { createTransport } from 'nodemailer';
import type { Services } from '../router/services.js';
import type { Mail, Mailer } from './mailer.js';

/** Line breaks in a header field would begin another field. */
const CONTROL = /\p{Cc}/gu;

/** `url`: `smtp://…` or `smtps://…`; null: nothing is sent. */
export function openMailer(url: string | null, from: string, log: Services['log']): Mailer & { close(): void } {
  if (url === null) return { send: async () => false, close: () => undefined };
  const transport = createTransport(url, { from });
  return {
    async send({ to, subject, text }: Mail) {
      const mail = { to, subject: subject.replace(CONTROL, ' '), text };
      try {
        await transport.sendMail(mail);
        return true;
      } catch (error) {
        // The text is not logged: it holds a link that opens an account.
        log('error', 'a mail could not be sent: look at SMTP_URL', { error: (error as Error).message });
        return false;
      }
    },
    close: () => transport.close(),
  };
}
