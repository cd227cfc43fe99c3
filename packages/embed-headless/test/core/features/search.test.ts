// @vitest-environment happy-dom
/** Searching the messages of the visitor: one request and one result per call, null without a connection. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChatClient } from '../../../src/core/index.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';
import { clientOf } from '../../support/fake-server-client.js';

let server: FakeServer;
let client: ChatClient;
beforeEach(async () => {
  server = createFakeServer();
  client = clientOf(server);
  client.connect();
  await server.settled();
});
afterEach(() => client.destroy());

it('finds messages, the latest first, with their numbers in the log', async () => {
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

it('returns the results of two searches at once to the right callers', async () => {
  client.sendMessage('red');
  await server.settled();
  client.sendMessage('blue');
  await server.settled();
  const [red, blue] = await Promise.all([client.search('red'), client.search('blue')]);
  expect([red, blue].map((found) => found?.hits[0]?.excerpt)).toEqual(['red', 'blue']);
});

it('returns null when there is no connection', async () => {
  server.reachable(false);
  await server.settled();
  expect(await client.search('boots')).toBeNull();
});
