/** A workspace whose sources are really read, stored and searched, beside the server's own store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSourceReader, isOfSource, openKnowledge, READING_RULES, verdict } from '@service/answering';
import type { Network } from '@service/realtime-server/outgoing';
import { openSqliteStore } from '../../../realtime-server/dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../realtime-server/dist/store/store.js';
import type { Inboxes, Workspace } from '../../dist/index.js';
import {
  type Answer,
  openTestWorkspace,
  type Person,
  type TestOptions,
  type TestWorkspace,
} from './open-test-workspace.js';

export interface KnowledgeWorkspace extends TestWorkspace {
  readonly store: OpenStore;
  readonly person: Person;
  /** An AI agent, whose draft has what is added to it. */
  readonly agentId: string;
  call(procedure: string, body: object, by?: Person): Promise<Answer>;
  read(procedure: string, query?: Readonly<Record<string, string>>, by?: Person): Promise<Answer>;
  /** Resolves with the source once it was read to its end. */
  settled(sourceId: string): Promise<Source>;
  /** What a visitor is answered: of an inbox, or of the draft of an AI agent. */
  ask(base: string, text: string): Promise<{ readonly text: string; readonly outcome: string }>;
  dispose(): Promise<void>;
}

export interface Source {
  readonly sourceId: string;
  readonly type: string;
  readonly state: string;
  readonly problem: string | null;
  readonly pages: {
    readonly waiting: number;
    readonly read: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly hasMore: boolean;
  readonly passages: number;
  readonly version: number;
}

export interface KnowledgeOptions extends TestOptions {
  readonly network?: Network;
  /** The owner, where the data folder has one. Default: one is made. */
  readonly person?: Person;
  /** Between two requests. Default: none. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const NO_FOLDERS: Partial<Inboxes> = {
  list: () => [],
  facts: () => Promise.reject(new Error('There is no such inbox.')),
};

const NONE = { get: () => null, list: () => [] };

export async function openKnowledgeWorkspace(
  databaseUrl: string | null,
  { network, pause, ...over }: KnowledgeOptions = {},
): Promise<KnowledgeWorkspace> {
  const folder = mkdtempSync(join(tmpdir(), 'service-knowledge-'));
  const store = await openSqliteStore(folder);
  const log = { warn: () => undefined, info: () => undefined };
  let workspace: Workspace | null = null;
  const files = { most: 5_000, owns: isOfSource, list: (base: string) => listed(base) };
  const listed = async (base: string) => (await workspace?.sourceFiles(READING_RULES).list(base)) ?? null;
  let at = Date.now();
  const knowledge = openKnowledge({
    inboxes: {
      ...NONE,
      all: NONE,
      keyRing: () => null,
      folder: () => folder,
      knowledgeFolder: () => join(folder, 'none'),
      close: () => undefined,
    },
    store: store.knowledge,
    sources: files,
    log,
    embedding: null,
    // Each look is long enough after the one before.
    now: () => (at += 2_000),
  });
  const reader = createSourceReader(
    { now: () => performance.now(), pause: pause ?? (async (_ms, signal) => signal.throwIfAborted()) },
    network,
  );
  const w = await openTestWorkspace(databaseUrl, {
    inboxes: NO_FOLDERS,
    ...over,
    knowledge: {
      reader,
      async search(base, text) {
        const passages = await knowledge.source.search({ inbox: base, text, before: [], limit: 10 });
        return passages.map(({ id: _id, ...passage }) => ({ ...passage, verdict: verdict(passage.coverage) }));
      },
      onChanged: (base) => void knowledge.library.refresh(base),
      folderFiles: async (inboxId) => (await store.knowledge.files(inboxId)).filter(({ file }) => !isOfSource(file)),
      gaps: (inboxId, limit) => store.knowledge.unanswered(inboxId, limit),
      dismissGap: (inboxId, key) => store.knowledge.removeUnanswered(inboxId, key),
    },
  });
  workspace = w.workspace;
  const person = over.person ?? (await w.owner());
  const { orgId } = person;
  const agentId = await agentOf(w, person);
  const read: KnowledgeWorkspace['read'] = (procedure, query = {}, by = person) =>
    w.get(`/api/rpc/knowledge/${procedure}?${new URLSearchParams({ orgId: by.orgId, ...query })}`, by);
  return {
    ...w,
    ...{ store, person, agentId, read },
    call: (procedure, body, by = person) => w.post(`/api/rpc/knowledge/${procedure}`, { orgId: by.orgId, ...body }, by),
    async settled(sourceId) {
      const until = Date.now() + 60_000;
      for (;;) {
        const { status, body } = await w.get(`/api/rpc/knowledge/get?orgId=${orgId}&sourceId=${sourceId}`, person);
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        if (!['pending', 'reading'].includes(body.source.state)) return body.source as Source;
        if (Date.now() > until)
          throw new Error(`It is still ${body.source.state}: ${JSON.stringify(body.source.pages)}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async ask(named, text) {
      const base = named === agentId ? `${named}.draft` : named;
      await knowledge.library.refresh(base);
      const asked = { inbox: base, text, before: [], locale: 'en', business: 'Havn & Hei', people: true };
      return knowledge.searcher.answer(asked);
    },
    async dispose() {
      await w.dispose();
      await reader.close();
      await knowledge.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function agentOf(w: TestWorkspace, person: Person): Promise<string> {
  const { orgId } = person;
  const listed = await w.get(`/api/rpc/aiAgents/list?orgId=${orgId}`, person);
  const [first] = listed.body.items;
  if (first) return first.aiAgentId;
  return (await w.post('/api/rpc/aiAgents/create', { orgId, name: 'Assistant' }, person)).body.aiAgentId;
}
