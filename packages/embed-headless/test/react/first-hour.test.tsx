// @vitest-environment happy-dom
/** @jsxImportSource react */
/** What goes wrong in a developer's first hour, by the numbers of the report on it. Each ends in words, and nothing is thrown. */
import { PAGE_LIMITS, sha256, type UserContext } from '@service/protocol';
import { act, render, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createChatClient, type WebSocketLike } from '../../src/core/index.js';
import { ChatProvider, useChat, useTool } from '../../src/react/index.js';
import { createFakeServer } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';
import { CONSENT, options, Strict, server, settle } from './chat-app.js';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const asHttp = { inboxId: 'demo', hostOrigin: 'https://shop.test', storage: 'memory' } as const;

describe('What a page says of its visitor', () => {
  const asDatabasesHaveIt = {
    name: null,
    email: 'y'.repeat(300),
    plan: 'pro',
    customAttributes: { bio: 'y'.repeat(600) },
  };

  it('is cut to what the server takes, in words, and never closes the chat', async () => {
    const client = clientOf(server, { user: asDatabasesHaveIt as unknown as UserContext });
    const errors = vi.fn();
    client.on('error', errors);
    client.sendMessage('hello');
    await server.settled();
    expect(client.getState()).toMatchObject({ connection: 'connected', problem: null, outbox: 0 });
    const sent = server.received.find(({ t }) => t === 'context');
    expect(sent?.user).toEqual({ name: '', email: 'y'.repeat(256), customAttributes: { bio: 'y'.repeat(512) } });
    expect(errors.mock.calls.map(([{ code, message }]) => `${code}: ${message}`)).toEqual([
      'config_invalid: Correct the configuration. user.plan: there is no such option, so it is ignored.',
      'config_invalid: Correct the configuration. user.email: was cut to 256 characters.',
      'config_invalid: Correct the configuration. user.customAttributes.bio: was cut to 512 characters.',
    ]);
    client.destroy();
  });

  it('is cut also when it comes later, and outlives the next connection', async () => {
    const client = clientOf(server);
    client.sendMessage('hello');
    await server.settled();
    client.updateContext(asDatabasesHaveIt as unknown as UserContext);
    await server.settled();
    server.killConnections();
    await vi.advanceTimersByTimeAsync(60_000);
    await server.settled();
    expect(client.getState()).toMatchObject({ connection: 'connected', problem: null });
    expect(server.received.filter(({ t }) => t === 'context')).toHaveLength(2);
    client.destroy();
  });

  it('is refused by the server in memory as by the real one', async () => {
    const sockets = createFakeServer();
    const socket = new sockets.WebSocket('wss://chat.test', '');
    const closed = new Promise<CloseEvent>((resolve) => {
      socket.onclose = resolve as never;
    });
    await sockets.settled();
    socket.send(JSON.stringify({ t: 'hello', inbox: '' }));
    expect(await closed).toMatchObject({ code: 4400, reason: 'Frames that cannot be read.' });
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('[createFakeServer] hello'));
  });
});

describe('F1: a missing environment variable', () => {
  it('leaves the React tree standing, and says what to set', () => {
    const onError = vi.fn();
    const { result } = renderHook(
      () => useChat({ inboxId: 'demo', baseUrl: undefined as unknown as string, onError }),
      {
        wrapper: Strict,
      },
    );
    expect(result.current).toMatchObject({
      connection: 'closed',
      status: 'error',
      problem: { code: 'base_url_missing', message: 'Set baseUrl: "https://chat.example.com".' },
    });
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'base_url_missing' }));
  });
});

describe('F2: a WebSocket that can’t be made', () => {
  it.each([
    [
      'throws, as for http on a page over https',
      'An insecure WebSocket connection may not be initiated',
      function Refusing() {
        throw new DOMException('An insecure WebSocket connection may not be initiated', 'SecurityError');
      },
    ],
    [
      'throws something that is no error',
      'undefined',
      function Refusing() {
        throw undefined;
      },
    ],
  ])('that %s is a problem', async (_what, words, Socket) => {
    const client = createChatClient({
      ...asHttp,
      baseUrl: 'http://chat.test',
      WebSocket: Socket as unknown as WebSocketLike,
    });
    const errors = vi.fn();
    client.on('error', errors);
    client.sendMessage('hello');
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getState()).toMatchObject({ connection: 'closed', problem: { code: 'config_invalid' } });
    expect(client.getState().problem?.message).toContain(words);
    expect(errors).toHaveBeenCalledTimes(1);
    client.destroy();
  });

  it('because there is none, as in Node 20, says what to pass', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const client = createChatClient({ ...asHttp, baseUrl: 'https://chat.test' });
    client.connect();
    await vi.advanceTimersByTimeAsync(0);
    vi.unstubAllGlobals();
    expect(client.getState().problem?.message).toContain('Pass one as the option WebSocket');
    client.destroy();
  });
});

