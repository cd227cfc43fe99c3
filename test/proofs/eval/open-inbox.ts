/** Opens the knowledge of an inbox's folder on an empty store, in the same way as the server. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Answer } from '../../../packages/answering/dist/knowledge/answer/whole-answer.js';
import { factsOf } from '../../../packages/answering/dist/knowledge/knowledge-answerer.js';
import type { EmbedderSettings } from '../../../packages/answering/dist/knowledge/meaning/embedder.js';
import { openKnowledge } from '../../../packages/answering/dist/knowledge/open-knowledge.js';
import type { Findings } from '../../../packages/answering/dist/knowledge/search/knowledge-base.js';
import type { LogEvent } from '../../../packages/protocol/dist/index.js';
import { inboxFileSchema } from '../../../packages/protocol/dist/schema/index.js';
import { earlierQuestions } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { InboxDirectory, InboxSettings } from '../../../packages/realtime-server/dist/inbox/inbox.js';
import { openPostgresStore } from '../../../packages/realtime-server/dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../../packages/realtime-server/dist/store/sqlite/sqlite-store.js';
import { ROOT } from '../../support/runs/repository.js';

export const SHOP = resolve(ROOT, 'demo/inboxes/demo');

export interface OpenInbox {
  readonly problems: readonly object[];
  readonly files: readonly { readonly file: string; readonly passages: number; readonly language: string }[];
  /** How long reading everything took, in milliseconds. */
  readonly readIn: number;
  ask(question: string, history?: readonly LogEvent[], people?: boolean): Promise<Answer>;
  /** What is found and why. */
  explain(question: string): Promise<Findings>;
  close(): Promise<void>;
}

export interface InboxOptions {
  /** PostgreSQL in place of SQLite. */
  readonly databaseUrl?: string;
  readonly embedding?: EmbedderSettings;
}

/** `folder`: an inbox, with `knowledge` in it and perhaps `inbox.json`; or a folder of articles. */
export async function openInbox(folder: string, { databaseUrl, embedding }: InboxOptions = {}): Promise<OpenInbox> {
  const data = mkdtempSync(join(tmpdir(), 'service-eval-'));
  const store = databaseUrl === undefined ? await openSqliteStore(data) : await openPostgresStore(databaseUrl);
  const file = join(folder, 'inbox.json');
  const written = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { name: 'Inbox', allowedOrigins: ['http://localhost'] };
  const settings: InboxSettings = {
    id: 'demo',
    managedBy: 'file',
    state: 'live',
    knowledgeBase: 'demo',
    aiAgent: null,
    ...inboxFileSchema.parse(written),
  };
  const lookup = { get: (id: string) => (id === 'demo' ? settings : null), list: () => [settings] };
  const knowledgeFolder = existsSync(join(folder, 'knowledge')) ? join(folder, 'knowledge') : folder;
  const inboxes: InboxDirectory = {
    ...lookup,
    all: lookup,
    keyRing: () => null,
    folder: () => folder,
    knowledgeFolder: () => knowledgeFolder,
    close: () => undefined,
  };
  const problems: object[] = [];
  const log = { warn: (fields: object) => void problems.push(fields), info: () => undefined };
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, log, embedding: embedding ?? null });
  const begun = performance.now();
  await knowledge.library.readAll();
  const readIn = performance.now() - begun;
  await knowledge.meanings?.prepare('demo');
  return {
    problems,
    readIn,
    files: await store.knowledge.files('demo'),
    ask: (text, history = [], people = true) =>
      knowledge.searcher.answer({
        inbox: 'demo',
        text,
        before: earlierQuestions({ history }),
        locale: null,
        business: settings.name,
        people,
        facts: factsOf(settings),
      }),
    explain: (text) => knowledge.searcher.explain({ inbox: 'demo', text, before: [] }),
    async close() {
      await knowledge.close();
      await store.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export const openShop = (options: InboxOptions = {}): Promise<OpenInbox> => openInbox(SHOP, options);
