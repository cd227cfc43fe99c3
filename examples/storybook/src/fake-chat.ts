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
  // Parts of the client load first.
  await until(() => client.getState().connection === 'connected');
  await talk({ client, server });
  await server.settled();
  return client;
}

/** The visitor asks, and when the server has the question, `then` happens. */
export const asked =
  (question: string, then: Talk): Talk =>
  async (chat) => {
    chat.client.sendMessage(question);
    await chat.server.settled();
    await then(chat);
  };

/** Resolves when `isSo`, which is looked at again and again. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((later) => setTimeout(later, 10));
}

/** For `loaders` of a story: each story has a chat of its own. */
export const chat = (talk?: Talk) => [async () => ({ client: await chatAfter(talk) })];
