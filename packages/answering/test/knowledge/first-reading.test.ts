/**
 * A visitor who asks during the first reading of the articles must not get the answer that nothing was found, nor for a file that can't be
 * had.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnowledgeStore } from '../../../realtime-server/src/store/port/knowledge.js';
import type { ArticleFile } from '../../src/knowledge/library/article-files.js';
import { folderFiles } from '../../src/knowledge/library/knowledge-folder.js';
import { openLibrary } from '../../src/knowledge/library/library.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-articles-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A library of one folder whose files are never read to their end; `reading`: one is being read. */
function slowLibrary() {
  let begun = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let now = 0;
  const library = openLibrary({
    bases: () => ['demo'],
    files: [folderFiles(() => folder)],
    store: { files: async () => [], replaceFiles: async () => undefined } as unknown as KnowledgeStore,
    reader: {
      read() {
        begun();
        return new Promise(() => undefined);
      },
      close: async () => undefined,
    },
    log: { warn: () => undefined, info: () => undefined },
    // Each look is a second after the one before.
    now: () => (now += 2_000),
  });
  const waiting = (): { over: boolean } => {
    const question = { over: false };
    void library.refresh('demo').then(() => {
      question.over = true;
    });
    return question;
  };
  return { waiting, reading };
}

describe('a question while articles are read', () => {
  it('waits for the first reading, with a limit', async () => {
    writeFileSync(join(folder, 'returns.md'), 'You can return shoes.');
    const { waiting, reading } = slowLibrary();
    const question = waiting();
    await reading;
    await vi.advanceTimersByTimeAsync(19_000);
    expect(question.over).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(question.over).toBe(true);
  });

  it('waits only briefly for a later one, as the earlier version is there', async () => {
    const { waiting, reading } = slowLibrary();
    const first = waiting();
    await vi.waitFor(() => expect(first.over).toBe(true));
    writeFileSync(join(folder, 'returns.md'), 'You can return shoes.');
    const question = waiting();
    await reading;
    expect(question.over).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(question.over).toBe(true);
  });
});

describe('a file whose content can’t be had', () => {
  const fileOf = (file: string, content: () => Promise<{ readonly bytes: Uint8Array }>): ArticleFile => ({
    file,
    stamp: '1',
    open: async () => ({ hash: file, about: '', content }),
  });
  const there = async () => ({ bytes: new TextEncoder().encode('We are here.') });

  it('hinders none of the others, is named once, and is read as soon as it is there', async () => {
    let isThere = false;
    const stored: string[] = [];
    const problems: unknown[] = [];
    let now = 0;
    const library = openLibrary({
      bases: () => ['demo'],
      files: [
        {
          ...{ most: 10, owns: () => true },
          list: async () => [
            fileOf('a.md', there),
            fileOf('b.md', () => (isThere ? there() : Promise.reject(new Error('its content is gone')))),
            fileOf('c.md', there),
          ],
        },
      ],
      store: {
        files: async () => stored.map((file) => ({ file, hash: file, problem: null, passages: 1 })),
        replaceFiles: async (_base: string, files: readonly { readonly file: string }[]) =>
          void stored.push(...files.map(({ file }) => file)),
      } as unknown as KnowledgeStore,
      reader: {
        read: async () => ({ ok: false, problem: 'is not looked at here' }) as never,
        close: async () => undefined,
      },
      log: { warn: (fields) => void problems.push(fields), info: () => undefined },
      now: () => (now += 2_000),
    });
    await library.readAll();
    await library.readAll();
    expect(stored).toEqual(['a.md', 'c.md']);
    expect(problems.filter((each) => JSON.stringify(each).includes('is gone'))).toEqual([
      { inbox: 'demo', problem: 'b.md: its content is gone' },
    ]);
    isThere = true;
    await library.readAll();
    expect(stored).toEqual(['a.md', 'c.md', 'b.md']);
  });
});
