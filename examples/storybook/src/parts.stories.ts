/** What is below a message, and calls of the page's functions. */
import type { Part } from '@service/embed-sdk/parts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { asked, chat, type Talk, until } from './fake-chat';
import { FORM, HAT } from './samples';

const meta: Meta = { title: 'Parts and tools' };
export default meta;

const answerWith = (text: string, parts: readonly Part[]): Talk =>
  asked('I want to return one.', ({ server }) => server.conversation.answer(text, { parts }));

export const QuickReplies: StoryObj = {
  loaders: chat(
    answerWith('Which one?', [{ type: 'quick-replies', replies: [{ label: 'The jacket' }, { label: 'The hat' }] }]),
  ),
};

export const Card: StoryObj = { loaders: chat(answerWith('This one?', [HAT])) };

export const Carousel: StoryObj = {
  loaders: chat(
    answerWith('One of these?', [
      HAT,
      { ...HAT, title: 'Bre gloves', text: 'Windproof.' },
      { ...HAT, title: 'Dal scarf', text: 'Warm.' },
    ]),
  ),
};

export const Form: StoryObj = {
  loaders: chat(answerWith('Tell us more.', [FORM])),
};

/** A function of the page is called. `confirm`: it asks the visitor first. */
const called =
  (confirm: boolean, handler: () => unknown): Talk =>
  async ({ client, server }) => {
    client.registerTool({
      name: 'cancel_order',
      title: 'Cancel an order',
      description: 'Cancels an order.',
      parameters: { type: 'object', properties: { order: { type: 'string' } } },
      ...(confirm && { confirm: { title: 'Cancel order A-1002?', body: 'It can’t be taken back.', danger: true } }),
      handler,
    });
    await until(() => server.conversation.tools.length > 0);
    void server.conversation.callTool('cancel_order', { order: 'A-1002' });
    await server.settled();
  };

export const ToolAsks: StoryObj = { loaders: chat(called(true, () => 'cancelled')) };
export const ToolRuns: StoryObj = { loaders: chat(called(false, () => new Promise(() => undefined))) };
export const ToolHasRun: StoryObj = { loaders: chat(called(false, () => 'cancelled')) };
export const ToolHasFailed: StoryObj = {
  loaders: chat(
    called(false, () => {
      throw new Error('It is packed already.');
    }),
  ),
};
