/** The knowledge thread: the server continues while it answers, and a failure of the thread costs no visitor an answer. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewFile } from '../../../realtime-server/dist/store/port/knowledge.js';
import { openSqliteStore } from '../../../realtime-server/dist/store/sqlite/sqlite-store.js';
import { type OpenStore, StoreUnavailable } from '../../../realtime-server/dist/store/store.js';
import { askedOf, inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { languageOf } from '../../dist/knowledge/language/languages.js';
import type { SynonymGroup } from '../../dist/knowledge/language/synonyms.js';
import { termsOf } from '../../dist/knowledge/language/terms.js';
import { openKnowledge } from '../../dist/knowledge/open-knowledge.js';
import { openKnowledgeBase } from '../../dist/knowledge/search/knowledge-base.js';
import { createSearcher, type Searcher } from '../../dist/knowledge/thread/searcher.js';
import type { KnowledgeReads, KnowledgeThreadData } from '../../dist/knowledge/thread/thread-functions.js';

const ENGLISH = languageOf('en');
const termLine = (text: string): string => termsOf(text, ENGLISH).join(' ');

/** An article of one passage, as the library stores it. */
function article(title: string, text: string, questions: readonly string[] = []): NewFile {
  const content = JSON.stringify([{ text, kind: 'sentence', marker: '', block: 0 }]);
  const terms = { titleTerms: termLine(title), headingTerms: '', bodyTerms: termLine(text) };
  const passage = { heading: '', content, hash: `${title} ${text}`, ...terms, questions: JSON.stringify(questions) };
  return { file: `${title}.md`, hash: text, title, url: null, language: 'en', problem: null, passages: [passage] };
}

/** As many different questions as a large shop lists. */
function thousandsOfQuestions(): readonly string[] {
  const verbs = 'wash dry fold mend return lend wax store patch pack carry pitch'.split(' ');
  const things = 'tent jacket boot stove bottle rope canoe lamp sock blanket hammock helmet'.split(' ');
  const times = 'winter rain night storm summer dawn autumn heat snow dusk spring frost'.split(' ');
  const places = 'lake glacier forest'.split(' ');
  const all = verbs.flatMap((verb) =>
    things.flatMap((thing) => times.map((time) => `how should I ${verb} a ${thing} at ${time}`)),
  );
  return places.flatMap((place) => all.map((question) => `${question} near the ${place}`));
}

let folder: string;
let store: OpenStore;
let warnings: object[];
/** All threads in the order of their start. */
let threads: Worker[];
let open: Searcher[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-thread-'));
  store = await openSqliteStore(join(folder, 'data'));
  [warnings, threads, open] = [[], [], []];
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  await store.close();
  rmSync(folder, { recursive: true });
});

const begin = (data: KnowledgeThreadData): Worker => {
  const file = new URL('../../dist/knowledge/thread/knowledge-thread.js', import.meta.url);
  const thread = new Worker(file, { workerData: data });
  threads.push(thread);
  return thread;
};
const search = (reads: Partial<KnowledgeReads> = {}, inboxes = inboxesOf({ id: 'demo' })): Searcher => {
  const searcher = createSearcher(
    {
      inboxes: { ...inboxes, knowledgeFolder: (id) => join(folder, id, 'knowledge') },
      store: { ...store.knowledge, ...reads },
      meanings: null,
      log: { warn: (fields) => void warnings.push(fields) },
    },
    begin,
  );
  open.push(searcher);
  return searcher;
};
const saveFiles = (inbox: string, ...files: readonly NewFile[]): Promise<void> =>
  store.knowledge.replaceFiles(inbox, files, []);

/** `terms` of the store that waits for `release`. `asked` resolves at the first call. */
function blockedTerms() {
  let release = (): void => undefined;
  let onAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  const terms: KnowledgeReads['terms'] = async (inbox) => {
    onAsked();
    await free;
    return store.knowledge.terms(inbox);
  };
  return { terms, asked, release: () => release() };
}

