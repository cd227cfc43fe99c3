// @vitest-environment happy-dom
/** The place in line, through the client: told while somebody waits for a person, and never longer than it is true. */
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

const wait = async (place: number | null, attended = true): Promise<void> => {
  if (client.getState().handledBy !== 'queued') client.requestHuman();
  await server.settled();
  server.conversation.setQueue(place, attended);
  await server.settled();
};

it('is what the server says, and moves with it', async () => {
  expect(client.getState().queue).toBeNull();
  await wait(3, false);
  expect(client.getState().queue).toEqual({ position: 3, staffed: false });
  await wait(1);
  expect(client.getState().queue).toEqual({ position: 1, staffed: true });
  await wait(null);
  expect(client.getState().queue).toEqual({ position: null, staffed: true });
});

it.each([
  ['a person comes', () => server.conversation.say('Hello', 'Ingrid')],
  ['the visitor goes back to the assistant', () => client.endHandoff()],
  ['the conversation is closed', () => server.conversation.close()],
])('is over when %s', async (_what, happens) => {
  await wait(1);
  happens();
  await server.settled();
  expect(client.getState().queue).toBeNull();
});

it('is forgotten by who gives up, and told anew to who asks again', async () => {
  await wait(1);
  client.endHandoff();
  await server.settled();
  client.requestHuman();
  await server.settled();
  expect(client.getState()).toMatchObject({ handledBy: 'queued', queue: null });
  await wait(4);
  expect(client.getState().queue).toEqual({ position: 4, staffed: true });
});

it('is not shown while nobody can say whether it is still true, and again once somebody can', async () => {
  await wait(2);
  server.reachable(false);
  await server.settled();
  expect(client.getState()).toMatchObject({ handledBy: 'queued', queue: null });
});
