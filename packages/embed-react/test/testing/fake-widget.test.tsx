// @vitest-environment jsdom
/** @jsxImportSource react */
/** A page with the widget, as its own developers test it: without a frame and without a server. */
import type { ServiceWidgetApi } from '@service/embed-js';
import { defineTool } from '@service/protocol';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, version } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { ServiceWidgetProvider, type UseServiceWidgetConfig, useServiceWidget, useTool } from '../../src/index.js';
import { createFakeWidget, type FakeWidget } from '../../src/testing/index.js';

const CONFIG = { inboxId: 'demo', baseUrl: 'https://chat.test' } as const;

function Help() {
  const { open, sendMessage, unread, status, isOpen, error } = useServiceWidget();
  return (
    <>
      <button type="button" disabled={status !== 'ready'} onClick={open}>
        {unread > 0 ? `Help (${unread})` : 'Help'}
      </button>
      <button type="button" onClick={() => sendMessage('Where is my order?')}>
        Ask
      </button>
      {isOpen && <p>The chat is open.</p>}
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

function Cart({ cancel }: { readonly cancel: (order: string) => string }) {
  useTool({
    name: 'cancel_order',
    description: 'Cancels an order.',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    confirm: { title: 'Cancel it?' },
    handler: ({ order }) => cancel(order),
  });
  return null;
}

const page = (config: UseServiceWidgetConfig = CONFIG, cancel = (order: string) => `${order} is cancelled`) =>
  render(
    <StrictMode>
      <ServiceWidgetProvider {...config}>
        <Help />
        <Cart cancel={cancel} />
      </ServiceWidgetProvider>
    </StrictMode>,
  );
const help = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Help/ });

/** With its own functions, which the compiler does not see through the built declarations. */
type Fake = FakeWidget & ServiceWidgetApi;
let widget: Fake;
let end: () => void;
let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  widget = createFakeWidget() as Fake;
  end = widget.install();
});
afterEach(() => {
  cleanup();
  end();
  vi.restoreAllMocks();
});

describe(`a page with a fake widget, React ${version}`, () => {
  it('has no frame, and the chat is ready', () => {
    page();
    expect(document.querySelector('iframe')).toBeNull();
    expect(help().disabled).toBe(false);
    expect(widget.config).toMatchObject(CONFIG);
  });

  it('shows what it shows before the chat is ready, where the test says when that is', () => {
    widget = createFakeWidget({ ready: false }) as Fake;
    const endThis = widget.install();
    page();
    expect(help().disabled).toBe(true);
    act(() => widget.emit('ready'));
    expect(help().disabled).toBe(false);
    endThis();
  });

  it('records what the page asks for', () => {
    page();
    fireEvent.click(help());
    fireEvent.click(screen.getByText('Ask'));
    expect(widget.callsOf('open')).toEqual([[]]);
    expect(widget.callsOf('sendMessage')).toEqual([['Where is my order?']]);
    screen.getByText('The chat is open.');
    expect(widget.isOpen).toBe(true);
  });

  it('shows what happens in the chat', () => {
    const onMessage = vi.fn();
    page({ ...CONFIG, onMessage });
    act(() => widget.emit('unread', { count: 2 }));
    screen.getByText('Help (2)');
    act(() => widget.emit('open'));
    screen.getByText('The chat is open.');
    act(() => widget.emit('close'));
    expect(screen.queryByText('The chat is open.')).toBeNull();
    act(() => widget.emit('message', { content: 'It is on its way.' }));
    expect(onMessage).toHaveBeenCalledWith(
      expect.objectContaining({ role: 'assistant', content: 'It is on its way.', author: expect.anything() }),
    );
  });

  it('shows an error with the words of the real one', () => {
    page();
    act(() => widget.emit('error', { code: 'frame_unreachable' }));
    expect(screen.getByRole('alert').textContent).toMatch(/frame-src|server/);
    expect(help().disabled).toBe(true);
  });

  it('reports a wrong option, as the real widget does', () => {
    page({ ...CONFIG, baseUrl: 'chat.test' });
    expect(screen.getByRole('alert').textContent).toContain('baseUrl: must be an origin');
    expect(widget.config).toBeNull();
  });

  it('has its tools called with checked arguments, after the visitor’s click', async () => {
    const cancel = vi.fn((order: string) => `${order} is cancelled`);
    page(CONFIG, cancel);
    expect(await widget.callTool('cancel_order', { order: 7 })).toMatchObject({ ok: false, code: 'invalid_arguments' });
    expect(await widget.callTool('cancel_order', { order: 'A-1' }, { approved: false })).toMatchObject({
      code: 'denied',
    });
    expect(cancel).not.toHaveBeenCalled();
    expect(await widget.callTool('cancel_order', { order: 'A-1' })).toEqual({ ok: true, value: 'A-1 is cancelled' });
    expect(await widget.callTool('get_cart')).toMatchObject({ ok: false, code: 'not_registered' });
  });

  it('takes a tool back with its component', () => {
    const { unmount } = page();
    expect(widget.tools.map(({ name }) => name)).toEqual(['cancel_order']);
    unmount();
    expect(widget.tools).toEqual([]);
  });

  it('shares nothing with the page of the test before', () => {
    page();
    fireEvent.click(help());
    cleanup();
    const next = createFakeWidget() as Fake;
    const endNext = next.install();
    page();
    expect(screen.queryByText('The chat is open.')).toBeNull();
    expect(next.config).toMatchObject(CONFIG);
    expect(next.callsOf('open')).toEqual([]);
    endNext();
  });

  it('has no second launcher, though the widget of the test before is there for a moment', () => {
    vi.useFakeTimers();
    page();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(warn).not.toHaveBeenCalled();
  });

  it('has the real widget again at the end', () => {
    end();
    page();
    expect(widget.config).toBeNull();
  });
});

