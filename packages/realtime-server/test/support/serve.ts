/** A server for tests: the real store, log and gateway on a free port, with an answerer that the test scripts. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboxFileSchema } from '@service/protocol/schema';
import type { AnswerRequest } from '../../../answering/dist/knowledge/answer/whole-answer.js';
import { messagesFor } from '../../../answering/dist/messages/messages.js';
import { localBus } from '../../dist/bus/local.js';
import type { Answerer, AnswerPiece, Question } from '../../dist/conversation/answering/answerer.js';
import type { ClientToolCalls } from '../../dist/conversation/answering/client-tool-calls.js';
import { tokenHash } from '../../dist/conversation/ids.js';
import type { AppendEvent } from '../../dist/conversation/log/append.js';
import type { ContactBlocks } from '../../dist/conversation/sessions/contact-blocks.js';
import { attachGateway } from '../../dist/gateway/gateway.js';
import { createIdentityVerifier } from '../../dist/identity/identity-verifier.js';
import { openKeyFiles } from '../../dist/identity/key-files.js';
import { folderInbox, type InboxDirectory, type InboxSettings } from '../../dist/inbox/inbox.js';
import { createNode } from '../../dist/node.js';
import { systemClock } from '../../dist/runtime/clock.js';
import type { DiskRoom } from '../../dist/runtime/disk-space.js';
import type { LoadLevel } from '../../dist/runtime/load-shedding.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore, Session, Store } from '../../dist/store/store.js';
import { type AuditRow, readToolAudit } from '../../dist/tools/audit.js';
import { SOCKET_LIMITS } from '../../src/runtime/limits.js';

export interface TestServer {
  readonly port: number;
  /** Where it keeps what it keeps. */
  readonly folder: string;
  /** What the server would have logged as a warning. */
  readonly failures: unknown[];
  /** Pretends that the server has so much to do. */
  overload(level: LoadLevel): void;
  /** Pretends that the store's disk has so much room. */
  disk(room: DiskRoom): void;
  /** Lets so much time pass on the server's clock; timers go by real time. */
  pass(ms: number): void;
  /** Appends as any author, past the door: what a person at the desk or a long history would have brought. */
  readonly append: AppendEvent;
  /** What is stored of a session. */
  session(token: string): Promise<Session | null>;
  /** What it keeps. */
  readonly store: OpenStore;
  /** The calls of a conversation, as the desk is shown them. */
  audit(conversation: string): Promise<readonly AuditRow[]>;
  /** What is stored of who a contact is and where. */
  visitorFacts: Store['visitorFacts'];
  /** Puts an identified visitor out. */
  endSessionsOf(inbox: string, subject: string): Promise<number>;
  readonly blocks: ContactBlocks;
  /** Stops and starts again on the same data. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

/** Opens the store of a server that may keep files in this folder; what else it keeps may be elsewhere. */
export type OpenStoreIn = (folder: string) => Promise<OpenStore>;

type Script = (question: Question, signal: AbortSignal, tools: ClientToolCalls) => AsyncIterable<AnswerPiece>;

export const DONE: AnswerPiece = { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };

/** A question as the log would bring it, for an answerer that is asked without a server. */
export const questionOf = (text: string, over: Partial<Question> = {}): Question => ({
  inbox: 'demo',
  conversation: 'cnv_000000000000000001',
  contact: 'ctc_000000000000000001',
  text,
  history: [],
  job: { run: 'run_000000000000000001', attempt: 1, checkpoint: null, saveCheckpoint: async () => true },
  ...over,
});

/** The same for the articles alone. */
export const askedOf = (text: string, over: Partial<AnswerRequest> = {}): AnswerRequest => ({
  inbox: 'demo',
  text,
  before: [],
  locale: null,
  business: 'Shop',
  people: false,
  ...over,
});

/** Answers every question with "You wrote: …", word by word. */
export const echo: Script = async function* ({ text }) {
  for (const word of ['You', ' wrote:', ` ${text}`]) yield { kind: 'text', text: word };
  yield DONE;
};

