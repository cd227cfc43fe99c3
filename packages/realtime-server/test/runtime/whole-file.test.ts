/** Files that appear whole or not at all, however many read and write them at once, and that others may or may not read. */
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecretFile } from '../../dist/runtime/secrets/secret-file.js';
import { createWhole, replaceWhole } from '../../dist/runtime/whole-file.js';

const folder = mkdtempSync(join(tmpdir(), 'service-whole-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Threads that all do `work` at the same moment, and what each of them found. */
function together(count: number, work: string): Promise<readonly unknown[]> {
  const module = new URL('../../dist/runtime/whole-file.js', import.meta.url).href;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const threads = Array.from({ length: count }, (_, at) => {
    const code = `const { parentPort, workerData: { at, gate, folder } } = require('node:worker_threads');
      const { readFileSync } = require('node:fs');
      import(${JSON.stringify(module)}).then(({ createWhole, replaceWhole }) => {
        parentPort.postMessage('ready');
        Atomics.wait(gate, 0, 0);
        parentPort.postMessage((() => { ${work} })());
      });`;
    return new Worker(code, { eval: true, workerData: { at, gate, folder } });
  });
  const answers = threads.map(
    (thread) =>
      new Promise<unknown>((resolve, reject) =>
        thread.on('message', (message) => message !== 'ready' && resolve(message)).on('error', reject),
      ),
  );
  const ready = threads.map((thread) => new Promise((resolve) => thread.once('message', resolve)));
  return Promise.all(ready).then(() => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    return Promise.all(answers);
  });
}

describe('a file that is written whole', () => {
  it('is made by one of many writers, and all of them find that one', async () => {
    const found = await together(
      4,
      `const made = createWhole(folder + '/one', String(at).repeat(300_000), 0o600); return [made, readFileSync(folder + '/one', 'latin1')];`,
    );
    const texts = new Set((found as [boolean, string][]).map(([, text]) => text));
    expect((found as [boolean, string][]).filter(([made]) => made)).toHaveLength(1);
    expect([...texts].map((text) => text.length)).toEqual([300_000]);
  });

  it('is never half of one for who reads it while it is replaced', async () => {
    replaceWhole(join(folder, 'again'), '0'.repeat(300_000), 0o644);
    const found = await together(
      4,
      `const seen = new Set();
       for (let round = 0; round < 30; round++) {
         if (at < 2) replaceWhole(folder + '/again', String(at).repeat(300_000), 0o644);
         else { const text = readFileSync(folder + '/again', 'latin1'); seen.add(text.length + ' ' + new Set(text).size); }
       }
       return [...seen];`,
    );
    expect(found.flat().every((seen) => seen === '300000 1')).toBe(true);
  });

  it('has the mode that was asked for, whatever the umask, and leaves no draft', () => {
    const before = process.umask(0o022);
    try {
      const mine = join(folder, 'modes');
      mkdirSync(mine);
      createWhole(join(mine, 'secret'), 'a', 0o600);
      process.umask(0o077);
      createWhole(join(mine, 'script'), 'a', 0o644);
      expect(createWhole(join(mine, 'script'), 'b', 0o644)).toBe(false);
      expect([modeOf(join(mine, 'secret')), modeOf(join(mine, 'script'))]).toEqual([0o600, 0o644]);
      expect(readFileSync(join(mine, 'script'), 'utf8')).toBe('a');
      expect(readdirSync(mine).sort()).toEqual(['script', 'secret']);
    } finally {
      process.umask(before);
    }
  });

  it.each(['', '\n', 'mk_cut', 'a'.repeat(40)])(
    'a secret that anyone can guess (%j) is refused, with what to do',
    (text) => {
      const file = join(folder, 'weak.key');
      replaceWhole(file, text, 0o600);
      expect(() => readSecretFile(file, 'mk_')).toThrow(/weak\.key (is|has) .*Put the one of your backup there/);
    },
  );

  it.runIf(process.getuid?.() === 0)(
    'belongs to the owner of the file before, or of the folder, when root writes it',
    () => {
      const ownerOf = (path: string): number => statSync(path).uid;
      const theirs = join(folder, 'theirs');
      mkdirSync(theirs);
      chownSync(theirs, 65_534, 65_534);
      createWhole(join(theirs, 'ring'), 'a', 0o600);
      expect(ownerOf(join(theirs, 'ring'))).toBe(65_534);
      chownSync(join(theirs, 'ring'), 65_533, 65_533);
      replaceWhole(join(theirs, 'ring'), 'b', 0o600);
      expect(ownerOf(join(theirs, 'ring'))).toBe(65_533);
    },
  );

  it('is how a secret is made, in a folder of its own user alone', () => {
    const before = process.umask(0o022);
    try {
      const file = join(folder, 'made/master.key');
      expect(readSecretFile(file, 'csk_')).toBe(readSecretFile(file, 'csk_'));
      expect([modeOf(join(folder, 'made')), modeOf(file)]).toEqual([0o700, 0o600]);
    } finally {
      process.umask(before);
    }
  });
});
