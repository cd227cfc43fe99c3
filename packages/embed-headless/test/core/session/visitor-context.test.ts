// @vitest-environment happy-dom
/** What the page says of its visitor and of itself reaches the server with the visitor's first word, and not before. */
import {
  type ClientFrame,
  FRAME_LIMITS,
  IDENTITY_LIMITS,
  PAGE_LIMITS,
  type PageInfo,
  USER_FIELDS,
  USER_LIMITS,
  type UserContext,
} from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChatClient, ChatClientOptions } from '../../../src/core/index.js';
import { newModel } from '../../../src/core/state/model.js';
import { reduce } from '../../../src/core/state/reducer.js';
import {
  createFakeServer,
  type FakeFrame,
  type FakeServer,
  type FakeServerOptions,
} from '../../../src/testing/index.js';
import { clientOf } from '../../support/fake-server-client.js';

let client: ChatClient | undefined;
let server: FakeServer;
afterEach(() => client?.destroy());

const KIM: UserContext = { name: 'Kim', customAttributes: { plan: 'pro' } };
const SHOES: PageInfo = { url: 'https://shop.test/shoes?size=42#red', title: 'Shoes' };

async function connected(options: Partial<ChatClientOptions>, behaviour: FakeServerOptions = {}): Promise<ChatClient> {
  server = createFakeServer({ visitorPage: 'path', ...behaviour });
  client = clientOf(server, options);
  client.connect();
  await server.settled();
  return client;
}
async function say(text: string): Promise<void> {
  client?.sendMessage(text);
  await server.settled();
}
/** The frames that say something of visitor or page, and the messages, in their order. */
const sent = (): readonly FakeFrame[] => server.received.filter(({ t }) => t === 'context' || t === 'append');
const contexts = (): readonly FakeFrame[] => server.received.filter(({ t }) => t === 'context');

describe('what the page says', () => {
  it('is sent with the first word, before it, and not again', async () => {
    await connected({ user: KIM, page: SHOES });
    expect(sent()).toEqual([]);
    await say('hello');
    await say('are you there?');
    expect(sent()).toMatchObject([
      { t: 'context', user: KIM },
      { t: 'context', page: { url: 'https://shop.test/shoes', title: 'Shoes' } },
      { t: 'append' },
      { t: 'append' },
    ]);
    expect(JSON.stringify(server.received.find(({ t }) => t === 'hello'))).not.toContain('Kim');
  });

  it('is sent again on each connection of a conversation that has messages', async () => {
    await connected({ user: KIM, page: null });
    await say('hello');
    server.killConnections();
    client?.connect();
    await expect.poll(contexts).toHaveLength(2);
  });

  it('is added to when it changes, and of visitor and page only the changed one is sent', async () => {
    const chat = await connected({ user: KIM, page: SHOES });
    await say('hello');
    chat.updateContext({ name: 'Kim', company: 'Acme' });
    chat.updatePage({ ...SHOES, title: 'Boots' });
    await server.settled();
    expect(contexts().slice(2)).toEqual([
      { t: 'context', user: { ...KIM, company: 'Acme' } },
      { t: 'context', page: { url: 'https://shop.test/shoes', title: 'Boots' } },
    ]);
  });

  it('does not follow an erasure into the empty conversation that comes after it', async () => {
    const chat = await connected({ user: KIM, page: SHOES });
    await say('hello');
    chat.eraseConversation();
    await expect.poll(() => server.connectionsEver).toBe(2);
    await expect.poll(() => chat.getState().loaded).toBe(true);
    chat.updatePage({ ...SHOES, title: 'Boots' });
    await server.settled();
    expect(contexts()).toHaveLength(2);
    await say('hello again');
    expect(contexts()).toHaveLength(4);
  });

  it('is not sent before a required consent', async () => {
    server = createFakeServer({ visitorPage: 'path', requireConsent: true });
    client = clientOf(server, { user: KIM, page: SHOES });
    client.connect();
    client.sendMessage('hello');
    await expect.poll(() => client?.getState().consentNeeded).toBe(true);
    expect(JSON.stringify(server.received)).not.toMatch(/Kim|Shoes/);
    client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    await expect.poll(contexts).toMatchObject([{ user: KIM }, { page: { title: 'Shoes' } }]);
  });
});

