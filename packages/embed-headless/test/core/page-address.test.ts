// @vitest-environment happy-dom
/** Where the visitor is leaves the browser without what stands behind `?` and `#`. */
import { afterEach, expect, it } from 'vitest';
import { type ChatClient, createChatClient } from '../../src/core/index.js';
import { createFakeServer } from '../../src/testing/index.js';

let client: ChatClient;
afterEach(() => client.destroy());

it.each([
  ['https://shop.test/reset?token=4711', 'https://shop.test/reset'],
  ['https://shop.test/#access_token=4711', 'https://shop.test/'],
  ['https://shop.test/a#b?token=4711\n4711', 'https://shop.test/a'],
  ['/relative?token=4711', '/relative'],
  ['https://shop.test/shoes', 'https://shop.test/shoes'],
])('%s is told as %s', async (url, told) => {
  const server = createFakeServer();
  const sent: string[] = [];
  const Listening: typeof server.WebSocket = class extends server.WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol);
      const { send } = this;
      this.send = (data) => {
        sent.push(String(data));
        send.call(this, data);
      };
    }
  };
  client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    page: { url, title: 'Shoes' },
    WebSocket: Listening,
  });
  client.connect();
  await server.settled();
  expect(JSON.parse(sent[0] as string).page).toEqual({ url: told, title: 'Shoes' });
  expect(sent.join()).not.toContain('4711');
});