describe('F3: an environment without TextEncoder, as Jest has it', () => {
  it('runs client tools', async () => {
    const known = sha256('prø “€” 😀 \ud800');
    vi.stubGlobal('TextEncoder', undefined);
    expect(sha256('prø “€” 😀 \ud800')).toBe(known);
    const client = clientOf(server);
    client.registerTool({ name: 'get_cart', description: 'The basket.', effects: 'read', handler: () => ['Fjell ø'] });
    client.connect();
    await server.settled();
    expect(await server.conversation.callTool('get_cart')).toEqual({ ok: true, value: ['Fjell ø'] });
    vi.unstubAllGlobals();
    client.destroy();
  });
});

describe('F8: an address that can’t be right', () => {
  it('is named without a connection', () => {
    for (const [wrong, words] of [
      [{ inboxId: '' }, 'inboxId: must be the id of an inbox.'],
      [{ baseUrl: '' }, 'Set baseUrl'],
      [{ baseUrl: 'https://chat.test/app' }, 'baseUrl: must be an origin without a path'],
      [{ hostOrigin: '' }, 'hostOrigin: must be the origin of the page'],
      [{ hostOrigin: 'null' }, 'https'],
    ] as const) {
      const client = clientOf(server, wrong);
      client.connect();
      expect(client.getState().problem?.message).toContain(words);
      expect(server.connectionsEver).toBe(0);
      client.destroy();
    }
  });

  it('is forgiven a slash at its end', async () => {
    const client = clientOf(server, { baseUrl: 'https://chat.test/', hostOrigin: 'https://shop.test/' });
    client.connect();
    await server.settled();
    expect(server.received[0]).toMatchObject({ t: 'hello', origin: 'https://shop.test' });
    client.destroy();
  });
});

describe('F11: a provider with a tool below it, and no chat', () => {
  const Cart = () => {
    useTool({ name: 'get_cart', description: 'The basket.', effects: 'read', handler: () => ['Fjell'] });
    return null;
  };
  const page = (autoConnect?: boolean) => (
    <ChatProvider options={options() as never} autoConnect={autoConnect}>
      <Cart />
    </ChatProvider>
  );

  it('connects, so that the tool is offered', async () => {
    render(page());
    await settle();
    await settle();
    expect(server.conversation.tools.map(({ name }) => name)).toEqual(['get_cart']);
  });

  it('waits when it is asked to', async () => {
    render(page(false));
    await settle();
    expect(server.connectionsEver).toBe(0);
  });

  it('never connects before a required consent, and then by itself', async () => {
    const client = clientOf(server, { requireConsent: true });
    render(<ChatProvider client={client} />);
    await settle();
    expect(server.connectionsEver).toBe(0);
    act(() => client.consent(CONSENT));
    await settle();
    expect(client.getState().connection).toBe('connected');
    client.destroy();
  });

  it('without client and options says so, and renders what is below', () => {
    const { container } = render(<ChatProvider {...({} as { client: never })}>below</ChatProvider>);
    expect(container.textContent).toBe('below');
    expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('inboxId'));
  });
});

describe('What can’t be sent now', () => {
  it('is answered alike: null, whether the text is blank, the visitor has not agreed, or there can be no chat', () => {
    expect(clientOf(server).sendMessage('  ')).toBeNull();
    expect(clientOf(server, { requireConsent: true }).sendMessage('hello')).toBeNull();
    expect(clientOf(server, { inboxId: '' }).sendMessage('hello')).toBeNull();
    expect(clientOf(server).sendMessage(undefined as unknown as string)).toBeNull();
    expect(warn.mock.calls.slice(-3).flat()).toEqual([
      expect.stringContaining('consent_required'),
      expect.stringContaining('config_invalid'),
      expect.stringContaining('call_invalid'),
    ]);
  });
});

describe('an error without a listener', () => {
  it('is one line on the console, and reaches the first listener', async () => {
    const client = clientOf(server, { locale: 'x'.repeat(PAGE_LIMITS.title) });
    client.connect();
    await server.settled();
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringContaining('[ServiceChat] config_invalid: Correct the configuration. locale'),
    );
    const late = vi.fn();
    client.on('error', late);
    await Promise.resolve();
    expect(late).toHaveBeenCalledTimes(1);
    client.destroy();
  });
});
