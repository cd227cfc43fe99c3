/** After an erasure no byte of the words is in any file of the data folder, although the server goes on. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesWith } from '../../../../test/support/runs/files-with.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../dist/store/store.js';
import { AGENT, append, file, run, session, withFiles } from './fixtures.js';

const LONG = process.env.LONG === '1';
const OPTIONS = { emptyWalAfterMs: 1 };
const OLD_DATA = fileURLToPath(new URL('../../../../test/fixtures/0.1.0/data-dir', import.meta.url));

let folder: string;
let store: OpenStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-erased-'));
  store = await openSqliteStore(folder, OPTIONS);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const areGone = (...words: readonly string[]): Promise<void> =>
  expect.poll(() => filesWith(folder, ...words), { timeout: 60_000, interval: 20 }).toEqual([]);

/** A word that is in no other text, and survives a cut of the text: it is in there again and again. */
const canary = (n: number): string => `canary${createHash('sha256').update(String(n)).digest('hex').slice(0, 16)}`;
const NAMES = (n: number) => ({
  conversation: `cnv_${String(n).padStart(20, '0')}`,
  contact: `ctc_${String(n).padStart(20, '0')}`,
  session: `ses_${String(n).padStart(20, '0')}`,
  tokenHash: `hash-${n}`,
});
const next = (n: number) => ({ conversation: `cnv_next${String(n).padStart(16, '0')}`, epoch: 'epoch-next' });

async function speak(n: number, letters: number, count: number): Promise<void> {
  const { conversation, contact } = NAMES(n);
  const by = { kind: 'visitor', id: contact } as const;
  const text = `${canary(n)} `.repeat(Math.ceil(letters / 24));
  for (let at = 0; at < count; at++) {
    const clientId = `client-${n}-${at}`;
    await store.append(append(clientId, `${text}${at}`, { conversation, by }));
    const messages = [{ seq: at + 1, at: 2_000, terms: [canary(n), 'shoes'] }];
    await store.indexMessages({ conversation, to: at + 1, messages });
  }
}

describe('what was erased', () => {
  it('is in no file, however much was written around it, and whatever is erased before and after', async () => {
    let n = 0;
    const talk = fc.record({ letters: fc.integer({ min: 1, max: 7_000 }), messages: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(talk, { minLength: 2, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (talks, order) => {
          const left: number[] = [];
          for (const { letters, messages } of talks) {
            n += 1;
            await store.createSession({ ...session(1), ...NAMES(n), at: 1_000 });
            await speak(n, letters, messages);
            left.push(n);
          }
          const gone: string[] = [];
          while (left.length > 0) {
            const [one = 0] = left.splice((order.next().value as number) % left.length, 1);
            await store.eraseConversation({ conversation: NAMES(one).conversation, at: 9_000, next: next(one) });
            gone.push(canary(one));
          }
          await areGone(...gone);
        },
      ),
      { numRuns: LONG ? 200 : 6 },
    );
  });

  it.each([
    [
      'a conversation with a running answer, a call, a file and an unsent one',
      async () => {
        const { conversation, contact } = NAMES(1);
        await store.append(
          append('client-ask', 'the question', { conversation, run: run(1), by: { kind: 'visitor', id: contact } }),
        );
        const [job] = await store.claimJobs('node', 10, 20, 1);
        await store.renewJob(job?.id ?? '', 'node', 30, canary(1).repeat(200));
        await store.append(
          append('client-answer', canary(1).repeat(100), {
            conversation,
            by: AGENT,
            writes: { run: job?.id ?? '', attempt: job?.attempt ?? 0 },
          }),
        );
        const owner = { session: null, conversation };
        const named = { ...file(1).attachment, name: `${canary(1)}.png` };
        const unsent = { ...file(2).attachment, name: `${canary(1)}-2.png` };
        for (const attachment of [named, unsent]) await store.addAttachment({ ...file(1), attachment, contact, owner });
        await store.append({ ...withFiles('client-file', named), conversation });
        await store.setVisitorContext(contact, {
          conversation,
          user: { name: canary(1) },
          page: { url: `http://shop.test/${canary(1)}`, title: canary(1) },
        });
      },
      () => store.eraseConversation({ conversation: NAMES(1).conversation, at: 9_000, next: next(1) }),
    ],
    ['a visitor who was inactive', () => speak(1, 6_000, 2), () => store.eraseInactive('demo', 50_000, 10)],
    [
      'an unsent file of a visitor who withdraws consent',
      async () => {
        const { conversation, contact } = NAMES(1);
        const attachment = { ...file(1).attachment, name: `${canary(1)}.png` };
        await store.addAttachment({ ...file(1), attachment, contact, owner: { session: null, conversation } });
      },
      () => store.withdrawConsent(NAMES(1).session, 9_000),
    ],
  ] as const)('is in no file: %s', async (_, write, erase) => {
    await store.createSession({ ...session(1), ...NAMES(1) });
    await write();
    expect(filesWith(folder, canary(1))).not.toEqual([]);
    await erase();
    await areGone(canary(1));
  });

  it('is in no file after the next start when the process was killed before it was gone', async () => {
    await store.close();
    store = await openSqliteStore(folder, { emptyWalAfterMs: 2 ** 30 });
    await store.createSession({ ...session(1), ...NAMES(1) });
    await speak(1, 6_000, 1);
    await store.eraseConversation({ conversation: NAMES(1).conversation, at: 9_000, next: next(1) });
    const killed = mkdtempSync(join(tmpdir(), 'service-killed-'));
    for (const name of ['service.db', 'service.db-wal']) copyFileSync(join(folder, name), join(killed, name));
    await store.close();
    rmSync(folder, { recursive: true });
    folder = killed;
    expect(filesWith(folder, canary(1))).not.toEqual([]);
    store = await openSqliteStore(folder, OPTIONS);
    expect(filesWith(folder, canary(1))).toEqual([]);
  });

  it('by version 0.1.0, which left it in the file, is in no file after the first start of this version', async () => {
    await store.close();
    for (const name of ['service.db', 'service.db-wal']) copyFileSync(join(OLD_DATA, name), join(folder, name));
    rmSync(join(folder, 'service.db-shm'), { force: true });
    const db = new Database(join(folder, 'service.db'));
    db.pragma('secure_delete = OFF');
    db.exec('CREATE TABLE words (text TEXT)');
    db.prepare('INSERT INTO words VALUES (?)').run(`${canary(1)} `.repeat(250));
    db.exec('DROP TABLE words');
    const { id } = db.prepare('SELECT id FROM conversations LIMIT 1').get() as { id: string };
    db.close();
    expect(filesWith(folder, canary(1))).not.toEqual([]);
    store = await openSqliteStore(folder, OPTIONS);
    expect(filesWith(folder, canary(1))).toEqual([]);
    expect(await store.conversation(id)).not.toBeNull();
  });
});
