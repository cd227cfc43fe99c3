/** Mail of the workspace: what a mail is, what can be ordered, and the limit. */

/** `security` mail opens an account: its links are shown to the receiver alone. */
export const MAIL_CATEGORIES = ['transactional', 'marketing', 'security'] as const;
export type MailCategory = (typeof MAIL_CATEGORIES)[number];

/** What a person can order or do without. All of them are marketing mail, and off until they are ordered. */
export const TOPICS = ['announcements', 'digest'] as const;
export type Topic = (typeof TOPICS)[number];
export type Topics = Readonly<Record<Topic, boolean>>;
export const NO_TOPICS: Topics = { announcements: false, digest: false };

export const MAIL_TEMPLATES = ['invitation', 'password-reset', 'verification', 'announcement'] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

interface AnyMail {
  readonly to: string;
  readonly template: MailTemplate;
  readonly subject: string;
  /** An address that is a line of its own is a link. */
  readonly text: string;
  /** The words on the first link, where the mail is shown as a page. @defaultValue the address */
  readonly action?: string;
  /** In whose name it is sent. Null: the installation's. */
  readonly orgId: string | null;
}

export type Mail = AnyMail &
  ({ readonly category: 'security' | 'transactional' } | { readonly category: 'marketing'; readonly topic: Topic });

/**
 * In the name of one organization, a receiver gets so many mails in that time, and all together get `ofOrganization`: as many as there may
 * be open invitations. Others' mail does not count.
 */
export const MAIL_LIMIT = { windowSeconds: 3_600, most: 20, ofOrganization: 100 } as const;

export interface Mailer {
  /** True: the mail is on its way. False: there is no mail server, it refused, or the receiver has had too many or does not want it. */
  send(mail: Mail): Promise<boolean>;
}
