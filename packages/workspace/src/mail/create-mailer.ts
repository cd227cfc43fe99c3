/** Sends mail within the limit and the receiver's preferences, and records what became of it. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { hold } from '../organizations/hold.js';
import type { Services } from '../router/services.js';
import { composeMail, type MailSender, type Unsubscribe } from './content/compose-mail.js';
import type { MailLinks } from './links/mail-links.js';
import type { MailTokens } from './links/mail-token.js';
import { countMails, forgetOldMail, recordMail, recordMailEvent } from './mail-log.js';
import type { MailTransport } from './mail-transport.js';
import { MAIL_LIMIT, type Mail, type Mailer, type Topics } from './mailer.js';

export interface Subscriber {
  readonly userId: string;
  readonly topics: Topics;
}

export interface MailerParts extends Pick<Services, 'now' | 'newId' | 'log'> {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly sender: MailSender;
  readonly links: MailLinks;
  readonly tokens: MailTokens;
  /** The person with this address and what they have ordered; null: there is no such account. */
  readonly subscriberOf: (address: string) => Promise<Subscriber | null>;
}

export function createMailer(parts: MailerParts): Mailer {
  const { transport, links, subscriberOf, now, newId, log } = parts;
  const { db } = parts.database;
  /** Null: mail that always goes, transactional or security. */
  async function unsubscribeOf(mail: Mail): Promise<Unsubscribe | null | 'not-ordered'> {
    if (mail.category !== 'marketing') return null;
    const subscriber = await subscriberOf(mail.to);
    if (!subscriber?.topics[mail.topic]) return 'not-ordered';
    return { topic: mail.topic, link: links.unsubscribe(subscriber.userId, mail.topic) };
  }
  return {
    async send(mail: Mail) {
      const unsubscribe = await unsubscribeOf(mail);
      if (unsubscribe === 'not-ordered') return false;
      const at = now();
      await forgetOldMail(db, at);
      const id = newId('eml');
      const isSent = transport.provider !== 'outbox';
      // In one transaction, or of many at once none would be one too many.
      const tooMany = await db.transaction().execute(async (transaction) => {
        const why = await whyTooMany(transaction, mail, at);
        if (why === null) await recordMail(transaction, id, mail, isSent ? null : mail.text, at);
        return why;
      });
      if (tooMany !== null) {
        log('warn', `a mail was not sent: ${tooMany}`, { template: mail.template });
        return false;
      }
      if (!isSent) return false;
      const record = (kind: 'sent' | 'delivered' | 'failed') => recordMailEvent(db, newId('eev'), id, kind, now());
      await record('sent');
      try {
        await transport.deliver(await composeMail(mail, id, unsubscribe, parts));
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

/** Null: it is not one too many. Holds its organization, so that no other mail of it is counted until the transaction ends. */
async function whyTooMany(
  transaction: Transaction<Tables>,
  { orgId, to }: Pick<Mail, 'orgId' | 'to'>,
  at: number,
): Promise<string | null> {
  if (orgId !== null) await hold(transaction, 'organization', orgId);
  const after = at - MAIL_LIMIT.windowSeconds * 1_000;
  if ((await countMails(transaction, orgId, to, after)) >= MAIL_LIMIT.most)
    return 'its receiver has had too many in an hour';
  if (orgId === null || (await countMails(transaction, orgId, null, after)) < MAIL_LIMIT.ofOrganization) return null;
  return 'its organization has sent too many in an hour';
}