describe('the page', () => {
  it('is not sent to a server that does not take it, as those of 0.1.0', async () => {
    server = createFakeServer();
    client = clientOf(server, { user: KIM, page: SHOES });
    client.connect();
    await say('hello');
    expect(contexts()).toEqual([{ t: 'context', user: KIM }]);
  });

  it('is sent with its whole address where the inbox wants it', async () => {
    await connected({ page: SHOES }, { visitorPage: 'full' });
    await say('hello');
    expect(contexts()).toMatchObject([{ page: SHOES }]);
  });

  it('is that of this document where no other is given, also after a navigation within it', async () => {
    document.title = 'Shop';
    await connected({});
    await say('hello');
    // Its code is loaded meanwhile.
    await expect.poll(() => contexts().at(-1)?.page).toMatchObject({ title: 'Shop', language: navigator.language });
    document.title = 'Shoes';
    window.dispatchEvent(new Event('blur'));
    await expect.poll(() => contexts().at(-1)?.page).toMatchObject({ title: 'Shoes' });
  });

  it('is none when the program states none', async () => {
    await connected({ page: null });
    await say('hello');
    expect(contexts()).toEqual([]);
  });

  it('that is too long for a frame is sent as far as it fits', async () => {
    await connected({ page: { url: `https://shop.test/${'a'.repeat(5_000)}`, title: '題'.repeat(500) } });
    await say('hello');
    expect(contexts().map(({ page }) => page)).toEqual([{ url: '', title: '題'.repeat(256) }]);
    for (const frame of contexts()) expect(clientFrameSchema.safeParse(frame).error).toBeUndefined();
  });

  it('is sent again when it comes back after another one', async () => {
    const chat = await connected({ page: SHOES });
    await say('hello');
    chat.updatePage({ ...SHOES });
    chat.updatePage(null);
    chat.updatePage({ ...SHOES, url: `${SHOES.url}-and-green` });
    await server.settled();
    expect(contexts()).toHaveLength(2);
  });
});

describe('the sizes of frames', () => {
  const { fieldLength, attributes, attributeName, attributeLength } = USER_LIMITS;
  /** The largest context, made of this letter: of a visitor, and of a page. */
  const mostOf = (letter: string): readonly ClientFrame[] => [
    {
      t: 'context',
      user: {
        ...Object.fromEntries(USER_FIELDS.map((field) => [field, letter.repeat(fieldLength)])),
        customAttributes: Object.fromEntries(
          Array.from({ length: attributes }, (_, i) => [
            String(i).padEnd(attributeName, letter),
            letter.repeat(attributeLength),
          ]),
        ),
      },
    },
    {
      t: 'context',
      page: Object.fromEntries(
        Object.entries(PAGE_LIMITS).map(([field, most]) => [field, letter.repeat(most)]),
      ) as never,
    },
  ];

  it.each(['a', 'é', '語', '"'])('the largest context, in %j, is small enough for a frame', (letter) => {
    for (const frame of mostOf(letter)) {
      expect(clientFrameSchema.safeParse(frame).error).toBeUndefined();
      expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThanOrEqual(FRAME_LIMITS.frameBytes);
    }
  });

  it('a hello is never larger than the server reads', () => {
    const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };
    const settings = {
      inboxId: 'i'.repeat(64),
      hostOrigin: `https://${'h'.repeat(200)}.example`,
      instance: 'instance-1',
      sdk: 'test',
      consent: { version: 'v'.repeat(64), textHash: 'a'.repeat(64), locale: 'en' },
      locale: 'pt-BR',
    };
    const begun = reduce(newModel(settings), { type: 'connection', input: { type: 'connect' } }, around).model;
    const proof = { identity: 'i'.repeat(IDENTITY_LIMITS.identityBytes), proof: 'p'.repeat(43) };
    const token = `cws_${'s'.repeat(43)}`;
    const { effects } = reduce(begun, { type: 'opened', generation: 1, token, proof }, around);
    const [hello] = effects.flatMap((each) => (each.do === 'send' ? [each.frame] : []));
    expect(clientFrameSchema.safeParse(JSON.parse(JSON.stringify(hello))).error).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(hello))).toBeLessThanOrEqual(FRAME_LIMITS.helloBytes);
  });
});
