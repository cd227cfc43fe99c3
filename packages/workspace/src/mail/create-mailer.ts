/** Sends mail within the limit and the receiver's preferences, and records what became of it. */
import type { Database } from '../database/database.js';
import type { Services } from '../router/services.js';
import { countMails, forgetOldMail, recordMail, recordMailEvent } from './mail-log.js';
import type { MailTransport } from './mail-transport.js';
import { MAIL_LIMIT, type Mail, type Mailer, type Topics } from './mailer.js';

export interface MailerParts extends Pick<Services, 'now' | 'newId' | 'log'> {
  readonly database: Database;
  readonly transport: MailTransport;
  /** What the person with this address has ordered. */
  readonly topicsOf: (address: string) => Promise<Topics>;
}

export function createMailer({ database: { db }, transport, topicsOf, now, newId, log }: MailerParts): Mailer {
  return {
    async send(mail: Mail) {
      // Transactional and security mail always goes.
      if (mail.category === 'marketing' && !(await topicsOf(mail.to))[mail.topic]) return false;
      const at = now();
      await forgetOldMail(db, at);
      if ((await countMails(db, mail, at - MAIL_LIMIT.windowSeconds * 1_000)) >= MAIL_LIMIT.most) {
        log('warn', 'a mail was not sent: its receiver has had too many in an hour', { template: mail.template });
        return false;
      }
      const id = newId('eml');
      const isSent = transport.provider !== 'outbox';
      await recordMail(db, id, mail, isSent ? null : mail.text, at);
      if (!isSent) return false;
      const record = (kind: 'sent' | 'delivered' | 'failed') => recordMailEvent(db, newId('eev'), id, kind, now());
      await record('sent');
      try {
        await transport.deliver(mail);
      } catch (error) {
        // The text is not logged: it holds a link that opens an account.
        log('error', 'a mail could not be sent: look at SMTP_URL', { error: (error as Error).message });
        await record('failed');
        return false;
      }
      await record('delivered');
      return true;
    },
  };
}
