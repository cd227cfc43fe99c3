/** Chats for stories: the real client on a server in memory, with a conversation that has happened. */
import { type ChatClient, createChatClient } from '@service/embed-sdk/core';
import { createFakeServer, type FakeServer } from '@service/embed-sdk/testing';

export type Talk = (chat: { readonly client: ChatClient; readonly server: FakeServer }) => void | Promise<void>;

/** Resolves with the client when the conversation has got as far as `talk` leads it. */
export async function chatAfter(talk: Talk = () => undefined): Promise<ChatClient> {
  const server = createFakeServer();
  const client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
  });
  client.connect();
  await server.settled();
  await talk({ client, server });
  await server.settled();
  return client;
}

/** For `loaders` of a story: each story has a chat of its own. */
export const chat = (talk?: Talk) => [async () => ({ client: await chatAfter(talk) })];
