/** What a conversation can look like: each story is one state of the timeline. */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { chat } from './fake-chat';
import { OwnLook } from './own-look';

const meta: Meta = {
  title: 'Conversation',
  render: (_args, { loaded }) => <OwnLook client={loaded.client as ChatClient} />,
};
export default meta;

const ANSWER = `You can wash it **cold** [1], and dry it:

1. in the shade
2. on a *flat* surface

| Jacket | Degrees |
|---|--:|
| Fjell | 30 |

More at [fjell.example](https://fjell.example/care).`;
const CARE = {
  number: 1,
  documentId: 'care',
  title: 'Care of wool',
  url: 'https://fjell.example/care',
  quote: 'Wash it cold.',
};

export const Empty: StoryObj = { loaders: chat() };

export const Answer: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('How do I wash my Fjell jacket?');
    await server.settled();
    server.conversation.answer(ANSWER, { citations: [CARE] });
  }),
};

export const Streaming: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('How do I wash my Fjell jacket?');
    await server.settled();
    server.conversation.beginAnswer().write('You can wash it **cold**, and dry');
  }),
};

export const Stopped: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('How do I wash my Fjell jacket?');
    await server.settled();
    server.conversation.beginAnswer().write('You can wash it **cold**, and dry');
    await server.settled();
    client.stopAnswer();
  }),
};

export const OfferOfAPerson: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('Do you sell sledges?');
    await server.settled();
    server.conversation.answer('I don’t know whether we do.', { offerPerson: true });
  }),
};

export const WaitingForAPerson: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('May I speak to someone?');
    client.requestHuman();
    await server.settled();
    server.conversation.setQueue(2);
  }),
};

export const WithAPerson: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('May I speak to someone?');
    await server.settled();
    server.conversation.say('Hei, this is **Ingrid**. How can I help?', 'Ingrid');
    server.conversation.type();
  }),
};

export const NotSent: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    server.reachable(false);
    server.killConnections();
    client.sendMessage('Is anybody there?');
  }),
};

export const Closed: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('Thank you!');
    await server.settled();
    server.conversation.close();
  }),
};

/** Long words, right to left, and a script without spaces. */
export const OtherScripts: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    client.sendMessage('متى تصل طلبيتي؟');
    await server.settled();
    server.conversation.answer('غدًا صباحًا.');
    client.sendMessage('送料はいくらですか');
    await server.settled();
    server.conversation.answer('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2));
  }),
};
