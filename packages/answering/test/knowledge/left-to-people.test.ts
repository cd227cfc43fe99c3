/**
 * Questions that a shop leaves to people: they are listed in a file that is no article, and never shown. One that is asked in about these
 * words goes to people, however near an article is.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../realtime-server/dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../../realtime-server/dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../realtime-server/dist/store/store.js';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';
import { askedOf, inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { type Knowledge, openKnowledge } from '../../dist/knowledge/open-knowledge.js';
import { readArticle } from '../../dist/knowledge/reading/read-article.js';

const read = (text: string, about = '', name = 'left.md') => readArticle(name, new TextEncoder().encode(text), about);

describe('a file whose questions are left to people', () => {
  it('lists them as items anywhere in it; the rest is a note', async () => {
    const source =
      '---\nleft-to: people\n---\nAsk Kim before adding. Really?\n\n- how heavy is a canoe\n- how heavy is a canoe\n\n## Tents\n\n* can a tent fly\n';
    expect(await read(source)).toMatchObject({
      passages: [{ heading: '', pieces: [], questions: ['how heavy is a canoe', 'can a tent fly'] }],
      problems: [],
    });
    expect(await read('left-to: people\nquestions:\n- can a tent fly\n\nA note.\n', '', 'left.txt')).toMatchObject({
      passages: [{ pieces: [], questions: ['can a tent fly'] }],
    });
    expect(await read('- können Zelte eigentlich auch fliegen und wie weit\n', 'left-to: people\n')).toMatchObject({
      language: 'de',
      passages: [{ pieces: [] }],
    });
  });

  it('reports items that are no questions, and is not read when no question is left', async () => {
    const { passages, problems } = await read(
      `---\nleft-to: people\n---\n- ?!\n- ${'long '.repeat(50)}\n- can a tent fly\n`,
    );
    expect(passages[0]?.questions).toEqual(['can a tent fly']);
    expect(problems).toEqual([
      expect.stringContaining('"?!" for people, without a word in it'),
      expect.stringContaining('for people, of 249 letters'),
    ]);
    await expect(read('---\nleft-to: people\n---\nNothing yet.\n')).rejects.toThrow(
      'each on a line that begins with "- "',
    );
  });

  it('is an article when `left-to` has another value', async () => {
    const { passages } = await read('---\nleft-to: machines\n---\n- can a tent fly\n');
    expect(passages[0]?.pieces).toHaveLength(1);
  });
});

const THINGS = 'tent canoe stove kayak rope lantern saw kettle compass tarp paddle sleeping-bag'.split(' ');
const SIZES = 'small large red old broken wet new cheap heavy spare'.split(' ');
const each = (ask: (thing: string, size: string) => string): string =>
  THINGS.flatMap((thing) => SIZES.map((size) => `- ${ask(thing, size)}`)).join('\n');
const section = (heading: string, text: string, asks: readonly ((thing: string, size: string) => string)[]): string =>
  asks
    .flatMap((ask) => {
      const lines = each(ask).split('\n');
      return [0, 1, 2].map(
        (part) =>
          `## ${heading} ${part + 1}\n\n<!-- questions:\n${lines.slice(part * 40, part * 40 + 40).join('\n')}\n-->\n\n${text}\n`,
      );
    })
    .join('\n');
const HIRE = `---\ntitle: Hiring our gear\n---\nHire gear by the day.\n\n${section(
  'Hire',
  'Gear is hired by the day.',
  [
    (thing, size) => `can I borrow a ${size} ${thing} for a day`,
    (thing, size) => `lend me the ${size} ${thing}`,
    (thing, size) => `rent of a ${size} ${thing}`,
  ],
)}`;
const MEND = `---\ntitle: Mending gear\n---\nOur workshop mends gear.\n\n${section('Mend', 'The workshop mends gear.', [
  (thing, size) => `my ${size} ${thing} has a hole, help`,
  (thing, size) => `fix the ${size} ${thing} for me`,
])}`;
const LEFT = `---\ntitle: Gear for people\nleft-to: people\n---\n${each((thing, size) => `hire out my golden ${size} ${thing} by the day`)}\n`;

interface Opened {
  readonly knowledge: Knowledge;
  readonly store: OpenStore;
  readonly warnings: readonly object[];
}

const opened: Opened[] = [];
const folders: string[] = [];
let postgres: Postgres;

async function open(files: Readonly<Record<string, string>>, databaseUrl?: string): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'service-left-'));
  folders.push(folder);
  mkdirSync(join(folder, 'knowledge'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'knowledge', name), text);
  const store = databaseUrl ? await openPostgresStore(databaseUrl) : await openSqliteStore(join(folder, 'data'));
  const warnings: object[] = [];
  const knowledge = openKnowledge({
    inboxes: { ...inboxesOf({ id: 'demo' }), knowledgeFolder: () => join(folder, 'knowledge') },
    store: store.knowledge,
    log: { info: () => undefined, warn: (fields) => void warnings.push(fields) },
    embedding: null,
  });
  await knowledge.library.readAll();
  const all = { knowledge, store, warnings };
  opened.push(all);
  return all;
}
const ask = ({ knowledge }: Opened, text: string) => knowledge.searcher.answer(askedOf(text, { people: true }));

describe('a shop that leaves questions to people', () => {
  let shop: Opened;
  let without: Opened;
  beforeAll(async () => {
    postgres = await Postgres.start();
    shop = await open({ 'hire.md': HIRE, 'mend.md': MEND, 'left.md': LEFT });
    without = await open({ 'hire.md': HIRE, 'mend.md': MEND });
  });
  afterAll(async () => {
    for (const { knowledge, store } of opened) {
      await knowledge.close();
      await store.close();
    }
    for (const folder of folders) rmSync(folder, { recursive: true });
    await postgres.dispose();
  });

  it('refuses a question that is left to people and offers a person, and answers it while it is not', async () => {
    const question = 'hire out gear to my friends by the day';
    expect(await ask(without, question)).toMatchObject({ outcome: 'answered' });
    expect(await ask(shop, question)).toMatchObject({
      offerPerson: true,
      outcome: expect.not.stringMatching('answered'),
    });
  });

  it('answers questions about an article as before', async () => {
    expect(await ask(shop, 'who mends gear')).toMatchObject({
      outcome: 'answered',
      citations: [{ documentId: 'mend' }],
    });
  });

  it('never shows or cites the file, not to a model either', async () => {
    for (const question of ['gear for people', 'hire out my golden red tent by the day']) {
      expect(JSON.stringify(await ask(shop, question))).not.toMatch(/golden|for people/i);
      const passages = await shop.knowledge.source.search({ inbox: 'demo', text: question, before: [], limit: 50 });
      expect(passages.map(({ documentId }) => documentId)).not.toContain('left');
    }
  });

  it('reports their number in the inbox API', async () => {
    expect(shop.warnings).toEqual([]);
    expect((await shop.store.knowledge.files('demo')).find(({ file }) => file === 'left.md')).toMatchObject({
      questions: THINGS.length * SIZES.length,
      problem: null,
    });
  });

  it('answers the same from both stores', async () => {
    const shared = await open({ 'hire.md': HIRE, 'mend.md': MEND, 'left.md': LEFT }, await postgres.newDatabase());
    for (const question of [
      'hire out gear to my friends by the day',
      'who mends gear',
      'fix my tent',
      'borrow a canoe',
    ])
      expect(await ask(shared, question), question).toEqual(await ask(shop, question));
  });
});
