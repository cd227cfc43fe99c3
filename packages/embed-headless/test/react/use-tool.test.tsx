// @vitest-environment happy-dom
/** @jsxImportSource react */
/** A tool in a component: offered while the component is mounted, with the handler of the latest render. */
import { type AnyTool, defineTool, type ToolContext } from '@service/protocol';
import { cleanup, render } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatClient, ChatProvider, createChatClient, useTool } from '../../src/react/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';

let client: ChatClient;
/** The registered tools. */
let offered: AnyTool[];
let registered: number;

beforeEach(() => {
  const server = createFakeServer();
  client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket });
  offered = [];
  registered = 0;
  vi.spyOn(client, 'registerTool').mockImplementation((tool) => {
    registered += 1;
    offered.push(tool as AnyTool);
    return () => void offered.splice(offered.indexOf(tool as AnyTool), 1);
  });
});
afterEach(() => {
  cleanup();
  client.destroy();
});

function Cart({ items, about = 'What is in the cart.' }: { readonly items: number; readonly about?: string }) {
  useTool(
    defineTool({
      name: 'get_cart',
      description: about,
      effects: 'read',
      parameters: { type: 'object', properties: { sku: { type: 'string' } } },
      confirm: () => items > 2,
      handler: ({ sku }) => ({ sku, items }),
    }),
  );
  return null;
}

const shown = (cart: ReactElement): ReactElement => (
  <StrictMode>
    <ChatProvider client={client}>{cart}</ChatProvider>
  </StrictMode>
);
const context = {} as ToolContext;

describe('useTool', () => {
  it('registers the tool once while the component is mounted, and unregisters it afterwards', () => {
    const { unmount } = render(shown(<Cart items={1} />));
    expect(offered.map(({ name }) => name)).toEqual(['get_cart']);
    unmount();
    expect(offered).toEqual([]);
  });

  it('runs the handler of the latest render, without registering again', () => {
    const { rerender } = render(shown(<Cart items={1} />));
    const before = registered;
    rerender(shown(<Cart items={3} />));
    expect(registered).toBe(before);
    const [tool] = offered as [AnyTool];
    expect(tool.handler({ sku: 'A' }, context)).toEqual({ sku: 'A', items: 3 });
    expect(typeof tool.confirm === 'function' && tool.confirm({})).toBe(true);
  });

  it('registers it again when its description changes', () => {
    const { rerender } = render(shown(<Cart items={1} />));
    rerender(shown(<Cart items={1} about="The cart, with its prices." />));
    expect(offered.map(({ description }) => description)).toEqual(['The cart, with its prices.']);
  });

  it('asks with a confirmation that only a later render has', () => {
    const Cancel = ({ asks }: { readonly asks: boolean }) => {
      const confirm = asks ? () => true : undefined;
      useTool({ name: 'cancel', description: 'Cancels.', confirm, handler: () => null });
      return null;
    };
    const { rerender } = render(shown(<Cancel asks={false} />));
    rerender(shown(<Cancel asks />));
    expect(offered.map(({ confirm }) => typeof confirm)).toEqual(['function']);
  });

  it('throws an error with advice when there is no client', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Cart items={1} />)).toThrow('<ChatProvider>');
  });
});

describe('useTool in StrictMode', () => {
  let server: FakeServer;
  let shop: ChatClient;
  let begun: ((value: string) => void)[];

  beforeEach(async () => {
    server = createFakeServer();
    shop = createChatClient({
      inboxId: 'strict',
      baseUrl: 'https://chat.test',
      storage: 'memory',
      WebSocket: server.WebSocket,
    });
    begun = [];
    shop.connect();
    await server.settled();
  });
  afterEach(() => shop.destroy());

  function Pack() {
    useTool(
      {
        name: 'pack',
        description: 'Packs.',
        effects: 'idempotent',
        handler: () => new Promise((end) => begun.push(end)),
      },
      { client: shop },
    );
    return null;
  }
  const strict = (
    <StrictMode>
      <Pack />
    </StrictMode>
  );

  it('offers a tool once, and runs a call once', async () => {
    render(strict);
    await vi.waitFor(() => expect(server.conversation.tools.map(({ name }) => name)).toEqual(['pack']));
    const called = server.conversation.callTool('pack');
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    begun[0]?.('packed');
    expect(await called).toEqual({ ok: true, value: 'packed' });
    expect(begun).toHaveLength(1);
    expect(server.received.filter(({ t }) => t === 'tool.result')).toHaveLength(1);
  });

  it('finishes a call that runs during the unmount, and refuses the next one', async () => {
    const { unmount } = render(strict);
    await vi.waitFor(() => expect(server.conversation.tools).toHaveLength(1));
    const called = server.conversation.callTool('pack');
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    unmount();
    await vi.waitFor(() => expect(server.conversation.tools).toEqual([]));
    begun[0]?.('packed');
    expect(await called).toEqual({ ok: true, value: 'packed' });
    expect(await server.conversation.callTool('pack')).toMatchObject({ error: { code: 'not_registered' } });
  });
});