export function inboxesOf(
  ...list: readonly { readonly id: string; readonly [field: string]: unknown }[]
): InboxDirectory {
  const settings = list.map(
    ({ id, ...file }): InboxSettings =>
      folderInbox(id, inboxFileSchema.parse({ name: 'Shop', allowedOrigins: ['http://shop.test'], ...file })),
  );
  const lookup = { get: (id: string) => settings.find((each) => each.id === id) ?? null, list: () => settings };
  return {
    ...lookup,
    all: lookup,
    keyRing: () => null,
    folder: () => '',
    knowledgeFolder: () => '',
    close: () => undefined,
  };
}

/**
 * `proxies`: how many of its own the server believes to stand before it, so that a test can say who comes from where.
 * `keys`: the environment in which identity keys are looked for.
 */
export function serve(
  script: Script = echo,
  inboxes = inboxesOf({ id: 'demo' }),
  proxies = 0,
  keys: Readonly<Record<string, string | undefined>> = {},
  openStore: OpenStoreIn = openSqliteStore,
): Promise<TestServer> {
  return serveAnswerer(
    (_store, tools) => ({
      authorName: () => 'Assistant',
      answer: (question, signal) => script(question, signal, tools),
    }),
    inboxes,
    proxies,
    keys,
    openStore,
  );
}

/** The same with an answerer that keeps something in the store. */
export async function serveAnswerer(
  answererOn: (store: Store, tools: ClientToolCalls) => Answerer,
  inboxes: InboxDirectory,
  proxies = 0,
  keys: Readonly<Record<string, string | undefined>> = {},
  openStore: OpenStoreIn = openSqliteStore,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const failures: unknown[] = [];
  let load: LoadLevel = 0;
  let room: DiskRoom = 'enough';
  let ahead = 0;
  const start = async (port: number) => {
    const store = await openStore(folder);
    const bus = localBus();
    const node = createNode({
      store,
      bus,
      inboxes,
      identities: createIdentityVerifier(inboxes, openKeyFiles(keys, { warn: () => undefined })),
      answerer: (tools) => answererOn(store, tools),
      failureText: (asked) => messagesFor(asked).failed,
      clock: { ...systemClock, now: () => Date.now() + ahead },
      random: (count) => randomBytes(count),
      fraction: Math.random,
      load: () => load,
      diskRoom: () => room,
      deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs,
      log: { warn: (fields, message) => void failures.push({ ...fields, message }), debug: () => undefined },
      proxied: proxies > 0,
    });
    const http = createServer();
    const gateway = attachGateway(http, node.connection, (request) => `http://${request.headers.host}`, proxies);
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
    node.start();
    return {
      append: node.append,
      session: (token: string) => store.findSession(tokenHash(token)),
      store,
      audit: (conversation: string) => readToolAudit(store, conversation),
      endSessionsOf: node.endSessionsOf,
      blocks: node.blocks,
      visitorFacts: store.visitorFacts,
      port: (http.address() as AddressInfo).port,
      async stop() {
        node.leave();
        await gateway.close(false);
        await node.stop();
        await new Promise((resolve) => http.close(resolve));
        await store.close();
      },
    };
  };
  let running = await start(0);
  return {
    port: running.port,
    folder,
    failures,
    overload(level) {
      load = level;
    },
    disk(next) {
      room = next;
    },
    pass(ms) {
      ahead += ms;
    },
    get store() {
      return running.store;
    },
    get blocks() {
      return running.blocks;
    },
    append: (...event) => running.append(...event),
    session: (token) => running.session(token),
    audit: (conversation) => running.audit(conversation),
    visitorFacts: (contact) => running.visitorFacts(contact),
    endSessionsOf: (...of) => running.endSessionsOf(...of),
    async restart() {
      await running.stop();
      running = await start(running.port);
    },
    async dispose() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
