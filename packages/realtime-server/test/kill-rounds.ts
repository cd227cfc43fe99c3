/**
 * The real process, killed without warning while visitors write: what was acknowledged is in the log exactly once, the
 * numbers have no gap, and every question gets one answer. Replay the moments of the kills with SEED=<number>.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEvent } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepResults, LONG } from '../../../test/harness/results.js';
import { WireClient } from './wire-client.js';

const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 200 : 50));
/** A machine under load needs a second or two for a round; a run that takes longer than this hangs. */
const TIMEOUT_MS = ROUNDS * 6_000;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const VISITORS = 6;
const MAIN = new URL('../dist/main.js', import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), 'service-kill-'));
let port = 0;
let process_: ChildProcess | null = null;

async function start(): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      INBOX_DIR: join(folder, 'inboxes'),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process_ = child;
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const listen = (data: Buffer): void => {
      said += data.toString();
      if (said.includes('"serving"')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

function kill(): Promise<void> {
  const child = process_ as ChildProcess;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return gone;
}

beforeAll(async () => {
  const inbox = join(folder, 'inboxes', 'demo');
  mkdirSync(join(inbox, 'knowledge'), { recursive: true });
  writeFileSync(join(inbox, 'inbox.json'), JSON.stringify({ name: 'Shop', allowedOrigins: ['http://shop.test'] }));
  writeFileSync(
    join(inbox, 'knowledge', 'returns.md'),
    '---\ntitle: Returns\n---\nYou can return shoes within 30 days.\n',
  );
  port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
});
afterAll(async () => {
  if (process_ && process_.exitCode === null && process_.signalCode === null) await kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Visitor {
  token: string | null;
  readonly acknowledged: Map<string, number>;
  /** Sent, perhaps several times, and never acknowledged. */
  readonly open: Map<string, string>;
  count: number;
}

describe(`kill -9 in ${ROUNDS} rounds (seed ${SEED})`, () => {
  it('loses and doubles nothing that was acknowledged, and answers every question once', {
    timeout: TIMEOUT_MS,
  }, async () => {
    console.log(`SEED=${SEED}`);
    const random = seeded(SEED);
    const visitors: Visitor[] = Array.from({ length: VISITORS }, () => ({
      token: null,
      acknowledged: new Map(),
      open: new Map(),
      count: 0,
    }));
    let resent = 0;
    let committedUnacknowledged = 0;

    for (let round = 0; round < ROUNDS; round++) {
      await start();
      let onAck = (): void => undefined;
      const acknowledged = new Promise<void>((resolve) => {
        onAck = resolve;
      });
      // Every other time while they come and have been told nothing yet; else in the midst of it, however slow the machine is.
      const begins = round % 2 === 0 ? Promise.resolve() : acknowledged;
      const moment = 5 + random() * 120;
      const killed = begins.then(() => new Promise((resolve) => setTimeout(resolve, moment))).then(kill);
      await Promise.all(
        visitors.map(async (visitor, n) => {
          const onResend = (): void => {
            resent += 1;
          };
          const client = await write(visitor, n, onResend, onAck);
          await killed;
          for (const frame of client?.frames ?? []) {
            if (frame.t !== 'ack') continue;
            visitor.acknowledged.set(frame.clientId, frame.seq);
            if (frame.duplicate && visitor.open.has(frame.clientId)) committedUnacknowledged += 1;
            visitor.open.delete(frame.clientId);
          }
        }),
      );
    }

    await start();
    let stored = 0;
    await Promise.all(
      visitors.map(async (visitor) => {
        if (!visitor.token) return;
        const client = await WireClient.join(port, { session: visitor.token });
        const before = await wholeLog(client);
        const asked = before.filter((event) => event.body.kind === 'message').length;
        const since = (): LogEvent[] => client.events.filter((event) => event.seq > before.length);
        const given = (): number => answered(before) + answered(since());
        // After many rounds there are minutes of answers to wait for, and whoever doesn't answer a ping is cut off.
        client.socket.on('message', () => {
          const last = client.frames.at(-1);
          if (last?.t === 'ping') client.send({ t: 'pong', n: last.n });
        });
        for (let had = given(); had < asked; had = given()) await client.until(() => given() > had, 'the next answer');
        const log = await wholeLog(client);

        expect(log.map((event) => event.seq)).toEqual(log.map((_, i) => i + 1));
        const own = log.filter((event) => event.body.kind === 'message');
        expect(new Set(own.map((event) => event.clientId)).size).toBe(own.length);
        for (const [clientId, seq] of visitor.acknowledged) {
          expect(log[seq - 1]?.clientId, `acknowledged ${clientId}`).toBe(clientId);
        }
        const ends = log.flatMap(({ body }) => ('run' in body && body.kind !== 'answer.started' ? [body.run] : []));
        expect(new Set(ends).size).toBe(ends.length);
        expect(ends.length).toBe(own.length);
        stored += own.length;
      }),
    );
    const acknowledged = visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);
    const line = `${ROUNDS} kills: ${acknowledged} acknowledged, 0 lost, 0 doubled; ${resent} sent again, ${committedUnacknowledged} of these had been stored without their sender knowing, ${stored} in the logs`;
    console.log(line);
    expect(acknowledged).toBeGreaterThanOrEqual(Math.floor(ROUNDS / 2));
    if (!LONG) return;
    keepResults(
      {
        name: 'kill-9',
        title: 'Killed without warning',
        command: 'npm run test:long -- packages/realtime-server/test/kill-9',
        packages: ['ws', 'libsql'],
      },
      `${VISITORS} visitors write while the process is killed some milliseconds after it began to serve, every other time after the first acknowledgement (seed ${SEED}).\n\n- ${line}`,
    );
  });
});

/** Connects, sends what is still open under its old id, then new messages; gives up when the connection dies. */
async function write(visitor: Visitor, n: number, onResend: () => void, onAck: () => void): Promise<WireClient | null> {
  let client: WireClient | null = null;
  try {
    client = await WireClient.open(port);
    client.hello({ session: visitor.token });
    const opened = client;
    await client.until(
      () => opened.frames.some((frame) => frame.t === 'live') || opened.closed !== null,
      'the welcome',
    );
    if (client.closed) return client;
    visitor.token ??= client.token;
    client.socket.on('message', () => {
      if (opened.frames.at(-1)?.t === 'ack') onAck();
    });
    for (const [clientId, text] of visitor.open) {
      onResend();
      client.say(text, clientId);
    }
    while (visitor.open.size < 5) {
      visitor.count += 1;
      const clientId = `visitor-${n}-${visitor.count}`;
      const text = 'thanks';
      visitor.open.set(clientId, text);
      client.say(text, clientId);
    }
  } catch {
    // The process died under our hands; that is what this test is for.
  }
  return client;
}

async function wholeLog(client: WireClient): Promise<LogEvent[]> {
  const log: LogEvent[] = [];
  for (;;) {
    const id = `sync-${log.length}-${client.frames.length}`;
    client.send({ t: 'sync', id, conversation: client.conversation, after: log.length });
    const page = await client.next('page', (frame) => frame.id === id);
    log.push(...page.events);
    if (!page.more) return log;
  }
}

function answered(log: readonly LogEvent[]): number {
  return log.filter(({ body }) => body.kind === 'answer.completed' || body.kind === 'answer.interrupted').length;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
