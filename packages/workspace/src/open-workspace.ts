/** Puts the workspace together: the database, the accounts, and what answers requests. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ArticleFiles } from '@service/answering/ports';
import type { Network } from '@service/realtime-server/outgoing';
import { type From, havePassed, KeyGuard } from '@service/realtime-server/runtime';
import { consoleLink } from './accounts/console-link.js';
import { isUnclaimed, ownerLinkSecret, removeOwnerLinkFile, writeOwnerLinkFile } from './accounts/owner-link.js';
import { type Auth, openAuth } from './auth/auth.js';
import { type Mails, sessionCookie } from './auth/auth-options.js';
import type { Database } from './database/database.js';
import { upgradeTables } from './database/migrate.js';
import { newId } from './database/new-id.js';
import { openDatabase } from './database/open-database.js';
import { type MasterKey, readMasterKey } from './database/secrets/master-key.js';
import { type ConversationAdmission, conversationAccess } from './http/conversation-access.js';
import { type WorkspaceRoutes, workspaceRoutes } from './http/workspace-routes.js';
import type { MailSender } from './mail/content/compose-mail.js';
import { createMailer } from './mail/create-mailer.js';
import { MAIL_KEY_PURPOSE, openMailKey } from './mail/links/mail-key.js';
import { type MailLinks, mailLinks } from './mail/links/mail-links.js';
import { type MailTokens, mailTokens } from './mail/links/mail-token.js';
import { type MailTransport, openMailTransport } from './mail/mail-transport.js';
import type { Mailer } from './mail/mailer.js';
import { findPreferences, topicsIn } from './mail/preferences.js';
import { resetMail, verificationMail } from './mail/texts.js';
import { sweepGrants } from './organizations/agent-grants.js';
import { type After, type Daily, startDaily } from './organizations/daily.js';
import { deleteDueOrganizations } from './organizations/delete-organization.js';
import type { Inboxes } from './organizations/inboxes.js';
import type { Services, WorkspaceSettings } from './router/services.js';
import type { Answering } from './setup/ai-agents/answering.js';
import type { PastQuestions } from './setup/ai-agents/past-questions.js';
import { deleteOldRuns } from './setup/ai-agents/runs/run-rows.js';
import { startRunWorker } from './setup/ai-agents/runs/run-worker.js';
import type { Visit } from './setup/inboxes/installs/collect-installs.js';
import { type InboxPort, serveInboxes } from './setup/inboxes/served/serve-inboxes.js';
import type { JobWorker } from './setup/job-worker.js';
import type { KnowledgeParts } from './setup/knowledge/ports.js';
import { startReading } from './setup/knowledge/reading/read-sources.js';
import { sourceFiles } from './setup/knowledge/source-files.js';
import { openSiteVisits } from './setup/website/site-visits.js';

export interface OpenSettings extends WorkspaceSettings {
  readonly dataDir: string;
  /** `postgres://…`; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** `MASTER_KEY`; null: the file `master.key` of the data folder. */
  readonly masterKey: string | null;
  /** `SMTP_URL`; null: mail is not sent. */
  readonly smtpUrl: string | null;
  /** From whom mail comes. */
  readonly mailFrom: string;
  /** Where bounces go; each mail has an address of its own there. Null: to `mailFrom`. */
  readonly mailBounces: string | null;
  readonly now: () => number;
  /** A timer that does not by itself let the process live on. */
  readonly after: After;
  readonly inboxes: Inboxes;
  /** The server that serves the inboxes of the console. */
  readonly served: InboxPort;
  /** The way to websites. @defaultValue the internet */
  readonly network?: Network;
  readonly knowledge: KnowledgeParts;
  readonly answering: Answering;
  readonly pastQuestions: PastQuestions;
  /** Whether the conversations can be stored. */
  readonly canStore: () => Promise<boolean>;
  readonly log: Services['log'];
  /** A wrong key came from this address. */
  readonly onWrongKey: (address: string) => void;
  /** The database has failed and will not come back in this process. */
  readonly onBroken: () => void;
  /** scrypt's N. Tests have less, so that a person costs them no fifth of a second. @defaultValue 16384 */
  readonly passwordCost?: number;
}

export interface Workspace {
  readonly routes: WorkspaceRoutes;
  /** Who may use which conversations. */
  readonly conversationAccess: (request: Request, from: From) => Promise<ConversationAdmission>;
  /** What the sources hold, as files of knowledge bases. `rules`: by which files are read. */
  readonly sourceFiles: (rules: string) => Pick<ArticleFiles, 'list'>;
  /** Services, for commands and tests. */
  readonly services: Services;
  /** A visitor has come in from a page. */
  readonly noteVisit: (visit: Visit) => void;
  close(): Promise<void>;
}

export const OWNER_LINK_FILE = 'owner.link';
const SECRET_BYTES = 32;
/** Health checks may come from anyone: within this time they share one write. */
const CAN_STORE_MS = 1_000;

