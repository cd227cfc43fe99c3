/**
 * The questions that an article lists beside its text: it is found by them in customers' words, from the first one, and they are never
 * shown.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../../realtime-server/dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../realtime-server/dist/store/store.js';
import { askedOf, inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { type Knowledge, openKnowledge } from '../../dist/knowledge/open-knowledge.js';
import { LONGEST_QUESTION, MOST_QUESTIONS } from '../../dist/knowledge/reading/listed-questions.js';
import { readArticle } from '../../dist/knowledge/reading/read-article.js';

const read = async (file: string, text: string, about = '') => {
  const { passages, problems } = await readArticle(file, new TextEncoder().encode(text), about);
  return {
    questions: passages.map(({ heading, questions }) => [heading, ...questions]),
    text: passages.map(({ pieces }) => pieces.map((piece) => piece.text).join(' ')),
    problems,
  };
};

describe('questions are listed', () => {
  it('in the front matter, for the first passage', async () => {
    const source =
      '---\ntitle: Boats\nquestions:\n  - can I go on the water\n  - "how long is: a canoe"\nurl: https://x.example\n---\nBoats.\n\n## Price\n\nCheap.\n';
    expect(await read('a.md', source)).toMatchObject({
      questions: [['', 'can I go on the water', 'how long is: a canoe'], ['Price']],
      problems: [],
    });
    const bare = 'title: Boats\nquestions:\n- can I go on the water\n\nWe have boats.\n';
    expect(await read('a.txt', bare)).toMatchObject({
      questions: [['', 'can I go on the water']],
      text: ['We have boats.'],
    });
  });

  it('in a comment below a heading of Markdown, for that section; other comments are ignored', async () => {
    const source =
      '# Boats\n\nBoats.\n\n## Price\n<!-- questions:\n- is it expensive\n\n* what do you want for it\n-->\n\nCheap.\n\n' +
      '<!-- ask Kim\nbefore changing this -->\n## Care\n\nDry it.\n<!-- questions: does it rot -->\n\n```\n<!-- questions: code -->\n```\n';
    expect(await read('a.md', source)).toMatchObject({
      questions: [[''], ['Price', 'is it expensive', 'what do you want for it'], ['Care', 'does it rot']],
      text: ['Boats.', 'Cheap.', expect.stringMatching(/^Dry it\..*code/s)],
      problems: [],
    });
  });

  it('in a comment of HTML, also within the heading, and not in skipped parts of the page', async () => {
    const source =
      '<title>Boats</title><body><nav><!-- questions: menu --></nav><main><h1>Boats</h1><!-- questions:\n- go on the water\n--><p>Boats.' +
      '<h2>Price<!-- questions: is it expensive --></h2><p>Cheap.</main>';
    expect(await read('a.html', source)).toMatchObject({
      questions: [
        ['', 'go on the water'],
        ['Price', 'is it expensive'],
      ],
      text: ['Boats.', 'Cheap.'],
    });
  });

  it('in the `.about` file, by heading, for formats without a place for them', async () => {
    const about = 'language: en\nquestions:\n- go on the water\n\n## PRICE\n- is it expensive\n\n## Boats\n- canoe\n';
    expect(await read('a.txt', 'Boats\n\nWe have boats.\n\nPRICE\n\nCheap.\n', about)).toMatchObject({
      questions: [
        ['', 'go on the water', 'canoe'],
        ['PRICE', 'is it expensive'],
      ],
      problems: [],
    });
  });

  it('within limits: unusable ones are reported with advice, and the others are used', async () => {
    const many = Array.from({ length: MOST_QUESTIONS + 1 }, (_, i) => `- question ${i}`).join('\n');
    const source = `# Boats\n\nBoats.\n\n## Price\n<!-- questions:\n- ${'long '.repeat(50)}\n- ?!\n${many}\n-->\nCheap.\n\n## Empty\n<!-- questions: lost -->\n`;
    const { questions, problems } = await read('a.md', source, '## Colour\n- which one\n');
    expect(questions[1]).toHaveLength(MOST_QUESTIONS + 1);
    expect(problems).toEqual([
      expect.stringContaining(`of 249 letters; write it with at most ${LONGEST_QUESTION}`),
      expect.stringContaining('"?!" under "Price", without a word'),
      expect.stringContaining(`lists ${MOST_QUESTIONS + 1} questions under "Price"; the first ${MOST_QUESTIONS} count`),
      expect.stringContaining('for "Colour", which is none of its headings'),
      expect.stringContaining('under "Empty", where no text answers them'),
    ]);
  });
});

let folder: string;
let store: OpenStore;
let knowledge: Knowledge;
let now = 0;
const warnings: object[] = [];
const write = (name: string, text: string): void => writeFileSync(join(folder, 'demo/knowledge', name), text);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-listed-'));
  mkdirSync(join(folder, 'demo/knowledge'), { recursive: true });
  write(
    'loans.md',
    `---
title: Borrowing a tent
questions:
  - can I take one home before paying for it
---
You may borrow a tent for a weekend.

## Deposit
<!-- questions:
- do you want my passport as a pledge
- what do I leave with you
-->

Leave 50 francs at the counter.

## Cleaning
<!-- questions:
- do I have to scrub it myself
- must I hoover the groundsheet
-->

We wash every tent in our laundry.
`,
  );
  write(
    'stoves.md',
    '---\ntitle: Stoves\n---\nOur stoves burn petrol.\n\n## Refilling\n\nRefill the bottle outdoors.\n',
  );
  write(
    'zelte.de.md',
    '---\ntitle: Zelte\n---\nWir verleihen Zelte.\n<!-- questions: muss ich ein Pfand hinterlegen -->\n',
  );
  store = await openSqliteStore(join(folder, 'data'));
  knowledge = openKnowledge({
    inboxes: { ...inboxesOf({ id: 'demo' }), knowledgeFolder: () => join(folder, 'demo/knowledge') },
    store: store.knowledge,
    log: { info: () => undefined, warn: (fields) => void warnings.push(fields) },
    embedding: null,
    now: () => now,
  });
  await knowledge.library.readAll();
});
afterAll(async () => {
  await knowledge.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Until every change is read: a refresh does not wait for a slow machine. */
