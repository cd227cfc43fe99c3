/** Search with embeddings, from a local server with the real protocol that fails and recovers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../../../realtime-server/dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../../realtime-server/dist/store/store.js';
import { askedOf, inboxesOf } from '../../../../realtime-server/test/support/serve.js';
import { type Knowledge, openKnowledge } from '../../../dist/knowledge/open-knowledge.js';

interface Asked {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | undefined;
}
/** The dimensions of the vectors: 1 when a text matches. */
const MEANINGS = [/tent|camp|sleep outdoors/i, /boat|paddl|river/i];

let folder: string;
let server: Server;
let asked: Asked[];
let behaviour: 'well' | 'error' | 'nonsense' | 'short';
let warnings: { readonly message: string; readonly problem?: string }[];
let store: OpenStore;
let knowledge: Knowledge;
let now: number;

const knowledgeHere = (): Knowledge => {
  const { port } = server.address() as AddressInfo;
  return openKnowledge({
    inboxes: { ...inboxesOf({ id: 'demo' }), knowledgeFolder: () => join(folder, 'demo/knowledge') },
    store: store.knowledge,
    log: { info: () => undefined, warn: (fields, message) => void warnings.push({ ...fields, message }) },
    embedding: { model: 'tiny', baseUrl: `http://127.0.0.1:${port}/v1/`, apiKey: 'sk-test' },
    now: () => now,
  });
};
const open = async (): Promise<void> => {
  store = await openSqliteStore(join(folder, 'data'));
  knowledge = knowledgeHere();
  await knowledge.library.readAll();
  await knowledge.meanings?.prepare('demo');
};
const close = async (): Promise<void> => {
  await knowledge.close();
  await store.close();
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-meanings-'));
  mkdirSync(join(folder, 'demo/knowledge'), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'demo/knowledge', name), text);
  write('tents.md', '---\ntitle: Tents\n---\nOur tents keep two people dry at night.\n');
  write('boats.md', '---\ntitle: Boats\n---\nOur boats carry two people at night.\n');
  [asked, warnings, behaviour, now] = [[], [], 'well', 0];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    asked.push({ model, input, authorization: request.headers.authorization });
    if (request.url !== '/v1/embeddings' || behaviour === 'error') return void response.writeHead(503).end('sk-test');
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [...MEANINGS.map((meaning) => (meaning.test(text) ? 1 : 0)), 0.1],
    }));
    const given = behaviour === 'short' ? data.slice(1) : data.reverse();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(behaviour === 'nonsense' ? '<html>' : JSON.stringify({ object: 'list', model, data: given }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await open();
});
afterEach(async () => {
  await close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
const best = async (question: string, of = knowledge) => {
  const { outcome, citations } = await of.searcher.answer(askedOf(question));
  return `${outcome} ${citations[0]?.documentId ?? 'nothing'}`;
};

describe('embeddings', () => {
  it('decide between passages that match equally by words', async () => {
    expect(await best('two people at night who camp')).toMatch(/tents$/);
    expect(await best('two people at night who paddle')).toMatch(/boats$/);
  });

  it('never lead to an answer without a matching word, only to a title', async () => {
    expect(await best('how do I sleep outdoors')).toBe('near tents');
  });

  it('of passages are requested once, with the model and the key, and survive a restart', async () => {
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ model: 'tiny', authorization: 'Bearer sk-test' });
    expect(asked[0]?.input).toHaveLength(2);
    await close();
    asked = [];
    await open();
    expect(asked).toEqual([]);
    now += 10_000;
    writeFileSync(join(folder, 'demo/knowledge/boats.md'), '---\ntitle: Boats\n---\nOur boats are red.\n');
    // A refresh does not wait for a slow machine.
    await vi.waitFor(
      async () => {
        await knowledge.library.refresh('demo');
        await knowledge.meanings?.prepare('demo');
        expect(asked.map(({ input }) => input)).toEqual([['Boats\nOur boats are red.']]);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('that another node has requested are found here too, also when only a part was there before', async () => {
    const other = knowledgeHere();
    now += 10_000;
    writeFileSync(
      join(folder, 'demo/knowledge/boats.md'),
      '---\ntitle: Boats\n---\nOur boats bring two people at night.\n',
    );
    behaviour = 'error';
    await knowledge.library.refresh('demo');
    await knowledge.meanings?.prepare('demo');
    await best('two people at night who paddle', other);
    behaviour = 'well';
    now += 60_000;
    await knowledge.meanings?.prepare('demo');
    expect(await best('two people at night who paddle', other)).toMatch(/boats$/);
    expect(await best('two people at night who camp', other)).toMatch(/tents$/);
    await other.close();
  });

  it.each([
    ['is down', 'error'],
    ['answers nonsense', 'nonsense'],
    ['forgets some', 'short'],
  ] as const)(
    'are not used while their server %s: words decide, and there is one warning without the key',
    async (_, how) => {
      behaviour = how;
      warnings = [];
      expect(await best('what keeps two people dry')).toBe('answered tents');
      expect(await best('what keeps two people dry at night')).toBe('answered tents');
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.message).toContain('by their words alone');
      expect(JSON.stringify(warnings)).not.toContain('sk-test');
      behaviour = 'well';
      now += 60_000;
      asked = [];
      await best('what keeps two people dry');
      expect(asked).toHaveLength(1);
    },
  );
});
