/** What a conversation can look like: each story is one state of the timeline. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { asked, chat } from './fake-chat';
import { ANSWER, CARE } from './samples';

const meta: Meta = { title: 'Conversation' };
export default meta;

export const Empty: StoryObj = { loaders: chat() };

export const Answer: StoryObj = {
  loaders: chat(
    asked('How do I wash my Fjell jacket?', ({ server }) => {
      server.conversation.answer(ANSWER, { citations: [CARE] });
    }),
  ),
};

export const Streaming: StoryObj = {
  loaders: chat(
    asked('How do I wash my Fjell jacket?', ({ server }) => {
      server.conversation.beginAnswer().write('You can wash it **cold**, and dry');
    }),
  ),
};

export const Stopped: StoryObj = {
  loaders: chat(
    asked('How do I wash my Fjell jacket?', async ({ client, server }) => {
      server.conversation.beginAnswer().write('You can wash it **cold**, and dry');
      await server.settled();
      client.stopAnswer();
    }),
  ),
};

export const OfferOfAPerson: StoryObj = {
  loaders: chat(
    asked('Do you sell sledges?', ({ server }) => {
      server.conversation.answer('I don’t know whether we do.', { offerPerson: true });
    }),
  ),
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
  loaders: chat(
    asked('May I speak to someone?', ({ server }) => {
      server.conversation.say('Hei, this is **Ingrid**. How can I help?', 'Ingrid');
      server.conversation.type();
    }),
  ),
};

export const NotSent: StoryObj = {
  loaders: chat(async ({ client, server }) => {
    server.reachable(false);
    server.killConnections();
    client.sendMessage('Is anybody there?');
  }),
};

export const Closed: StoryObj = {
  loaders: chat(
    asked('Thank you!', ({ server }) => {
      server.conversation.close();
    }),
  ),
};

/** Long words, right to left, and a script without spaces. */
export const OtherScripts: StoryObj = {
  loaders: chat(
    asked('متى تصل طلبيتي؟', async ({ client, server }) => {
      server.conversation.answer('غدًا صباحًا.');
      client.sendMessage('送料はいくらですか');
      await server.settled();
      server.conversation.answer('Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2));
    }),
  ),
};
