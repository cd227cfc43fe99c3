/** Opens the workspace beside a server that already answers, and mounts what it answers. */
import type { HttpBindings } from '@hono/node-server';
import {
  type AdmitTeam,
  countRefusals,
  fromOf,
  type InboxDirectory,
  limitBody,
  systemClock,
} from '@service/realtime-server';
import {
  AGENTS_PATH,
  AUTH_PATH,
  DISCOVERY_PATHS,
  DOCUMENT_PAGE_PATH,
  DOCUMENT_PATH,
  MAIL_PATH,
  openWorkspace,
  RPC_PATH,
  type Workspace,
} from '@service/workspace';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Storage } from '../storage.js';
import { inboxFacts } from './inbox-facts.js';

/** `publicUrl`: how browsers reach the console. `onBroken`: the workspace can store nothing any more. */
export function startWorkspace(
  config: Config,
  publicUrl: string,
  inboxes: InboxDirectory,
  { store, diskRoom }: Storage,
  log: Logger,
  onBroken: () => void,
): Promise<Workspace> {
  const { dataDir, databaseUrl, masterKey, smtpUrl, mailFrom, mailBounces, mailTracking } = config;
  const { approval, organizationsBy } = config;
  return openWorkspace({
    ...{ dataDir, databaseUrl, masterKey, smtpUrl, mailBounces, mailTracking, approval, organizationsBy, publicUrl },
    mailFrom: mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`,
    now: systemClock.now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
    inboxes: inboxFacts(inboxes, store, config),
    // The writer of the conversations, and the disk that they are on.
    canStore: async () => diskRoom?.() !== 'no-messages' && (await store.ping().then(() => true)),
    log: (level, message, more) => log[level]({ ...more }, message),
    onWrongKey: wrongKeyLog(log),
    onBroken,
  });
}

/** The address is in the line so that a firewall can act on it; beyond the first ones of a while, the lines only count. */
function wrongKeyLog(log: Logger): (address: string) => void {
  const count = countRefusals<string>(systemClock, (wrong) =>
    log.warn({ code: 'wrong_key', addresses: wrong }, 'wrong keys of an organization were sent'),
  );
  return count;
}

/** The workspace's routes. A request that comes before the workspace is open waits for it. */
export function workspaceRoutes(workspace: Promise<Workspace>, proxies: number): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const limited = limitBody(systemClock, () => false);
  for (const path of [
    `${RPC_PATH}/*`,
    `${AUTH_PATH}/*`,
    `${MAIL_PATH}/*`,
    `${AGENTS_PATH}/*`,
    ...DISCOVERY_PATHS.flatMap((path) => [path, `${path}/*`]),
    DOCUMENT_PATH,
    DOCUMENT_PAGE_PATH,
  ])
    app.all(path, limited, async (c) => {
      const { routes } = await workspace;
      return (await routes(c.req.raw, fromOf(c.env.incoming, proxies))) ?? c.notFound();
    });
  return app;
}

/** Lets members and keys of an organization use the conversations of its inboxes. */
export function admitTeam(workspace: Promise<Workspace>): AdmitTeam {
  return async (request, from) => {
    const admission = await (await workspace).conversationAccess(request, from);
    if (!admission.ok) return admission;
    const { person, organizations, first } = admission.access;
    const mayUse = (organization: string | null): boolean => {
      const slug = organization ?? first;
      return slug !== null && organizations.includes(slug);
    };
    return { ok: true, caller: { person, mayUse } };
  };
}

export interface OpeningWorkspace {
  /** Resolves when it is open; never, when it can't be opened. */
  readonly opened: Promise<Workspace>;
  readonly isOpen: () => boolean;
}

/** The workspace before it is opened. */
export function laterWorkspace() {
  const { promise: opened, resolve } = Promise.withResolvers<Workspace>();
  let outcome: Promise<Workspace | null> = Promise.resolve(null);
  let isOpen = false;
  return {
    opened,
    isOpen: () => isOpen,
    open(opening: Promise<Workspace>, onFailed: (error: Error) => void): void {
      outcome = opening.catch((error: Error) => {
        onFailed(error);
        return null;
      });
      void outcome.then((workspace) => {
        if (!workspace) return;
        isOpen = true;
        resolve(workspace);
      });
    },
    close: async () => (await outcome)?.close(),
  };
}
