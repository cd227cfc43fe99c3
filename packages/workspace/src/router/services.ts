/** What procedures need from outside: storage, accounts, mail, time and chance. */
import type { KeyGuard } from '@service/realtime-server/runtime';
import type { Auth } from '../auth/auth.js';
import type { OrganizationsBy } from '../callers/may-call.js';
import type { Database } from '../database/database.js';
import type { MasterKey } from '../database/secrets/master-key.js';
import type { MailLinks } from '../mail/links/mail-links.js';
import type { MailTransport } from '../mail/mail-transport.js';
import type { Mailer } from '../mail/mailer.js';
import type { Inboxes } from '../organizations/inboxes.js';
import type { Answering } from '../setup/ai-agents/answering.js';
import type { PastQuestions } from '../setup/ai-agents/past-questions.js';
import type { InstallCollector } from '../setup/inboxes/installs/collect-installs.js';
import type { Previews } from '../setup/inboxes/previews.js';
import type { KnowledgeServices } from '../setup/knowledge/ports.js';
import type { SiteVisits } from '../setup/website/site-visits.js';

export interface WorkspaceSettings {
  /** As browsers reach the console. */
  readonly publicUrl: string;
  /** Whether a new organization may work at once, or waits for an admin of the installation. */
  readonly approval: 'auto' | 'manual';
  /** Who may make further organizations: admins of the installation, or everyone with an account. */
  readonly organizationsBy: OrganizationsBy;
  /** Pages of these origins may use MCP, and link themselves for it. */
  readonly mcpOrigins: readonly string[];
  /** Whether opened mails and used links are counted. */
  readonly mailTracking: boolean;
  /** As browsers reach the chat. */
  readonly chatUrl: string;
  /** The chat's origin where the console may frame it, because it is not its own; null: it has none. */
  readonly previewUrl: string | null;
}

export interface Services {
  readonly settings: WorkspaceSettings;
  readonly database: Database;
  readonly auth: Auth;
  /** Slows addresses that try wrong keys, at all doors together. */
  readonly keyGuard: KeyGuard;
  readonly mailer: Mailer;
  readonly mailTransport: MailTransport;
  readonly mailLinks: MailLinks;
  readonly inboxes: Inboxes;
  readonly masterKey: MasterKey;
  readonly previews: Previews;
  readonly siteVisits: SiteVisits;
  readonly installs: Pick<InstallCollector, 'store'>;
  /** Call it after the transaction of a change: resolves when this server has it, and has announced it to the others. */
  readonly inboxesChanged: () => Promise<void>;
  readonly knowledge: KnowledgeServices;
  /** Answers that no visitor has asked for. */
  readonly answering: Answering;
  readonly pastQuestions: PastQuestions;
  /** A test run was ordered. */
  readonly onTestRun: () => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A new id: the prefix, and a UUIDv7. */
  readonly newId: (prefix: IdPrefix) => string;
  /** 256 random bits for a link. */
  readonly newSecret: () => string;
  readonly random: (bytes: number) => Buffer;
  /** Whether messages and settings can be stored now. */
  readonly canStore: () => Promise<boolean>;
  /** The owner link has been used. */
  readonly onOwner: () => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, more?: Readonly<Record<string, unknown>>) => void;
}

export type IdPrefix =
  | 'org'
  | 'mem'
  | 'usr'
  | 'inv'
  | 'eml'
  | 'eev'
  | 'tea'
  | 'chg'
  | 'con'
  | 'inb'
  | 'kno'
  | 'pag'
  | 'agt'
  | 'run';
