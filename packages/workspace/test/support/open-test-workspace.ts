/** A whole workspace for a test: a real database, a clock that can be moved, and a browser's way of asking. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Network } from '@service/realtime-server/outgoing';
import {
  type Answering,
  type Inboxes,
  type InboxPort,
  type KnowledgeParts,
  type OpenSettings,
  OWNER_LINK_FILE,
  openWorkspace,
  type PastQuestions,
  type Workspace,
} from '../../dist/index.js';

export const ORIGIN = 'http://localhost:4600';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  readonly body: any;
  readonly headers: Headers;
}

export interface Asking {
  readonly cookie?: string;
  readonly key?: string;
  /** An agent's credential. */
  readonly token?: string;
  /** Default: the console's own; null: none. */
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface TestWorkspace {
  readonly workspace: Workspace;
  readonly dataDir: string;
  get(path: string, asking?: Asking): Promise<Answer>;
  post(path: string, body: unknown, asking?: Asking): Promise<Answer>;
  send(request: Request, address?: string | null): Promise<Answer>;
  ownerSecret(): string;
  /** Asks to become the owner with such a secret, as a person of this name. */
  claim(name: string, secret: string): Promise<Answer>;
  /** Makes the owner, and signs in. */
  owner(): Promise<Person>;
  invited(by: Person, role: 'owner' | 'admin' | 'member', name: string): Promise<Person>;
  signIn(email: string): Promise<string>;
  /** Moves the clock of links and limits on, and runs the timers that are due. */
  advance(ms: number): void;
  dispose(): Promise<void>;
}

export interface Person {
  readonly cookie: string;
  readonly orgId: string;
  readonly userId: string;
  readonly email: string;
}

export const PASSWORD = 'correct horse battery';
/** The server's own takes a tenth of a second for each password, and most tests have several people. */
const PASSWORD_COST = 16;

export interface TestOptions {
  readonly approval?: 'auto' | 'manual';
  readonly organizationsBy?: 'admin' | 'anyone';
  /** Default: none. */
  readonly mcpOrigins?: readonly string[];
  readonly smtpUrl?: string;
  readonly mailTracking?: boolean;
  readonly mailBounces?: string;
  readonly dataDir?: string;
  readonly masterKey?: string;
  readonly log?: OpenSettings['log'];
  readonly onWrongKey?: OpenSettings['onWrongKey'];
  /** How far ahead the clock is from the start on, in milliseconds. */
  readonly ahead?: number;
  /** Default: there are no folders. */
  readonly inboxes?: Partial<Inboxes>;
  readonly served?: Partial<InboxPort>;
  readonly previewUrl?: string | null;
  readonly network?: Network;
  /** Default: sources are stored, and nothing reads them. */
  readonly knowledge?: KnowledgeParts;
  /** Default: there is no model, and each question fails. */
  readonly answering?: Answering;
  /** Default: none was asked. */
  readonly pastQuestions?: PastQuestions;
}

const NO_ANSWERS: Answering = { models: [], ask: async () => ({ ok: false, problem: 'failed' }) };

const NO_INBOXES: Inboxes = {
  list: () => [],
  facts: () => Promise.reject(new Error('There is no such inbox.')),
  openConversations: async () => 0,
  settings: () => null,
};

/** A server alone, which serves no one. */
const NO_SERVER: InboxPort = { apply: () => undefined, announce: () => undefined, onAnnounced: () => undefined };

const never = (): Promise<never> => new Promise(() => undefined);
/** Sources are stored, and wait to be read for as long as the workspace is open. */
export const unreadKnowledge: KnowledgeParts = {
  reader: {
    visit: () => ({
      begin: async (signal) => {
        signal.throwIfAborted();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      read: never,
      linksIn: never,
    }),
    readDocument: async () => ({ ok: false, problem: 'Nothing is read in this test.' }),
    close: async () => undefined,
  },
  search: async () => [],
  onChanged: () => undefined,
  folderFiles: async () => [],
  gaps: async () => [],
  dismissGap: async () => false,
};

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'service-workspace-'));

/** A folder as the first start leaves it. Made once in a process and then copied: making the tables takes a fifth of a second. */
let newDataDir: Promise<string> | null = null;

async function copyOfNewDataDir(): Promise<string> {
  newDataDir ??= (async () => {
    const dataDir = newFolder();
    await (await openTestWorkspace(null, { dataDir })).dispose();
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  })();
  const dataDir = newFolder();
  cpSync(await newDataDir, dataDir, { recursive: true });
  return dataDir;
}

