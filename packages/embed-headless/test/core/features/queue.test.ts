// @vitest-environment happy-dom
/** The position in the queue: shown while the visitor waits for a person, and only while it is current. */
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

const waitAt = async (position: number | null, attended = true): Promise<void> => {
  if (client.getState().handledBy !== 'queued') client.requestHuman();
  await server.settled();
  server.conversation.setQueue(position, attended);
  await server.settled();
};

it('follows the queue frames of the server', async () => {
  expect(client.getState().queue).toBeNull();
  await waitAt(3, false);
  expect(client.getState().queue).toEqual({ position: 3, staffed: false });
  await waitAt(1);
  expect(client.getState().queue).toEqual({ position: 1, staffed: true });
  await waitAt(null);
  expect(client.getState().queue).toEqual({ position: null, staffed: true });
});

it.each([
  ['a person comes', () => server.conversation.say('Hello', 'Ingrid')],
  ['the visitor goes back to the assistant', () => client.endHandoff()],
  ['the conversation is closed', () => server.conversation.close()],
])('is null when %s', async (_what, change) => {
  await waitAt(1);
  change();
  await server.settled();
  expect(client.getState().queue).toBeNull();
});

it('is null after the visitor has left the queue, and set again by a new frame after a new request', async () => {
  await waitAt(1);
  client.endHandoff();
  await server.settled();
  client.requestHuman();
  await server.settled();
  expect(client.getState()).toMatchObject({ handledBy: 'queued', queue: null });
  await waitAt(4);
  expect(client.getState().queue).toEqual({ position: 4, staffed: true });
});

it('is null while there is no connection', async () => {
  await waitAt(2);
  server.reachable(false);
  await server.settled();
  expect(client.getState()).toMatchObject({ handledBy: 'queued', queue: null });
});