const TENTS = article('Tents', 'We sell tents for two people.');

describe('while the articles are searched', () => {
  it('questions to one inbox do not hold up those to another', async () => {
    for (const inbox of ['demo', 'calm']) await saveFiles(inbox, TENTS);
    const searcher = search({}, inboxesOf({ id: 'demo' }, { id: 'calm' }));
    const ask = (inbox: string) => searcher.answer(askedOf('Do you sell tents?', { inbox }));
    await Promise.all([ask('demo'), ask('calm')]);
    let answered = 0;
    const flood = Array.from({ length: 200 }, () =>
      ask('demo').then(() => {
        answered += 1;
      }),
    );
    await ask('calm');
    expect(answered).toBeLessThan(100);
    await Promise.all(flood);
  });

  it('the server continues, also during the first question, for which thousands of listed ones are parsed', async () => {
    await saveFiles('demo', article('Care', 'Ask us how to treat it.', thousandsOfQuestions()));
    const searcher = search();
    let turns = 0;
    let answered = false;
    const turn = (): void => {
      if (answered) return;
      turns += 1;
      setImmediate(turn);
    };
    setImmediate(turn);
    const { outcome } = await searcher.answer(askedOf('how should I wax a canoe at dawn near the glacier'));
    answered = true;
    expect(outcome).toBe('answered');
    // Reading the store takes a few turns. If this thread did the work, there would be no others.
    expect(turns).toBeGreaterThan(200);
  });

  it('the articles are loaded once, before the first question', async () => {
    await saveFiles('demo', TENTS);
    let reads = 0;
    const terms: KnowledgeReads['terms'] = (inbox) => {
      reads += 1;
      return store.knowledge.terms(inbox);
    };
    const searcher = search({ terms });
    const preparing = searcher.prepare('demo');
    const asked = askedOf('do you sell tents?');
    const answers = await Promise.all([searcher.answer(asked), searcher.answer(asked), preparing]);
    expect(answers.slice(0, 2)).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect(reads).toBe(1);
  });

  it('a server loads them as soon as it has read the files, and can close before that and before an answer', async () => {
    const { terms, asked, release } = blockedTerms();
    const knowledge = openKnowledge({
      inboxes: { ...inboxesOf({ id: 'demo' }), knowledgeFolder: () => join(folder, 'demo/knowledge') },
      store: { ...store.knowledge, terms },
      log: { info: () => undefined, warn: (fields) => void warnings.push(fields) },
      embedding: null,
    });
    mkdirSync(join(folder, 'demo/knowledge'), { recursive: true });
    writeFileSync(join(folder, 'demo/knowledge/tents.md'), '---\ntitle: Tents\n---\nWe sell tents for two people.\n');
    await knowledge.library.readAll();
    await asked;
    const answer = expect(knowledge.searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow('closed');
    await knowledge.close();
    release();
    await answer;
    expect(warnings).toEqual([]);
  });

  it('a server without articles has no such thread', async () => {
    const searcher = search();
    await searcher.prepare('demo');
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'unknown' });
    expect(await searcher.answer(askedOf('hello'))).toMatchObject({ outcome: 'smalltalk' });
    expect(await searcher.passages({ inbox: 'demo', text: 'tents', before: [], limit: 3 })).toEqual([]);
    expect(threads).toEqual([]);
  });
});

describe('two inboxes', () => {
  it('get answers from their own articles with their own synonyms, also at the same time', async () => {
    await saveFiles('north', TENTS);
    await saveFiles('south', TENTS, article('Lavvus', 'A lavvu is no tent of ours.'));
    const searcher = search({}, inboxesOf({ id: 'north', synonyms: [['tent', 'lavvu']] }, { id: 'south' }));
    const from = async (inbox: string): Promise<string> => {
      const { outcome, citations } = await searcher.answer(askedOf('do you sell lavvus?', { inbox }));
      return `${inbox} ${outcome} ${citations[0]?.documentId}`;
    };
    const inboxes = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 'north' : 'south'));
    const answers = await Promise.all(inboxes.map(from));
    expect(new Set(answers)).toEqual(new Set(['north answered Tents', 'south answered Lavvus']));
    expect(answers.map((each) => each.split(' ')[0])).toEqual(inboxes);
  });
});