export async function openTestWorkspace(databaseUrl: string | null, over: TestOptions = {}): Promise<TestWorkspace> {
  const canCopy = databaseUrl === null && over.masterKey === undefined;
  const dataDir = over.dataDir ?? (canCopy ? await copyOfNewDataDir() : newFolder());
  let ahead = over.ahead ?? 0;
  const now = (): number => Date.now() + ahead;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const workspace = await openWorkspace({
    dataDir,
    databaseUrl,
    masterKey: over.masterKey ?? null,
    smtpUrl: over.smtpUrl ?? null,
    mailFrom: 'chat@example.com',
    mailBounces: over.mailBounces ?? null,
    mailTracking: over.mailTracking ?? false,
    publicUrl: ORIGIN,
    approval: over.approval ?? 'auto',
    organizationsBy: over.organizationsBy ?? 'admin',
    mcpOrigins: over.mcpOrigins ?? [],
    now,
    after(ms, run) {
      const timer = { at: now() + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    inboxes: { ...NO_INBOXES, ...over.inboxes },
    served: { ...NO_SERVER, ...over.served },
    chatUrl: 'https://chat.example.com',
    previewUrl: over.previewUrl ?? null,
    ...(over.network && { network: over.network }),
    knowledge: over.knowledge ?? unreadKnowledge,
    answering: over.answering ?? NO_ANSWERS,
    pastQuestions: over.pastQuestions ?? {
      read: async () => ({ questions: [], cursor: null }),
      erased: async () => [],
    },
    canStore: async () => true,
    log: over.log ?? (() => undefined),
    onWrongKey: over.onWrongKey ?? (() => undefined),
    onBroken: () => undefined,
    passwordCost: PASSWORD_COST,
  });
  const send = async (request: Request, address: string | null = null): Promise<Answer> => {
    const response = await workspace.routes(request, address === null ? null : { address, group: address });
    if (!response) return { status: 0, body: null, headers: new Headers() };
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers };
  };
  const headersOf = ({ cookie, key, token, headers }: Asking): Record<string, string> => ({
    ...(cookie && { cookie }),
    ...(key && { 'x-api-key': key }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  });
  const get: TestWorkspace['get'] = (path, asking = {}) =>
    send(new Request(`${ORIGIN}${path}`, { headers: headersOf(asking) }), asking.address ?? null);
  const post: TestWorkspace['post'] = (path, body, asking = {}) => {
    const origin = asking.origin === undefined ? ORIGIN : asking.origin;
    const headers = { 'content-type': 'application/json', ...(origin && { origin }), ...headersOf(asking) };
    const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return send(request, asking.address ?? null);
  };
  const signIn = async (email: string): Promise<string> => {
    const { status, headers, body } = await post('/api/auth/sign-in/email', { email, password: PASSWORD });
    if (status !== 200) throw new Error(`Signing in as ${email}: ${status} ${JSON.stringify(body)}`);
    return headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  };
  const claim: TestWorkspace['claim'] = (name, secret) =>
    post('/api/rpc/accounts/createOwner', {
      secret,
      name,
      email: `${name.toLowerCase()}@example.com`,
      password: PASSWORD,
      organization: 'Havn & Hei',
    });
  const ownerSecret = (): string =>
    readFileSync(join(dataDir, OWNER_LINK_FILE), 'utf8').trim().split('#owner=')[1] as string;
  return {
    workspace,
    dataDir,
    get,
    post,
    send,
    ownerSecret,
    claim,
    signIn,
    async owner() {
      const email = 'ada@example.com';
      const made = await claim('Ada', ownerSecret());
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      return { ...made.body, email, cookie: await signIn(email) };
    },
    async invited(by, role, name) {
      const email = `${name.toLowerCase()}@example.com`;
      const invitation = await post('/api/rpc/members/invite', { orgId: by.orgId, email, role }, by);
      const secret = invitation.body.link?.split('#invitation=')[1];
      const made = await post('/api/rpc/accounts/acceptInvitation', { secret, name, password: PASSWORD });
      if (made.status !== 200) throw new Error(JSON.stringify([invitation.body, made.body]));
      return { ...made.body, email, cookie: await signIn(email) };
    },
    advance(ms) {
      ahead += ms;
      for (const timer of timers) {
        if (timer.at > now()) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    async dispose() {
      await workspace.close();
      if (!over.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
