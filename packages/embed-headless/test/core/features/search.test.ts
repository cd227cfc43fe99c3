// @vitest-environment happy-dom
/** Looking for what was said, through the client: asked once, told once, and never left without an answer. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChatClient, createChatClient } from '../../../src/core/index.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';

let server: FakeServer;
let client: ChatClient;
beforeEach(async () => {
  server = createFakeServer();
  client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
  });
  client.connect();
  await server.settled();
});
afterEach(() => client.destroy());

it('finds what was said, the latest first, with its number in the log', async () => {
  client.sendMessage('Blue boots, please');
  await server.settled();
  server.conversation.answer('We have boots in blue.');
  await server.settled();
  const found = await client.search('boots');
  expect(
    found?.hits.map(({ seq, by, excerpt, marks }) => [seq, by, marks.map(([a, b]) => excerpt.slice(a, b))]),
  ).toEqual([
    [3, 'ai', ['boots']],
    [1, 'visitor', ['boots']],
  ]);
  expect(await client.search('nothing')).toMatchObject({ hits: [], more: false });
});

it('tells each of two searches its own', async () => {
  client.sendMessage('red');
  await server.settled();
  client.sendMessage('blue');
  await server.settled();
  const [red, blue] = await Promise.all([client.search('red'), client.search('blue')]);
  expect([red, blue].map((found) => found?.hits[0]?.excerpt)).toEqual(['red', 'blue']);
});

it('says that nobody could tell when there is no connection', async () => {
  server.reachable(false);
  await server.settled();
  expect(await client.search('boots')).toBeNull();
});
