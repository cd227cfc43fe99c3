/** Opens the demo shop's knowledge on an empty store, in the same way as the server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Answer } from '../../../packages/answering/dist/knowledge/answer/whole-answer.js';
import type { EmbedderSettings } from '../../../packages/answering/dist/knowledge/meaning/embedder.js';
import { openKnowledge } from '../../../packages/answering/dist/knowledge/open-knowledge.js';
import type { LogEvent } from '../../../packages/protocol/dist/index.js';
import { inboxFileSchema } from '../../../packages/protocol/dist/schema/index.js';
import { earlierQuestions } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { InboxDirectory } from '../../../packages/realtime-server/dist/inbox/inbox.js';
import { openPostgresStore } from '../../../packages/realtime-server/dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../../packages/realtime-server/dist/store/sqlite/sqlite-store.js';
import { ROOT } from '../../support/runs/repository.js';

export const SHOP = resolve(ROOT, 'demo/inboxes/demo');

export interface Shop {
  readonly problems: readonly object[];
  readonly files: readonly { readonly file: string; readonly passages: number; readonly language: string }[];
  /** How long reading everything took, in milliseconds. */
  readonly readIn: number;
  ask(question: string, history?: readonly LogEvent[], people?: boolean): Promise<Answer>;
  close(): Promise<void>;
}

/** On SQLite, or on PostgreSQL at `databaseUrl`. */
export async function openShop(
  databaseUrl: string | null = null,
  embedding: EmbedderSettings | null = null,
): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'service-eval-'));
  const store = databaseUrl === null ? await openSqliteStore(folder) : await openPostgresStore(databaseUrl);
  const settings = { id: 'demo', ...inboxFileSchema.parse(JSON.parse(readFileSync(join(SHOP, 'inbox.json'), 'utf8'))) };
  const inboxes: InboxDirectory = {
    get: (id) => (id === 'demo' ? settings : null),
    list: () => [settings],
    folder: () => '',
    knowledgeFolder: () => join(SHOP, 'knowledge'),
    close: () => undefined,
  };
  const problems: object[] = [];
  const log = { warn: (fields: object) => void problems.push(fields), info: () => undefined };
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, log, embedding });
  const begun = performance.now();
  await knowledge.library.readAll();
  const readIn = performance.now() - begun;
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
      }),
    async close() {
      await knowledge.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
