/**
 * Two businesses on one server, each with visitors who have everything that a visitor can have; and what of one visitor must
 * never reach another: every name and word that the server has sent them or stores about them.
 */
import type { Attachment, HelloFrame } from '@service/protocol';
import { expect } from 'vitest';
import type { AnswerPiece, Question } from '../../dist/conversation/answering/answerer.js';
import type { ClientToolCalls } from '../../dist/conversation/answering/client-tool-calls.js';
import { RING, tokenFor } from '../identity/sign-token.js';
import type { SharedStore } from '../store/shared-stores.js';
import { CANCEL, caller, PageByHand, STATUS } from '../tools/scripted-page.js';
import { echo, inboxesOf, serve, type TestServer } from './serve.js';
import { WireClient } from './wire-client.js';

export const SHOPS = { first: 'http://first.test', second: 'http://second.test' } as const;
export type Shop = keyof typeof SHOPS;

/** Asks for functions of the page where the question asks for it, and never goes on: what is open stays open. */
const calling = caller(({ text }) => {
  const [, who] = /^functions for (\w+)$/.exec(text) ?? [];
  return [
    { id: `call-asked-${who}`, name: 'cancel_order', args: { order: `order-of-${who}` } },
    { id: `call-begun-${who}`, name: 'get_order_status', args: { order: `order-of-${who}` } },
  ];
});
async function* script(question: Question, signal: AbortSignal, tools: ClientToolCalls): AsyncIterable<AnswerPiece> {
  yield* question.text.startsWith('functions for')
    ? calling.script(question, signal, tools)
    : echo(question, signal, tools);
}

/** One proxy is believed, so that each visitor comes from an address of their own. */
export const twoTenants = (store: SharedStore): Promise<TestServer> =>
  serve(
    script,
    inboxesOf(
      ...(Object.entries(SHOPS) as [Shop, string][]).map(([id, origin]) => ({
        id,
        allowedOrigins: [origin],
        identity: { keysEnv: 'KEYS' },
      })),
    ),
    1,
    { KEYS: RING },
    store.open,
  );

let visitors = 0;

/** A socket of someone who has not sent a hello; each from another address. */
export function arrive(server: TestServer): Promise<WireClient> {
  visitors += 1;
  return WireClient.open(server.port, {
    'X-Forwarded-For': `198.${18 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`,
  });
}

export const helloOf = (shop: Shop, who: string, identified: boolean): Partial<HelloFrame> => ({
  inbox: shop,
  origin: SHOPS[shop],
  instance: `instance-${who}`,
  ...(identified && {
    identity: tokenFor(`person-${who}`, { aud: `cw:inbox:${shop}`, name: `Name of ${who}`, email: `${who}@mail.test` }),
  }),
});

export async function enter(server: TestServer, hello: Partial<HelloFrame>): Promise<WireClient> {
  const client = await arrive(server);
  // Stays, however long a test takes.
  client.socket.on('message', (data: Buffer) => {
    const { t, n } = JSON.parse(data.toString()) as { t: string; n: number };
    if (t === 'ping') client.send({ t: 'pong', n });
  });
  client.hello(hello);
  await client.next('live');
  return client;
}

