/** An inbox whose own service answers: the requests to the service, and what the visitor sees of its answers. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyServiceRequest } from '../../../embed-sdk/src/server/verify-service-request.js';
import { NAME, type Outside, outside } from '../../../realtime-server/test/outgoing/fake-internet.js';
import { inboxesOf, serve, type TestServer } from '../../../realtime-server/test/support/serve.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { createHttpAgent } from '../../dist/http-agent/http-answerer.js';
import { signingSecretIn } from '../../dist/http-agent/signing-secret.js';

interface Asked {
  readonly key: unknown;
  readonly ok: boolean;
  readonly body: {
    readonly type: string;
    readonly data: { readonly text: string; readonly history: readonly object[] };
  };
}

const folder = mkdtempSync(join(tmpdir(), 'service-agent-'));
let world: Outside | null = null;
let server: TestServer | null = null;
afterEach(async () => {
  await server?.dispose();
  await world?.close();
  rmSync(join(folder, 'agent.secret'), { force: true });
  server = null;
  world = null;
});

async function serveWith(answer: (asked: Asked) => { readonly status?: number; readonly body: unknown }) {
  const asked: Asked[] = [];
  world = await outside(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const secret = readFileSync(join(folder, 'agent.secret'), 'utf8').trim();
    const verdict = verifyServiceRequest(Buffer.concat(pieces), request.headers, [secret]);
    const one = { key: request.headers['idempotency-key'], ok: verdict.ok, body: verdict.ok && verdict.body } as Asked;
    asked.push(one);
    const { status = 200, body } = answer(one);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const inboxes = inboxesOf({ id: 'demo', httpAgent: { url: `https://${NAME}/answer` } });
  const agent = createHttpAgent({
    inboxes,
    signing: () => signingSecretIn(folder),
    times: { now: Date.now, fraction: () => 0, pause: async () => undefined },
    network: world.network,
  });
  server = await serve((question, signal) => agent.answer(question, signal), inboxes);
  const visitor = await WireClient.join(server.port);
  return { asked, visitor };
}

describe('a question', () => {
  it('may be answered with cards and quick replies; invalid ones are dropped', async () => {
    const parts = [{ type: 'quick-replies', replies: [{ label: 'Track it' }] }];
    const { visitor } = await serveWith(({ body }) => ({
      body: { text: 'On its way.', parts: body.data.text === 'first' ? parts : [{ type: 'html', html: '<b>' }] },
    }));
    visitor.say('first');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 3), 'the first answer');
    expect(visitor.events.at(-1)?.body).toMatchObject({ text: 'On its way.', parts: JSON.stringify(parts) });
    visitor.say('second');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 6), 'the second answer');
    expect(visitor.events.at(-1)?.body).toMatchObject({ kind: 'answer.interrupted', reason: 'failed' });
    await visitor.close();
  });

  it('may be answered with any address, and what runs is neither stored nor sent', async () => {
    const good = { label: 'Prices', url: 'https://shop.example/repair' };
    const bad = { label: 'Run', url: 'javascript:alert(1)' };
    const cite = (number: number, url: string) => ({ number, documentId: 'd', title: 't', quote: 'q', url });
    const { visitor } = await serveWith(() => ({
      body: {
        text: 'Here [1][2].',
        citations: [cite(1, 'javascript:alert(1)'), cite(2, 'https://shop.example/')],
        parts: [
          { type: 'card', title: 'Repair', links: [bad, good] },
          { type: 'card', title: 'Nothing', links: [bad] },
        ],
      },
    }));
    visitor.say('first');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 3), 'the answer');
    expect(visitor.events.at(-1)?.body).toMatchObject({
      citations: [{ number: 1, documentId: 'd', title: 't', quote: 'q' }, cite(2, 'https://shop.example/')],
      parts: JSON.stringify([
        { type: 'card', title: 'Repair', links: [good] },
        { type: 'card', title: 'Nothing' },
      ]),
    });
    await visitor.close();
  });

  it('may answer with a form, and the service gets what was filled in, now and later', async () => {
    const form = { type: 'form', title: 'Where to?', fields: [{ type: 'number', name: 'size', label: 'Size' }] };
    const { asked, visitor } = await serveWith(({ body }) => ({
      body: { text: 'Fine.', ...(body.data.text === 'first' && { parts: [form] }) },
    }));
    visitor.say('first');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 3), 'the form');
    const body = { kind: 'message', text: '', filled: { form: 3, values: { size: 42 } } } as const;
    visitor.send({ t: 'append', conversation: visitor.conversation, clientId: 'client-filled', body });
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 6), 'the second answer');
    visitor.say('third');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 9), 'the third answer');
    const filled = { title: 'Where to?', values: { size: 42 } };
    expect(asked[1]?.body.data).toMatchObject({ text: 'Where to?\nSize: 42', filled });
    expect(asked[2]?.body.data.history).toContainEqual({ by: 'visitor', text: 'Where to?\nSize: 42', filled });
    await visitor.close();
  });

  it('reaches the service signed, with the messages before it, and its answer reaches the visitor', async () => {
    const { asked, visitor } = await serveWith(({ body }) => ({ body: { text: `You asked: ${body.data.text}` } }));
    visitor.say('first');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 3), 'the first answer');
    visitor.say('second');
    await visitor.until(() => visitor.events.some(({ seq }) => seq === 6), 'the second answer');
    expect(visitor.events.at(-1)?.body).toMatchObject({
      kind: 'answer.completed',
      text: 'You asked: second',
      outcome: 'answered',
      offerPerson: false,
    });
    expect(asked.map(({ ok, body }) => [ok, body.type, body.data.text])).toEqual([
      [true, 'question', 'first'],
      [true, 'question', 'second'],
    ]);
    expect(asked[1]?.body.data.history).toEqual([
      { by: 'visitor', text: 'first' },
      { by: 'agent', text: 'You asked: first' },
    ]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
    expect(asked[0]?.key).toMatch(/^run_/);
    await visitor.close();
  });

  it('that an earlier process has sent is not repeated: its outcome cannot be proven', async () => {
    let sent = 0;
    world = await outside((_request, response) => {
      sent += 1;
      response.end('{"text":"again"}');
    });
    const agent = createHttpAgent({
      inboxes: inboxesOf({ id: 'demo', httpAgent: { url: `https://${NAME}/answer` } }),
      signing: () => signingSecretIn(folder),
      times: { now: Date.now, fraction: () => 0, pause: async () => undefined },
      network: world.network,
    });
    let checkpoint: string | null = null;
    const job = {
      run: 'run_1',
      attempt: 1,
      get checkpoint() {
        return checkpoint;
      },
      async saveCheckpoint(state: string) {
        checkpoint = state;
        return true;
      },
    };
    const question = { inbox: 'demo', conversation: 'cnv_1', contact: 'ctc_1', text: 'Cancel it', history: [], job };
    const answer = async () => {
      const pieces: unknown[] = [];
      for await (const piece of agent.answer(question, new AbortController().signal)) pieces.push(piece);
      return pieces;
    };
    expect(await answer()).toMatchObject([{ kind: 'text', text: 'again' }, { kind: 'done' }]);
    await expect(answer()).rejects.toMatchObject({ code: 'destination_outcome_unknown' });
    expect(sent).toBe(1);
  });

  it('without an answer of the service brings the offer of a person', async () => {
    const { visitor } = await serveWith(() => ({ body: { text: 'I don’t know.', outcome: 'unknown' } }));
    visitor.say('why?');
    await visitor.until(() => visitor.events.length >= 3, 'the answer');
    expect(visitor.events.at(-1)?.body).toMatchObject({ outcome: 'unknown', offerPerson: true });
    await visitor.close();
  });

  it.each<readonly [string, { status?: number; body: unknown }]>([
    ['refuses', { status: 403, body: { error: 'secret detail' } }],
    ['answers something else', { body: { message: 'hello' } }],
    ['answers an object in place of a text', { body: { text: { type: 'img' } } }],
  ])('to a service that %s ends with an honest word, and nothing of the service’s own', async (_what, answer) => {
    const { visitor } = await serveWith(() => answer);
    visitor.say('anyone?');
    await visitor.until(() => visitor.events.length >= 3, 'the end');
    const { body } = visitor.events.at(-1) ?? {};
    expect(body).toMatchObject({ kind: 'answer.interrupted', reason: 'failed' });
    expect(JSON.stringify(body)).not.toMatch(/secret detail|agent\.example/);
    await visitor.close();
  });
});

describe('the secret', () => {
  it('is made once, for the server’s own user alone, and a new one is used at once', () => {
    const first = signingSecretIn(folder);
    expect(signingSecretIn(folder)).toEqual(first);
    expect(first.secret).toMatch(/^cwsk_[\w-]{43}$/);
    expect(statSync(join(folder, 'agent.secret')).mode & 0o777).toBe(0o600);
    rmSync(join(folder, 'agent.secret'));
    expect(signingSecretIn(folder).keyId).not.toBe(first.keyId);
  });
});
