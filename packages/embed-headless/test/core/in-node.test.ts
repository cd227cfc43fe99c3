// @vitest-environment node
/** The client in Node: it has a WebSocket class, and nothing else that a page has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createChatClient, type WebSocketLike } from '../../src/core/index.js';

const clientFor = (baseUrl: string) =>
  createChatClient({
    inboxId: 'demo',
    baseUrl,
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: WebSocket as unknown as WebSocketLike,
  });

it('connects by the class of the package ws, also to a URL with a trailing slash', async () => {
  const http = createServer();
  const asked: (string | undefined)[] = [];
  new WebSocketServer({ server: http }).on('connection', (_, { url }) => asked.push(url));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const client = clientFor(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  client.connect();
  await vi.waitFor(() => expect(asked).toEqual(['/v1/realtime']));
  client.destroy();
  http.closeAllConnections();
  http.close();
});

it('keeps trying when no server listens, instead of ending the process', async () => {
  const http = createServer();
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  await new Promise((closed) => http.close(closed));
  const uncaught = vi.fn();
  process.once('uncaughtException', uncaught);
  const client = clientFor(`http://127.0.0.1:${port}`);
  client.connect();
  await vi.waitFor(() => expect(client.getState().connection).toBe('reconnecting'));
  expect(uncaught).not.toHaveBeenCalled();
  process.off('uncaughtException', uncaught);
  client.destroy();
});