describe('a fake widget without React', () => {
  it('has the functions of the real one, and tells its listeners', () => {
    const heard: unknown[] = [];
    widget.on('open', () => heard.push('open'));
    widget.on('unread', ({ count }) => heard.push(count));
    expect(widget.init(CONFIG)).toBe(true);
    widget.open({ prefill: 'Hi' });
    widget.emit('unread', { count: 1 });
    expect(heard).toEqual(['open', 1]);
    expect(widget.callsOf('open')).toEqual([[{ prefill: 'Hi' }]]);
    widget.destroy();
    expect([widget.isReady(), widget.config]).toEqual([false, null]);
  });

  it('refuses what the real one refuses, and records none of it', () => {
    const errors: string[] = [];
    widget.on('error', ({ code }) => errors.push(code));
    expect(widget.open()).toBe(false);
    widget.registerTool({ name: 'get_cart', description: 'The basket.', handler: () => [] });
    expect(errors).toEqual(['not_initialised', 'not_initialised']);
    widget.init(CONFIG);
    expect(widget.isOpen).toBe(false);
    expect(widget.tools).toEqual([]);
    expect(widget.init({ baseUrl: CONFIG.baseUrl, inboxId: CONFIG.inboxId })).toBe(true);
    widget.init({ ...CONFIG, inboxId: 'other' });
    widget.sendMessage(' ');
    widget.sendMessage('x'.repeat(8_001));
    widget.prefill(7 as never);
    widget.prefill('');
    expect(errors.slice(2)).toEqual(['already_initialised', 'call_invalid', 'call_invalid', 'call_invalid']);
    expect(widget.calls).toEqual([{ name: 'prefill', args: [''] }]);
  });

  it('tells the first listener of errors what it has not heard', async () => {
    const errors: string[] = [];
    widget.open();
    widget.init({ ...CONFIG, baseUrl: 'chat.test' });
    widget.on('error', ({ code }) => errors.push(code));
    await Promise.resolve();
    expect(errors).toEqual(['not_initialised', 'config_invalid']);
  });

  it('opens after it is ready, as the real one', () => {
    const late = createFakeWidget({ ready: false }) as Fake;
    late.init(CONFIG);
    late.open();
    expect(late.isOpen).toBe(false);
    late.emit('ready');
    expect(late.isOpen).toBe(true);
  });

  it('reports what a tool throws', async () => {
    widget.init({
      ...CONFIG,
      tools: [
        defineTool({
          name: 'get_cart',
          description: 'The basket.',
          effects: 'read',
          handler: () => {
            throw new Error('no basket');
          },
        }),
      ],
    });
    const states: string[] = [];
    widget.on('tool', ({ state }) => states.push(state));
    expect(await widget.callTool('get_cart')).toEqual({ ok: false, code: 'handler_error', message: 'no basket' });
    expect(states).toEqual(['running', 'failed']);
  });
});
