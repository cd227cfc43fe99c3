/**
 * The thread in which questions are understood and answered: the server goes on meanwhile, and a failure of the
 * thread costs no visitor an answer.
 */
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
import type { KnowledgeReads, KnowledgeThreadData } from '../../dist/knowledge/thread/crossing.js';
import { createSearcher, type Searcher } from '../../dist/knowledge/thread/searcher.js';

const ENGLISH = languageOf('en');
const termLine = (text: string): string => termsOf(text, ENGLISH).join(' ');

/** An article of one passage, as the library would keep it. */
function article(title: string, text: string, questions: readonly string[] = []): NewFile {
  const content = JSON.stringify([{ text, kind: 'sentence', marker: '', block: 0 }]);
  const terms = { titleTerms: termLine(title), headingTerms: '', bodyTerms: termLine(text) };
  const passage = { heading: '', content, hash: `${title} ${text}`, ...terms, questions: JSON.stringify(questions) };
  return { file: `${title}.md`, hash: text, title, url: null, language: 'en', problem: null, passages: [passage] };
}

/** As many questions as a large shop lists, none like another. */
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
/** Each thread that was started, the last one last. */
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
const keep = (inbox: string, ...files: readonly NewFile[]): Promise<void> =>
  store.knowledge.replaceFiles(inbox, files, []);

/** Answers once for each time that it is let go; `asked` resolves when the thread has asked for the first time. */
function heldBack() {
  let letGo = (): void => undefined;
  let heard = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const terms: KnowledgeReads['terms'] = async (inbox) => {
    heard();
    await free;
    return store.knowledge.terms(inbox);
  };
  return { terms, asked, letGo: () => letGo() };
}

const TENTS = article('Tents', 'We sell tents for two people.');

describe('while the articles are searched', () => {
  it('the server goes on, also with the first question, which has thousands of listed ones to understand', async () => {
    await keep('demo', article('Care', 'Ask us how to treat it.', thousandsOfQuestions()));
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
    // To ask the store takes a few of them; an answerer that did the work on this thread would let no other happen.
    expect(turns).toBeGreaterThan(200);
  });

  it('what the first question would wait for is done before it, and once for all who ask', async () => {
    await keep('demo', TENTS);
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

  it('a server makes ready as soon as it has read articles, and closes before that is done, and before a question is answered', async () => {
    const { terms, asked, letGo } = heldBack();
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
    letGo();
    await answer;
    expect(warnings).toEqual([]);
  });

  it('a server whose inboxes have no articles has no such thread', async () => {
    const searcher = search();
    await searcher.prepare('demo');
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'unknown' });
    expect(await searcher.answer(askedOf('hello'))).toMatchObject({ outcome: 'smalltalk' });
    expect(await searcher.passages({ inbox: 'demo', text: 'tents', before: [], limit: 3 })).toEqual([]);
    expect(threads).toEqual([]);
  });
});

describe('two inboxes', () => {
  it('are answered each from its own articles, in the words of its own customers, also at the same moment', async () => {
    await keep('north', TENTS);
    await keep('south', TENTS, article('Lavvus', 'A lavvu is no tent of ours.'));
    const searcher = search({}, inboxesOf({ id: 'north', synonyms: [['tent', 'lavvu']] }, { id: 'south' }));
    const from = async (inbox: string): Promise<string> => {
      const { outcome, citations } = await searcher.answer(askedOf('do you sell lavvus?', { inbox }));
      return `${inbox} ${outcome} ${citations[0]?.documentId}`;
    };
    const inboxes = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 'north' : 'south'));
    const answers = await Promise.all(inboxes.map(from));
    expect(new Set(answers)).toEqual(new Set(['north answered Tents', 'south near Lavvus']));
    expect(answers.map((each) => each.split(' ')[0])).toEqual(inboxes);
  });
});

describe('a thread that ends', () => {
  it('is followed by another, which is asked again what the first was asked', async () => {
    await keep('demo', TENTS);
    const { terms, asked, letGo } = heldBack();
    const searcher = search({ terms });
    const answers = [searcher.answer(askedOf('do you sell tents?')), searcher.answer(askedOf('tents for two'))];
    await asked;
    await threads[0]?.terminate();
    letGo();
    expect(await Promise.all(answers)).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect(threads).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });

  it('twice over one question costs that question, and not the next', async () => {
    await keep('demo', TENTS);
    let deaths = 0;
    const generation: KnowledgeReads['generation'] = async (inbox) => {
      // Asked on this side before each question, too, to know whether there is anything to search.
      const thread = threads.at(-1);
      if (deaths < 2 && thread !== undefined && threads.length > deaths) {
        deaths += 1;
        await thread.terminate();
      }
      return store.knowledge.generation(inbox);
    };
    const searcher = search({ generation });
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow(/thread that searches .* ended/);
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'answered' });
    expect(threads).toHaveLength(3);
  });

  it('because the server closes, in the middle of a question, is not followed by any', async () => {
    await keep('demo', TENTS);
    const { terms, asked, letGo } = heldBack();
    const searcher = search({ terms });
    const answer = expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow('closed');
    await asked;
    await searcher.close();
    letGo();
    await answer;
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toThrow('closed');
    expect(threads).toHaveLength(1);
    expect(threads[0]?.threadId).toBe(-1);
    expect(warnings).toEqual([]);
  });
});

describe('what crosses to the thread', () => {
  it('are errors as errors: a store that is away fails the question and not the thread', async () => {
    await keep('demo', TENTS);
    let away = true;
    const found: KnowledgeReads['search'] = async (...asked) => {
      if (away) throw new StoreUnavailable('The disk is full.');
      return store.knowledge.search(...asked);
    };
    const searcher = search({ search: found });
    const failure = { name: 'StoreUnavailable', message: 'The disk is full.' };
    await expect(searcher.answer(askedOf('do you sell tents?'))).rejects.toMatchObject(failure);
    away = false;
    expect(await searcher.answer(askedOf('do you sell tents?'))).toMatchObject({ outcome: 'answered' });
    expect(threads).toHaveLength(1);
  });

  it('are problems of synonym files, for the log', async () => {
    await keep('demo', TENTS);
    mkdirSync(join(folder, 'demo'));
    writeFileSync(join(folder, 'demo/synonyms.txt'), 'tent, lavvu\nalone\n');
    expect(await search().answer(askedOf('do you sell lavvus?'))).toMatchObject({ outcome: 'answered' });
    expect(warnings).toEqual([
      { file: join(folder, 'demo/synonyms.txt'), problems: [expect.stringMatching(/^line 2/)] },
    ]);
  });

  it('are synonyms anew with each question: a table is made of them when they have changed, and only then', async () => {
    await keep('demo', TENTS);
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
    const finds = async (text: string): Promise<boolean> => (await base.search('demo', text, [])).found.length > 0;
    expect(await finds('do you sell lavvus?')).toBe(true);
    const once = made;
    expect(await finds('do you sell lavvus?')).toBe(true);
    expect(made).toBe(once);
    members = ['tent', 'yurt'];
    expect(await finds('do you sell yurts?')).toBe(true);
    expect(made).toBeGreaterThan(once);
  });
});
