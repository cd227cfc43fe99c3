/** @jsxImportSource react */
/** What goes wrong in a developer's first hour with the widget, by the numbers of the report on it. */
import { defineTool, explainProblem, SHARED_INSTANCE_GRACE_MS as GRACE_MS, readConfig } from '@service/protocol';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { createRef, type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { startHandshake } from '../../embed-js/src/frame/handshake.js';
import {
  ServiceWidget,
  ServiceWidgetProvider,
  type UseServiceWidget,
  type UseServiceWidgetConfig,
  useServiceWidget,
  useTool,
} from '../src/index.js';
import { SharedWidget } from '../src/shared-widgets.js';
import { AllIsNear } from './all-is-near.js';

const CONFIG = { inboxId: 'demo', baseUrl: 'https://chat.test' } as const;
const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')];
let warn: MockInstance<typeof console.warn>;
const printed = (): string => warn.mock.calls.flat().join('\n');
const under =
  (config: UseServiceWidgetConfig = CONFIG) =>
  ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <ServiceWidgetProvider {...config}>{children}</ServiceWidgetProvider>
    </StrictMode>
  );

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, { origin: 'https://shop.test', IntersectionObserver: AllIsNear });
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('F4: an inbox that changes', () => {
  it('has its frame at once, and the earlier one is gone', async () => {
    const { rerender } = renderHook(({ inboxId }) => useServiceWidget({ ...CONFIG, inboxId }), {
      wrapper: StrictMode,
      initialProps: { inboxId: 'demo' },
    });
    rerender({ inboxId: 'other' });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(frames().map(({ src }) => new URL(src).pathname)).toEqual(['/widget/other']);
    expect(printed()).not.toContain('second launcher');
  });
});

describe('F5: a badge in another component', () => {
  const Badge = () => <p>{useServiceWidget().unread}</p>;

  it('uses the widget of the provider, without a configuration', async () => {
    render(
      <>
        <Badge />
        <Badge />
      </>,
      { wrapper: under() },
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(frames()).toHaveLength(1);
    expect(printed()).toBe('');
  });

  it('that has another configuration is a second launcher, with a warning', async () => {
    renderHook(() => useServiceWidget(CONFIG));
    renderHook(() => useServiceWidget({ ...CONFIG, position: 'left' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(printed()).toContain('There is a second launcher on this page');
  });

  it('without a provider says what is missing, and nothing is thrown', () => {
    expect(renderHook(() => useServiceWidget()).result.current).toMatchObject({
      status: 'error',
      error: { code: 'config_invalid' },
    });
  });
});

describe('F6: a chat that is sent to', () => {
  it('is reached by the ref of <ServiceWidget>', async () => {
    const ref = createRef<UseServiceWidget>();
    render(<ServiceWidget ref={ref} {...CONFIG} />, { wrapper: StrictMode });
    expect(ref.current).toMatchObject({ status: 'loading', unread: 0 });
    act(() => ref.current?.sendMessage('Where is my order?'));
    cleanup();
    expect(ref.current).toBeNull();
  });

  it('is opened with a text in the field', () => {
    const { result } = renderHook(() => useServiceWidget(CONFIG));
    const shared = vi.spyOn(SharedWidget.prototype, 'call');
    result.current.open({ prefill: 'I want to return my shoes.' });
    const widget = { open: vi.fn() };
    for (const [run] of shared.mock.calls) run(widget as never);
    expect(widget.open).toHaveBeenCalledWith({ prefill: 'I want to return my shoes.' });
  });
});

describe('F12: a tool that is written in a component', () => {
  const toolOf = (handler: () => unknown) =>
    defineTool({ name: 'get_cart', description: 'The basket.', effects: 'read', handler });
  const call = (registered: unknown): unknown => (registered as { handler(): unknown }).handler();

  it('below a provider is offered with the functions of the latest render, and taken back at the end', () => {
    const gone = vi.fn();
    const register = vi.spyOn(SharedWidget.prototype, 'registerTool').mockReturnValue(gone);
    const { rerender, unmount } = renderHook(({ cart }) => useTool(toolOf(() => cart)), {
      wrapper: under(),
      initialProps: { cart: 'Fjell' },
    });
    const calls = register.mock.calls.length;
    rerender({ cart: 'Skog' });
    expect(register).toHaveBeenCalledTimes(calls);
    expect(call(register.mock.calls.at(-1)?.[0])).toBe('Skog');
    unmount();
    expect(gone).toHaveBeenCalled();
  });

  it('in `tools` of the configuration runs as the latest render wrote it', () => {
    let config: { readonly tools?: readonly unknown[] } = {};
    const start = SharedWidget.prototype.start;
    vi.spyOn(SharedWidget.prototype, 'start').mockImplementation(function (this: SharedWidget, ...args) {
      config = (this as unknown as { config: typeof config }).config;
      return start.apply(this, args);
    });
    const { rerender } = renderHook(({ cart }) => useServiceWidget({ ...CONFIG, tools: [toolOf(() => cart)] }), {
      initialProps: { cart: 'Fjell' },
    });
    rerender({ cart: 'Skog' });
    expect(call(config.tools?.[0])).toBe('Skog');
  });

  it('without a provider says so on the console', () => {
    renderHook(() => useTool(toolOf(() => 1)));
    expect(printed()).toContain('useTool() needs a <ServiceWidgetProvider> above it.');
  });
});

describe('F14: a document that is taken down while a widget is in it', () => {
  it('is not looked for by what still waits', () => {
    const onError = vi.fn();
    const handshake = startHandshake({
      page: window,
      peer: () => null,
      origin: 'https://chat.test',
      greeting: () => ({}) as never,
      isHeldBack: () => (document as { prerendering?: boolean }).prerendering === true,
      onConnected: () => undefined,
      onLost: () => undefined,
      onMessage: () => undefined,
      onUnreachable: onError,
      onError,
    });
    handshake.frameLoaded();
    vi.stubGlobal('document', undefined);
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
    vi.unstubAllGlobals();
    handshake.close();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('What a page says of its visitor', () => {
  it('is reported field by field where it is left out or cut', () => {
    const { problems } = readConfig({ ...CONFIG, user: { name: 'y'.repeat(300), plan: 'pro' } });
    expect(problems.map(explainProblem)).toEqual([
      'user.plan: there is no such option, so it is ignored.',
      'user.name: was cut to 256 characters.',
    ]);
  });
});
