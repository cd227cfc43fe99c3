/** The types of the hooks, checked by the compiler. */
import { defineTool } from '@service/protocol';
import { describe, expectTypeOf, it } from 'vitest';
import {
  type Answer,
  type Chat,
  type ChatClient,
  type ChatState,
  createChatClient,
  type TimelineEntry,
  type UseChatOptions,
  useChat,
  useChatSelector,
  useTool,
} from '../../src/react/index.js';

// Never called, because hooks outside of a component throw. The compiler checks it.
const checked = (): void => {
  const chat = useChat({ inboxId: 'demo', baseUrl: 'https://chat.example', onMessage: ({ role }) => void role });
  expectTypeOf(chat).toEqualTypeOf<Chat>();
  expectTypeOf(chat.connection).toEqualTypeOf<
    'idle' | 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'closed'
  >();
  expectTypeOf(chat.turn).toEqualTypeOf<'ready' | 'submitted' | 'streaming'>();
  expectTypeOf(chat.handledBy).toEqualTypeOf<'agent' | 'queued' | 'human' | 'closed'>();
  expectTypeOf(chat.sendMessage).toEqualTypeOf<ChatClient['sendMessage']>();
  expectTypeOf(chat.client).toEqualTypeOf<ChatClient>();

  expectTypeOf(useChatSelector(({ unread }) => unread)).toEqualTypeOf<number>();
  expectTypeOf(useChatSelector(({ timeline }) => timeline.at(-1))).toEqualTypeOf<TimelineEntry | undefined>();

  // `type` discriminates the entries, and only a failed message has a reason.
  const [entry] = chat.timeline;
  if (entry?.type === 'answer') expectTypeOf(entry).toEqualTypeOf<Answer>();
  if (entry?.type === 'own' && entry.delivery.state === 'failed') expectTypeOf(entry.delivery.message).toBeString();
  // @ts-expect-error only a failed message has a reason
  if (entry?.type === 'own' && entry.delivery.state === 'sent') void entry.delivery.message;
  // @ts-expect-error a notice has no text
  if (entry?.type === 'notice') void entry.text;
  // @ts-expect-error a snapshot is not to be changed
  chat.timeline.push();

  // A tool's arguments and what it shows are known to what draws its calls, written in place or by `defineTool`.
  const parameters = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] } as const;
  const find = defineTool({
    name: 'find',
    description: 'Finds.',
    parameters,
    handler: async ({ order }) => ({ order, kg: 2 }),
  });
  useTool(find, {
    render: ({ args, result, state }) => {
      expectTypeOf(args.order).toBeString();
      expectTypeOf(result).toEqualTypeOf<{ order: string; kg: number } | undefined>();
      return state === 'succeeded' ? `${result?.kg} kg` : undefined;
    },
  });
  useTool(
    { name: 'weigh', description: 'Weighs.', parameters, handler: () => ({ kg: 2 }), toModel: ({ kg }) => `${kg} kg` },
    { render: ({ result }) => (expectTypeOf(result).toEqualTypeOf<string | undefined>(), result) },
  );

  // @ts-expect-error without a provider above it, a client needs to know where its server is
  useChat({ inboxId: 'demo' });
  // @ts-expect-error a misspelt callback would never be called
  useChat({ inboxId: 'demo', baseUrl: 'https://chat.example', onMesage: () => undefined });
  // @ts-expect-error either options or a client
  const wrong: UseChatOptions = { autoConnect: true };
  void wrong;
  const client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.example' });
  expectTypeOf(useChat({ client }).client).toEqualTypeOf<ChatClient>();
  expectTypeOf(client.getState).returns.toEqualTypeOf<ChatState>();
};

describe('the types of the hooks', () => {
  it('are those that apps rely on', () => {
    expectTypeOf(checked).toBeFunction();
  });
});
