/** A visitor who asks during the first reading of the articles must not get the answer that nothing was found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnowledgeStore } from '../../../realtime-server/src/store/port/knowledge.js';
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