export interface Tenant {
  readonly shop: Shop;
  readonly who: string;
  readonly wire: WireClient;
  /** Names and words of this visitor, by the fields they stand in. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An identified visitor with two conversations, answers, opinions, a person who wrote, files, and functions that wait and run. */
export async function settle(server: TestServer, shop: Shop, who: string): Promise<Tenant> {
  const wire = await enter(server, helloOf(shop, who, true));
  const page = PageByHand.at(wire);
  const say = async (conversation: string, text: string, attachments?: readonly string[]): Promise<void> => {
    const clientId = `client-${text.replace(/\W+/g, '-')}`;
    wire.send({
      t: 'append',
      conversation,
      clientId,
      body: { kind: 'message', text, ...(attachments && { attachments }) },
    });
    await wire.next('ack', (ack) => ack.clientId === clientId);
  };
  const answered = (words: string): Promise<void> =>
    wire.until(
      () => wire.events.some(({ body }) => body.kind === 'answer.completed' && body.text.includes(words)),
      `an answer with ${words}`,
    );
  const { contact } = (await server.session(wire.token)) as { contact: string };
  const upload = async (name: string): Promise<Attachment> => {
    const attachment: Attachment = {
      id: `att_${`${name}-of-${who}`.padEnd(32, '0')}`,
      name: `${name}-of-${who}.png`,
      type: 'image/png',
      size: 9,
    };
    const quota = { since: 0, contactBytes: 1e6, inboxBytes: 1e6 };
    const owner = { session: null, conversation: wire.conversation };
    await server.store.addAttachment({ attachment, inbox: shop, contact, owner, at: Date.now(), quota });
    return attachment;
  };
  const [sent, unsent] = [await upload('sent'), await upload('unsent')];
  await say(wire.conversation, `first words of ${who}`, [sent.id]);
  await answered(`first words of ${who}`);
  const done = wire.events.find(({ body }) => body.kind === 'answer.completed')?.body as { message: string };
  const opinion = { kind: 'feedback', message: done.message, value: 'up' } as const;
  wire.send({ t: 'append', conversation: wire.conversation, clientId: `opinion-of-${who}`, body: opinion });
  await wire.next('ack', (ack) => ack.clientId === `opinion-of-${who}`);

  const person = await server.store.ensureOperatorOf(
    `usr_${who}`,
    `opr_${`who-answers-${who}`.padEnd(22, '0')}`,
    `Person for ${who}`,
    Date.now(),
  );
  await server.store.setPicture(person.id, Buffer.from(`picture for ${who}`), Date.now());
  const by = { kind: 'human', id: person.id, name: person.name } as const;
  await server.append(wire.conversation, by, `reply-to-${who}`, { kind: 'message', text: `a person to ${who}` });
  await wire.until(() => wire.events.some((event) => event.by.id === person.id), 'what a person writes');

  wire.send({ t: 'open', id: `second-of-${who}`, conversation: null });
  const { conversation } = await wire.next('opened');
  await say(conversation, `more words of ${who}`);
  await answered(`more words of ${who}`);
  await page.offer([CANCEL, { ...STATUS, timeoutMs: 120_000 }], `instructions of ${who}`, conversation);
  await say(conversation, `functions for ${who}`);
  for (const id of [`call-asked-${who}`, `call-begun-${who}`]) await page.claim(id, 1, conversation);
  await page.eventOf('tool.asked', `call-asked-${who}`);
  await page.start(`call-begun-${who}`, conversation);
  return { shop, who, wire, names: namesIn([...wire.frames, { unsent }]) };
}

/** Every text in `values`, by the name of its field. */
export function namesIn(values: readonly unknown[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const add = (name: string, text: string): void => {
    names.set(name, (names.get(name) ?? new Set()).add(text));
  };
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'string') add(name, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) add('key', key);
        look(inner, Array.isArray(value) ? name : key);
      }
  };
  for (const value of values) look(value, '');
  return names;
}

/** Columns that the server changes by itself while no one does anything. */
const MOVING = new Set(['until', 'due_at', 'lease_until', 'last_seen_at']);

/** Columns in which a row says whose it is. */
const WHOSE = ['id', 'contact', 'conversation', 'session', 'key'];

/** Every row of every table that is about one of these, as it is stored. */
async function keptOf(store: SharedStore, folder: string, ids: readonly string[]): Promise<readonly string[]> {
  return (await store.rows(folder))
    .flatMap(([table, rows]) =>
      rows
        .filter((row) => WHOSE.some((column) => ids.includes(row[column] as string)))
        .map((row) => {
          const lasting = Object.entries(row).filter(([column]) => !MOVING.has(column));
          return `${table} ${JSON.stringify(Object.fromEntries(lasting))}`;
        }),
    )
    .sort();
}

/**
 * Remembers what is stored of a visitor; the function it returns holds that nothing has changed since, and that they have
 * heard of nothing. `also`: further ids whose rows are theirs.
 */
export async function watchOver(
  server: TestServer,
  store: SharedStore,
  { wire, names }: Tenant,
  also: readonly string[] = [],
): Promise<() => Promise<void>> {
  const { id, contact } = (await server.session(wire.token)) as { id: string; contact: string };
  const ids = [id, contact, ...also, ...(names.get('conversation') ?? [])];
  const before = await keptOf(store, server.folder, ids);
  expect(before.length).toBeGreaterThan(20);
  const heard = wire.frames.length;
  return async () => {
    expect(await keptOf(store, server.folder, ids)).toEqual(before);
    expect(wire.closed).toBeNull();
    expect(wire.frames.slice(heard).filter(({ t }) => t !== 'ping')).toEqual([]);
  };
}
