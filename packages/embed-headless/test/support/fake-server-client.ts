import { type ChatClient, type ChatClientOptions, createChatClient } from '../../src/core/index.js';
import type { FakeServer } from '../../src/testing/index.js';

/** A client of the fake server with its storage in memory. The caller connects and destroys it. */
export const clientOf = (server: FakeServer, options: Partial<ChatClientOptions> = {}): ChatClient =>
  createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
    ...options,
  });