describe('a thread that ends', () => {
  it('is replaced by another, which gets the open questions again', async () => {
    await saveFiles('demo', TENTS);
    const { terms, asked, release } = blockedTerms();
    const searcher = search({ terms });
    const answers = [searcher.answer(askedOf('do you sell tents?')), searcher.answer(askedOf('tents for two'))];
    await asked;
    await threads[0]?.terminate();
    release();
    expect(await Promise.all(answers)).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect(threads).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });

  it('twice during one question fails that question, and not the next', async () => {
    await saveFiles('demo', TENTS);
    let ends = 0;
    const generation: KnowledgeReads['generation'] = async (inbox) => {
      // The main thread also reads it before each question, when there may be no thread yet.
      const thread = threads.at(-1);
      if (ends < 2 && thread !== undefined && threads.length > ends) {
        ends += 1;
        await thread.terminate();
      }
      return store.knowledge.generation(inbox);
    };
    const searcher = search({ generation });
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow(/thread that searches .* ended/);
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'answered' });
    expect(threads).toHaveLength(3);
  });

  it('because the server closes, in the middle of a question, is not replaced', async () => {
    await saveFiles('demo', TENTS);
    const { terms, asked, release } = blockedTerms();
    const searcher = search({ terms });
    const answer = expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow('closed');
    await asked;
    await searcher.close();
    release();
    await answer;
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow('closed');
    expect(threads).toHaveLength(1);
    expect(threads[0]?.threadId).toBe(-1);
    expect(warnings).toEqual([]);
  });
});

describe('the thread gets', () => {
  it('errors of the store, which fail the question and not the thread', async () => {
    await saveFiles('demo', TENTS);
    let isDown = true;
    const passagesOf: KnowledgeReads['passagesOf'] = async (...asked) => {
      if (isDown) throw new StoreUnavailable('The disk is full.');
      return store.knowledge.passagesOf(...asked);
    };
    const searcher = search({ passagesOf });
    const failure = { name: 'StoreUnavailable', message: 'The disk is full.' };
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toMatchObject(failure);
    isDown = false;
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'answered' });
    expect(threads).toHaveLength(1);
  });

  it('synonym files, whose problems are logged', async () => {
    await saveFiles('demo', TENTS);
    mkdirSync(join(folder, 'demo'));
    writeFileSync(join(folder, 'demo/synonyms.txt'), 'tent, lavvu\nalone\n');
    expect(await search().answer(askedOf('do you sell lavvus?'))).toMatchObject({ outcome: 'answered' });
    expect(warnings).toEqual([
      { file: join(folder, 'demo/synonyms.txt'), problems: [expect.stringMatching(/^line 2/)] },
    ]);
  });

  it('synonyms with each question, and builds a table of them only when they have changed', async () => {
    await saveFiles('demo', TENTS);
    let made = 0;
    class Group extends Array<string> {
      override [Symbol.iterator]() {
        made += 1;
        return super[Symbol.iterator]();
      }
    }
    let members = ['tent', 'lavvu'];
    const ownSynonyms = (): readonly SynonymGroup[] => [Group.from(members)];
    const base = openKnowledgeBase({ store: store.knowledge, ownSynonyms, meanings: null });
    const finds = async (text: string): Promise<boolean> =>
      (await base.search({ inbox: 'demo', text, before: [] })).found.length > 0;
    expect(await finds('do you sell lavvus?')).toBe(true);
    const once = made;
    expect(await finds('do you sell lavvus?')).toBe(true);
    expect(made).toBe(once);
    members = ['tent', 'yurt'];
    expect(await finds('do you sell yurts?')).toBe(true);
    expect(made).toBeGreaterThan(once);
  });
});
