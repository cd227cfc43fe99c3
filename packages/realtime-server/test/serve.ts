/** A server for tests: the real store, log and gateway on a free port, with an answerer that the test scripts. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboxFileSchema } from '@service/protocol/schema';
import type { Answerer, AnswerPiece, Question } from '../dist/backend/answerer.js';
import { localBus } from '../dist/bus/local.js';
import { Answering } from '../dist/conversation/answering.js';
import { type AppendEvent, appendTo } from '../dist/conversation/append.js';
import { attachGateway } from '../dist/gateway/gateway.js';
import type { InboxDirectory, InboxSettings } from '../dist/inbox/inbox.js';
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js';

export interface TestServer {
  readonly port: number;
  readonly failures: unknown[];
  /** Appends as any author, past the door: what a person at the desk or a long history would have brought. */
  readonly append: AppendEvent;
  /** Stops and starts again on the same data. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

type Script = (question: Question, signal: AbortSignal) => AsyncIterable<AnswerPiece>;

export const DONE: AnswerPiece = { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };

/** Answers every question with "You said: …", word by word. */
export const echo: Script = async function* ({ text }) {
  for (const word of ['You', ' said:', ` ${text}`]) yield { kind: 'text', text: word };
  yield DONE;
};

export function inboxesOf(
  ...list: readonly { readonly id: string; readonly [field: string]: unknown }[]
): InboxDirectory {
  const settings = list.map(
    ({ id, ...file }): InboxSettings => ({
      id,
      ...inboxFileSchema.parse({ name: 'Shop', allowedOrigins: ['http://shop.test'], ...file }),
    }),
  );
  return {
    get: (id) => settings.find((each) => each.id === id) ?? null,
    list: () => settings,
    knowledgeFolder: () => '',
    close: () => undefined,
  };
}

export async function serve(script: Script = echo, inboxes = inboxesOf({ id: 'demo' })): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const failures: unknown[] = [];
  const start = async (port: number) => {
    const store = await openSqliteStore(folder);
    await store.releaseRuns();
    const bus = localBus();
    const deps = { store, bus, now: () => Date.now(), random: (count: number) => randomBytes(count) as Uint8Array };
    const append = appendTo({ ...deps, onQuestion: () => answering.look() });
    const answerer: Answerer = { authorName: () => 'Assistant', answer: script };
    const answering = new Answering({ ...deps, append, answerer, onFailure: (error) => failures.push(error) });
    const http = createServer();
    const log = { warn: () => undefined, debug: () => undefined };
    const gateway = attachGateway(
      http,
      { ...deps, inboxes, append, log, runningAnswer: (id) => answering.runningAnswer(id) },
      (request) => `http://${request.headers.host}`,
    );
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
    answering.start();
    return {
      append,
      port: (http.address() as AddressInfo).port,
      async stop() {
        await gateway.close();
        await answering.close();
        await new Promise((resolve) => http.close(resolve));
        await store.close();
      },
    };
  };
  let running = await start(0);
  return {
    port: running.port,
    failures,
    append: (...event) => running.append(...event),
    async restart() {
      await running.stop();
      running = await start(running.port);
    },
    async dispose() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