const readChanges = (isRead: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      now += 5_000;
      await knowledge.library.refresh('demo');
      expect(await isRead()).toBe(true);
    },
    { timeout: 60_000, interval: 200 },
  );
const listedIn = async (file: string): Promise<number | undefined> =>
  (await store.knowledge.files('demo')).find((each) => each.file === file)?.questions;

const ask = async (text: string) => {
  const found = await knowledge.searcher.answer(askedOf(text));
  return {
    outcome: found.outcome,
    from: found.citations[0]?.documentId,
    quote: found.citations[0]?.quote,
    text: found.text,
  };
};

describe('an article that lists questions', () => {
  it.each([
    ['do I have to scrub it myself', 'We wash every tent in our laundry.'],
    ['Must I scrub it?', 'We wash every tent in our laundry.'],
    ['who hoovers the groundsheets', 'We wash every tent in our laundry.'],
    ['do you need my passport as pledge', 'Leave 50 francs at the counter.'],
    ['can I take it home before I pay for it', 'You may borrow a tent for a weekend.'],
  ])('answers %j with the section that lists it, in the section’s own words', async (question, quote) => {
    expect(await ask(question)).toMatchObject({ outcome: 'answered', from: 'loans', quote });
  });

  it.each(['is my passport expired', 'what is my home worth', 'and what about weekends?'])(
    'does not answer %j, which shares one word with a question',
    async (question) => {
      expect((await ask(question)).outcome).not.toBe('answered');
    },
  );

  it('never shows them: not in the answer, not as a source, not to a model', async () => {
    for (const question of ['do I have to scrub it myself', 'is my passport expired', 'groundsheet passport']) {
      expect(JSON.stringify(await ask(question))).not.toMatch(/hoover|pledge|scrub/);
      const passages = await knowledge.source.search({ inbox: 'demo', text: question, before: [], limit: 10 });
      expect(passages.map(({ text, heading }) => text + heading).join(' ')).not.toMatch(/hoover|pledge|scrub/);
    }
  });

  it('is found in other languages', async () => {
    expect(await ask('Muss ich Pfand hinterlegen?')).toMatchObject({ outcome: 'answered', from: 'zelte.de' });
    expect((await ask('Wie alt wird mein Hund?')).outcome).not.toBe('answered');
  });

  it('answers each listed question as it is written, also one of small words and a name, without any left to people', async () => {
    for (const question of ['do you take Zyntara?', 'do you take zyntara', 'Where are you?'])
      expect((await ask(question)).outcome).not.toBe('answered');
    write(
      'pay.md',
      '---\ntitle: At the till\nquestions:\n- do you take Zyntara?\n- where are you\n---\nAsk at the counter.\n',
    );
    await readChanges(async () => (await listedIn('pay.md')) === 2);
    for (const question of ['do you take Zyntara?', 'do you take zyntara', 'Where are you?'])
      expect(await ask(question)).toMatchObject({ outcome: 'answered', from: 'pay' });
    rmSync(join(folder, 'demo/knowledge/pay.md'));
    await readChanges(async () => (await listedIn('pay.md')) === undefined);
  });

  it('answers any other question as before', async () => {
    expect(await ask('what do your stoves burn')).toMatchObject({ outcome: 'answered', from: 'stoves' });
    expect(await ask('do you sell canoes')).toMatchObject({ outcome: 'unknown' });
  });

  it('answers an unanswered question as soon as it is listed, and the inbox API has the number of listed ones', async () => {
    const question = 'will it explode when I top it up';
    expect((await ask(question)).outcome).not.toBe('answered');
    write(
      'stoves.md',
      '---\ntitle: Stoves\n---\nOur stoves burn petrol.\n\n## Refilling\n<!-- questions:\n- does it explode when I top it up\n- ?\n-->\n\nRefill the bottle outdoors.\n',
    );
    await readChanges(async () => (await listedIn('stoves.md')) === 1);
    expect(await ask(question)).toMatchObject({ outcome: 'answered', quote: 'Refill the bottle outdoors.' });
    expect(await store.knowledge.files('demo')).toMatchObject([
      { file: 'loans.md', questions: 5, problem: null },
      { file: 'stoves.md', questions: 1, problem: expect.stringContaining('without a word in it') },
      { file: 'zelte.de.md', questions: 1 },
    ]);
    expect(warnings).toEqual([{ inbox: 'demo', problems: [expect.stringMatching(/^stoves\.md lists the question/)] }]);
  });

  it('is not read again when nothing has changed, with or without a problem', async () => {
    const before = await store.knowledge.generation('demo');
    now += 5_000;
    await knowledge.library.refresh('demo');
    expect(await store.knowledge.generation('demo')).toBe(before);
  });
});
