// @vitest-environment happy-dom
/** @jsxImportSource react */
/** A function of the page in a component: offered while it is shown, always that of the latest render. */
import { type AnyTool, defineTool, type ToolContext } from '@service/protocol';
import { cleanup, render } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatClient, ChatProvider, createChatClient, useTool } from '../../src/react/index.js';
import { createFakeServer } from '../../src/testing/index.js';

let client: ChatClient;
/** What is offered at this moment. */
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
  it('offers the function once while the component is shown, and takes it back afterwards', () => {
    const { unmount } = render(shown(<Cart items={1} />));
    expect(offered.map(({ name }) => name)).toEqual(['get_cart']);
    unmount();
    expect(offered).toEqual([]);
  });

  it('runs what the latest render wrote, without offering it anew', () => {
    const { rerender } = render(shown(<Cart items={1} />));
    const before = registered;
    rerender(shown(<Cart items={3} />));
    expect(registered).toBe(before);
    const [tool] = offered as [AnyTool];
    expect(tool.handler({ sku: 'A' }, context)).toEqual({ sku: 'A', items: 3 });
    expect(typeof tool.confirm === 'function' && tool.confirm({})).toBe(true);
  });

  it('offers it anew when the assistant is to be told something else', () => {
    const { rerender } = render(shown(<Cart items={1} />));
    rerender(shown(<Cart items={1} about="The cart, with its prices." />));
    expect(offered.map(({ description }) => description)).toEqual(['The cart, with its prices.']);
  });

  it('says what it needs where there is no client', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Cart items={1} />)).toThrow('<ChatProvider>');
  });
});
