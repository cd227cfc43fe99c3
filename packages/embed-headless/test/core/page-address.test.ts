// @vitest-environment happy-dom
/** The URL of the page is sent without query and fragment. */
import { afterEach, expect, it } from 'vitest';
import type { ChatClient } from '../../src/core/index.js';
import { createFakeServer } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';

let client: ChatClient;
afterEach(() => client.destroy());

it.each([
  ['https://shop.test/reset?token=4711', 'https://shop.test/reset'],
  ['https://shop.test/#access_token=4711', 'https://shop.test/'],
  ['https://shop.test/a#b?token=4711\n4711', 'https://shop.test/a'],
  ['/relative?token=4711', '/relative'],
  ['https://shop.test/shoes', 'https://shop.test/shoes'],
])('%s is sent as %s', async (url, expected) => {
  const server = createFakeServer();
  const sent: string[] = [];
  const RecordingSocket: typeof server.WebSocket = class extends server.WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol);
      const { send } = this;
      this.send = (data) => {
        sent.push(String(data));
        send.call(this, data);
      };
    }
  };
  client = clientOf(server, { page: { url, title: 'Shoes' }, WebSocket: RecordingSocket });
  client.connect();
  await server.settled();
  expect(JSON.parse(sent[0] as string).page).toEqual({ url: expected, title: 'Shoes' });
  expect(sent.join()).not.toContain('4711');
});