/** @throws when the database can't be opened, or was written by a newer version */
export async function openWorkspace(settings: OpenSettings): Promise<Workspace> {
  const { dataDir, publicUrl, inboxes, now, log } = settings;
  const masterKey = readMasterKey(settings.masterKey, dataDir);
  const database = await openOwnDatabase(settings);
  const mailTransport = await openMailTransport(settings.smtpUrl, settings.mailFrom);
  const auth: Auth = openAuth({
    database,
    secret: masterKey.derive('auth'),
    publicUrl,
    mails: mailsOfAccounts(publicUrl, () => mailer),
    newId: (model) => newId(model.slice(0, 3), now()),
    log: (level, message) => log(level, message),
    ...{ now, passwordCost: settings.passwordCost },
  });
  await upgradeTables(database, auth.tables, now(), (line) => log('warn', line));
  await auth.opened();
  const mailKey = openMailKey(masterKey.derive(MAIL_KEY_PURPOSE));
  const links = mailLinks(mailKey, publicUrl);
  const mailer = openMailer(database, auth, mailTransport, { links, tokens: mailTokens(mailKey) }, settings);
  const linkFile = join(dataDir, OWNER_LINK_FILE);
  await showOwnerLink(linkFile, database, masterKey, settings);

  const serving = serveInboxes(database, masterKey, settings);
  let reading: JobWorker | null = null;
  const services: Services = {
    settings: workspaceSettings(settings),
    database,
    auth,
    keyGuard: new KeyGuard({ now, onWrong: settings.onWrongKey }),
    mailer,
    mailTransport,
    mailLinks: links,
    inboxes,
    masterKey,
    ...serving.services,
    siteVisits: openSiteVisits(settings.network),
    ...setupServices(settings, { read: () => reading?.soon(), run: () => runs.soon() }),
    now,
    newId: (prefix) => newId(prefix, now()),
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    random: randomBytes,
    canStore: sharedFor(CAN_STORE_MS, now, async () => {
      await database.ping();
      return settings.canStore();
    }),
    onOwner: () => removeOwnerLinkFile(linkFile),
    log,
  };
  const daily = await startDailyWork(services, settings);
  await serving.look();
  reading = await startReading(services, settings.after);
  const runs = startRunWorker(services, settings.after);
  const cookie = sessionCookie(publicUrl);
  return {
    routes: workspaceRoutes(services, cookie),
    conversationAccess: conversationAccess(services, cookie),
    sourceFiles: (rules) => sourceFiles(database.db, rules),
    services,
    noteVisit: serving.noteVisit,
    async close() {
      await runs.stop();
      await reading?.stop();
      await daily.stop();
      await serving.stop();
      mailTransport.close();
      await auth.close();
      await database.close();
    },
  };
}

const openOwnDatabase = ({ dataDir, databaseUrl, log, onBroken }: OpenSettings): Promise<Database> =>
  openDatabase({
    dataDir,
    databaseUrl,
    onFailed(error) {
      log('error', 'the workspace can store nothing any more', { error: error.message });
      onBroken();
    },
  });

/** What sources and AI agents use. `soon`: a source, or a test run, has become due. */
const setupServices = (
  { knowledge, answering, pastQuestions }: OpenSettings,
  soon: { readonly read: () => void; readonly run: () => void },
): Pick<Services, 'knowledge' | 'answering' | 'pastQuestions' | 'onTestRun'> => ({
  knowledge: { ...knowledge, soon: soon.read },
  ...{ answering, pastQuestions, onTestRun: soon.run },
});

/** What procedures may see of the settings. */
function workspaceSettings(settings: OpenSettings): WorkspaceSettings {
  const { publicUrl, approval, organizationsBy, mcpOrigins, mailTracking, chatUrl, previewUrl } = settings;
  return { publicUrl, approval, organizationsBy, mcpOrigins, mailTracking, chatUrl, previewUrl };
}

/** `mailer`: asked when a mail is sent; it is opened after the accounts. */
const mailsOfAccounts = (publicUrl: string, mailer: () => Mailer): Mails => ({
  async sendReset({ email }, token) {
    await mailer().send(resetMail(email, consoleLink(publicUrl, 'reset', token)));
  },
  async sendVerification({ email }, token) {
    await mailer().send(verificationMail(email, consoleLink(publicUrl, 'verify', token)));
  },
});

/** Writes the file with the link while the installation has no owner, and else removes it. */
async function showOwnerLink(
  file: string,
  { db }: Database,
  masterKey: MasterKey,
  { publicUrl, now }: OpenSettings,
): Promise<void> {
  if (!(await isUnclaimed(db))) return removeOwnerLinkFile(file);
  const secret = await ownerLinkSecret(db, (at) => masterKey.derive(`owner-link ${at}`), now());
  writeOwnerLinkFile(file, consoleLink(publicUrl, 'owner', secret));
}

const startDailyWork = (services: Services, { after, log }: OpenSettings): Promise<Daily> =>
  startDaily(
    async () => {
      await deleteDueOrganizations(services);
      await sweepGrants(services);
      await deleteOldRuns(services.database.db, services.now());
    },
    after,
    (error) => log('error', 'daily work failed; it is tried again', { error: error.message }),
  );

/** One answer for all who ask within `ms`; false when `ask` fails. */
function sharedFor(ms: number, now: () => number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let latest = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) };
  return () => {
    if (havePassed(ms, latest.at, now())) latest = { at: now(), answer: ask().catch(() => false) };
    return latest.answer;
  };
}

function openMailer(
  database: Database,
  auth: Auth,
  transport: MailTransport,
  signed: { readonly links: MailLinks; readonly tokens: MailTokens },
  { mailFrom, mailBounces, mailTracking, publicUrl, now, log }: OpenSettings,
): Mailer {
  const sender: MailSender = {
    from: mailFrom,
    bounces: mailBounces,
    host: new URL(publicUrl).host,
    tracks: mailTracking,
  };
  return createMailer({
    ...{ database, transport, sender, ...signed, now, log },
    newId: (prefix) => newId(prefix, now()),
    async subscriberOf(address) {
      const user = await auth.rows().find('user', { email: address });
      return user && { userId: user.id, topics: topicsIn(await findPreferences(database.db, user.id)) };
    },
  });
}
