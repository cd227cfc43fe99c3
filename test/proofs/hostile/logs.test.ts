/** A secret word in everything that a visitor controls, through a whole visit, is in no line of the log, at any level. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Service } from '../../support/server/start-service.js';
import { issueKey } from '../../support/server/team-session.js';
import { inboxesFor } from '../../support/sites/start-site.js';
import { bareVisit } from '../../support/wire/bare-visit.js';

const CANARY = 'canary7Q2mXc9a';
const EMAIL = `${CANARY}@shop.example`;
const SHOP = 'http://localhost:1';

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
beforeAll(async () => {
  inboxes = inboxesFor([SHOP]);
  service = await Service.start({ inboxDir: inboxes.folder, env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await service.dispose();
  inboxes.remove();
});

interface Client {
  send(frame: object | string): void;
  until(done: (frames: readonly Record<string, unknown>[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

async function connect(): Promise<Client> {
  const socket = new WebSocket(`${service.origin.replace('http', 'ws')}/v1/realtime?${CANARY}`, 'service.chat.v1');
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  const client = clientOn(socket, frames);
  await new Promise((resolve) => socket.once('open', resolve));
  return client;
}

function clientOn(socket: WebSocket, frames: readonly Record<string, unknown>[]): Client {
  let ended = false;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    ended = true;
  });
  return {
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    until: async (done) => expect.poll(() => done(frames) || ended).toBe(true),
    close: async () => {
      socket.close();
      await expect.poll(() => ended).toBe(true);
    },
  };
}

const hello = (over: object = {}): object => ({
  t: 'hello',
  v: [1],
  inbox: 'demo',
  session: null,
  origin: SHOP,
  sdk: `sdk/${CANARY}`.slice(0, 40),
  instance: `instance-${CANARY}`,
  cursor: null,
  visible: true,
  user: { name: CANARY, email: EMAIL, customAttributes: { note: CANARY } },
  page: { url: `${SHOP}/reset?token=${CANARY}#${CANARY}`, title: CANARY },
  ...over,
});

it('D5: no line of the log has a visitor’s words, names, headers or forged ids, nor the session’s token or the key', async () => {
  const headers = { 'User-Agent': CANARY, 'X-Forwarded-For': CANARY, Cookie: `a=${CANARY}` };
  const { socket, frames, session, conversation } = await bareVisit(service.origin, hello(), {
    query: `?${CANARY}`,
    headers,
  });
  const visit = clientOn(socket, frames);
  const append = (body: object, clientId = `client-${Math.random()}`): void =>
    visit.send({ t: 'append', conversation, clientId, body });
  append({ kind: 'message', text: `how long does shipping take? ${CANARY} ${EMAIL}` }, `client-${CANARY}`);
  await visit.until((frames) => JSON.stringify(frames).includes('answer.completed'));
  append({ kind: 'message', text: CANARY }, `client-${CANARY}`);
  append({ kind: 'handoff.requested', reason: CANARY });
  visit.send({ t: 'context', user: { name: CANARY }, page: { url: `${SHOP}/${CANARY}`, title: CANARY } });
  visit.send({ t: 'follow', conversation: `cnv_${CANARY}` });
  visit.send({ t: CANARY, id: CANARY });
  visit.send(`{"t":"${CANARY}`);
  visit.send({ t: 'append', conversation, clientId: CANARY, body: { kind: 'message', text: { [CANARY]: CANARY } } });
  await visit.until((frames) => frames.filter(({ t }) => t === 'error').length >= 3);
  await visit.close();

  for (const over of [
    { inbox: CANARY },
    { origin: `http://${CANARY}.example` },
    { session: `cws_${CANARY.padEnd(43, 'x')}` },
    { locale: CANARY },
    { consent: { version: CANARY, textHash: 'a'.repeat(64), locale: 'en' } },
  ]) {
    const client = await connect();
    client.send(hello(over));
    await client.until((frames) => frames.length > 0);
    await client.close();
  }

  const key = await issueKey(service, 'demo');
  for (const [path, init] of [
    [`/widget/${CANARY}?o=${CANARY}&theme=${CANARY}`, {}],
    [`/assets/${CANARY}`, {}],
    [`/api/desk/conversations/${CANARY}`, { headers: { 'X-API-Key': CANARY } }],
    [`/api/desk/conversations/${conversation}`, { headers: { 'X-API-Key': key } }],
    [
      `/api/desk/conversations/${conversation}/messages`,
      {
        method: 'POST',
        headers: { 'X-API-Key': key },
        body: JSON.stringify({ clientId: 'reply-0001', name: CANARY, text: CANARY }),
      },
    ],
  ] as const) {
    await fetch(`${service.origin}${path}`, init);
  }
  await service.stop();

  expect(service.output).toContain('serving');
  for (const secret of [CANARY, CANARY.toLowerCase(), session, key]) expect(service.output).not.toContain(secret);
});
