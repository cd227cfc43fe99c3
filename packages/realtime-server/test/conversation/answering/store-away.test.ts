/** Answers that can’t be stored for a moment, or for longer than they are waited for. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localBus } from '../../../dist/bus/local.js';
import { AnswerWorker } from '../../../dist/conversation/answering/answer-worker.js';
import type { AnswerJobHandle } from '../../../dist/conversation/answering/answerer.js';
import { appendTo } from '../../../dist/conversation/log/append.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { type Append, type OpenStore, type Store, StoreUnavailable } from '../../../dist/store/store.js';
import { ASKED, SESSION } from '../../store/fixtures.js';
import { turnedClock } from '../../support/manual-clock.js';
import { DONE, echo, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { completed } from '../read-log.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('an answer whose store is away', () => {
  /** A store to which every append fails for which `away` holds. */
  const failing = <S extends Store>(store: S, away: (input: Append) => boolean): S => ({
    ...store,
    append: (input) => (away(input) ? Promise.reject(new StoreUnavailable('cut off')) : store.append(input)),
  });

  it.each(['answer.started', 'answer.completed'])('for a moment still sends it whole (%s)', async (kind) => {
    let cut = 0;
    const once = async (folder: string): Promise<OpenStore> =>
      failing(await openSqliteStore(folder), ({ body }) => body.kind === kind && cut++ === 0);
    server = await serve(echo, undefined, 0, {}, once);
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await completed(visitor);
    const kinds = visitor.events.map(({ body }) => body.kind);
    expect(kinds).toEqual(['message', 'answer.started', 'answer.completed']);
    expect(cut).toBe(2);
  });

  it('for longer than it is waited for is begun again when its lease has run out, and never reported as a failure', async () => {
    server = await serve();
    const folder = mkdtempSync(join(tmpdir(), 'service-away-'));
    let away = false;
    const store = failing(await openSqliteStore(folder), () => away);
    const [bus, clock] = [localBus(), turnedClock()];
    const random = (count: number): Uint8Array => randomBytes(count);
    const turns: AnswerJobHandle[] = [];
    const failures: unknown[] = [];
    const answering = new AnswerWorker({
      store,
      bus,
      append: appendTo({ store, bus, clock, random, onQuestion: () => undefined }),
      answerer: {
        authorName: () => 'Assistant',
        async *answer({ job: turn }) {
          turns.push(turn);
          away = turns.length === 1;
          yield { kind: 'text', text: 'Well' };
          yield DONE;
        },
      },
      failureText: () => '',
      clock,
      random,
      deltaEveryMs: () => 0,
      locales: { of: () => null },
      addresses: { of: () => null, contactsAt: () => [] },
      onFailure: (error) => failures.push(error),
    });
    await store.createSession(SESSION);
    await store.append(ASKED);
    answering.start();
    const quarter = async (): Promise<void> => {
      clock.turn(250);
      await new Promise((done) => setImmediate(done));
    };
    await expect.poll(() => quarter().then(() => failures.length), { interval: 1 }).toBe(1);
    expect(failures).toMatchObject([{ name: 'StoreUnavailable' }]);
    away = false;
    const kinds = async (): Promise<string[]> =>
      (await store.eventsAfter(SESSION.conversation, 0, 10)).map(({ body }) => body.kind);
    await expect
      .poll(() => quarter().then(kinds), { interval: 1 })
      .toEqual(['message', 'answer.started', 'answer.started', 'answer.completed']);
    expect(turns.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await answering.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('and whose lease has run out meanwhile stays under the attempt by which its own process holds it again', async () => {
    let asked: AnswerJobHandle | null = null;
    server = await serve(async function* ({ text, job: turn }, signal) {
      if (text === 'slow') {
        asked = turn;
        yield { kind: 'text', text: 'Well' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      }
      yield DONE;
    });
    const slow = await WireClient.join(server.port);
    slow.say('slow');
    await slow.next('delta');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const other = await WireClient.join(server.port);
    other.say('quick');
    await completed(other);
    const turn = asked as AnswerJobHandle | null;
    expect(turn?.attempt).toBe(2);
    expect(await turn?.saveCheckpoint('what was found')).toBe(true);
  });
});
