/** A person takes over on another node, and the bus loses every message: the answer that this node writes ends all the same. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { localBus } from '../../../dist/bus/local.js';
import { AnswerWorker } from '../../../dist/conversation/answering/answer-worker.js';
import type { AnswerPiece } from '../../../dist/conversation/answering/answerer.js';
import { appendTo } from '../../../dist/conversation/log/append.js';
import { VisitorAddresses } from '../../../dist/conversation/sessions/visitor-addresses.js';
import { VisitorLocales } from '../../../dist/conversation/sessions/visitor-locales.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { CNV, session, VISITOR } from '../../store/fixtures.js';

it.each([
  ['a person takes over', 'handoff.accepted'],
  ['the visitor asks for a person', 'handoff.requested'],
] as const)('when %s', async (_, kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'service-taken-over-'));
  const store = await openSqliteStore(folder);
  const [bus, elsewhere] = [localBus(), localBus()];
  const deps = { store, clock: systemClock, random: randomBytes };
  async function* answer(_: unknown, signal: AbortSignal): AsyncIterable<AnswerPiece> {
    yield { kind: 'text', text: 'The beginning of a long answer' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  const worker = new AnswerWorker({
    ...deps,
    bus,
    append: appendTo({ ...deps, bus, onQuestion: () => worker.claimSoon() }),
    answerer: { authorName: () => 'Bot', answer },
    failureText: () => 'failed',
    deltaEveryMs: () => 50,
    locales: new VisitorLocales(),
    addresses: new VisitorAddresses(),
    onFailure: () => undefined,
  });
  worker.start();
  onTestFinished(async () => {
    await worker.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await store.createSession(session(1));
  await appendTo({ ...deps, bus, onQuestion: () => worker.claimSoon() })(CNV, VISITOR, 'client-1', {
    kind: 'message',
    text: 'a question',
  });
  const kinds = async () => (await store.eventsAfter(CNV, 0, 50)).map(({ body }) => body.kind);
  await expect.poll(kinds, { timeout: 60_000 }).toContain('answer.started');
  const other = appendTo({ ...deps, bus: elsewhere, onQuestion: () => undefined });
  const by = kind === 'handoff.accepted' ? ({ kind: 'human', id: 'opr_1', name: 'Ingrid' } as const) : VISITOR;
  await other(CNV, by, 'client-2', { kind });
  await expect.poll(kinds, { timeout: 60_000 }).toContain('answer.interrupted');
  expect((await store.eventsAfter(CNV, 0, 50)).at(-1)?.body).toMatchObject({ reason: 'handoff' });
});
