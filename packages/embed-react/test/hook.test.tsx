/** @jsxImportSource react */
/** The widget in a React app, in StrictMode: one frame that survives route changes and leaves nothing behind. */

import { WIDGET_EVENTS } from '@service/embed-js';
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, useEffect, version } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countListeners } from '../../embed-headless/test/react/count-listeners.js';
import { ServiceWidget, type UseServiceWidgetConfig, useServiceWidget } from '../src/index.js';
import { configKey, sharedWidgets } from '../src/shared-widgets.js';
import { AllIsNear } from './all-is-near.js';

const CONFIG = { inboxId: 'demo', baseUrl: 'https://chat.test' } as const;
const Strict = ({ children }: { children?: ReactNode }): ReactElement => <StrictMode>{children}</StrictMode>;
const use = (config: UseServiceWidgetConfig = { ...CONFIG }) =>
  renderHook((props: UseServiceWidgetConfig) => useServiceWidget(props), { wrapper: Strict, initialProps: config });
const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')];
/** The very element, not one that looks the same. */
const expectOnly = (frame: HTMLIFrameElement | undefined): void => {
  expect(frames()).toHaveLength(1);
  expect(frames()[0]).toBe(frame);
};
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  // The simulated browser has no origin and no layout; every real one does.
  Object.assign(window, { origin: 'https://shop.test', IntersectionObserver: AllIsNear });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  expect(frames()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe(`useServiceWidget in StrictMode, React ${version}`, () => {
  it('adds one frame to the page, in the status `loading`', () => {
    const { result } = use();
    expect(frames()).toHaveLength(1);
    expect(frames()[0]?.src).toContain('https://chat.test/widget/demo');
    expect(result.current).toMatchObject({
      status: 'loading',
      isOpen: false,
      unread: 0,
      handledBy: 'agent',
      error: null,
    });
  });

  it('is the same widget for every component with the same configuration', () => {
    const first = use();
    const second = use();
    expect(frames()).toHaveLength(1);
    expect(second.result.current.open).toBe(first.result.current.open);
  });

  it('takes a button of the page as the launcher, and tells it from another one', () => {
    const button = document.createElement('button');
    // As React does with every element that it renders.
    Object.assign(button, { __reactFiber$x: { stateNode: button } });
    const keyWith = (element: Element): string => configKey({ ...CONFIG, launcher: { element } });
    expect(keyWith(button)).toBe(keyWith(button));
    expect(keyWith(button)).not.toBe(keyWith(document.createElement('button')));
    use({ ...CONFIG, launcher: { element: button } });
    expect(frames()).toHaveLength(1);
  });

  it('registers a tool of the page, and unregisters it', () => {
    const tool = { name: 'get_cart', description: 'What is in the cart.', effects: 'read', handler: () => [] } as const;
    const { result } = use();
    const offered: unknown[] = [];
    vi.spyOn(sharedWidgets.get(configKey({ ...CONFIG }), { ...CONFIG }).widget, 'registerTool').mockImplementation(
      (given: unknown) => {
        offered.push(given);
        return () => void offered.splice(offered.indexOf(given), 1);
      },
    );
    const takeBack = result.current.registerTool(tool);
    expect(offered).toEqual([tool]);
    takeBack();
    takeBack();
    expect(offered).toEqual([]);
  });

  it('stays while another component uses it', async () => {
    use();
    const other = use();
    const [frame] = frames();
    other.unmount();
    await pass(GRACE_MS * 2);
    expectOnly(frame);
  });

  it('keeps the same frame across a thousand route changes, and leaves no listener or timer after them', async () => {
    const listeners = countListeners();
    use();
    expect(listeners.count()).toBeGreaterThan(0);
    const [frame] = frames();
    cleanup();
    for (let visit = 0; visit < 1_000; visit++) {
      const { unmount } = use();
      expect(frames()[0]).toBe(frame);
      unmount();
    }
    await pass(GRACE_MS - 1);
    expectOnly(frame);
    await pass(1);
    expect(frames()).toEqual([]);
    expect(listeners.count()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    listeners.end();
  });

  it('uses one widget for equal configurations, and another for another inbox', async () => {
    const { rerender } = use({ ...CONFIG, theme: { primaryColor: '#123456' } });
    const [frame] = frames();
    rerender({ theme: { primaryColor: '#123456' }, ...CONFIG });
    expectOnly(frame);
    rerender({ ...CONFIG, inboxId: 'other' });
    await pass(GRACE_MS);
    expect(frames().map((each) => new URL(each.src).pathname)).toEqual(['/widget/other']);
  });

  it('keeps the frame when user, questions or scheme change', () => {
    const { rerender, result } = use({ ...CONFIG, user: { name: 'Kim' } });
    const [frame] = frames();
    rerender({ ...CONFIG, user: { name: 'Kim', company: 'Acme' }, questions: ['Where is it?'], colorScheme: 'dark' });
    expectOnly(frame);
    expect(result.current.error).toBeNull();
  });

  it('identifies each new user, asks the latest function for tokens, and logs out', async () => {
    const calls: string[] = [];
    let ask: ((question: { nonce: string }) => unknown) | undefined;
    const { widget } = sharedWidgets.get(configKey({ ...CONFIG }), { ...CONFIG });
    vi.spyOn(widget, 'identify').mockImplementation((getToken: (question: { nonce: string }) => unknown) => {
      calls.push('identify');
      ask = getToken;
    });
    vi.spyOn(widget, 'logout').mockImplementation(() => void calls.push('logout'));
    const of = (user: string, render: string) => ({
      ...CONFIG,
      identity: { user, getToken: async () => `${user} ${render}` },
    });
    const { rerender } = use(of('kim', 'first'));
    const [frame] = frames();
    expect(calls).toEqual(['identify']);
    // A function is a new one in every render: no token is asked for anew, and the newest answers.
    rerender(of('kim', 'second'));
    expect(calls).toEqual(['identify']);
    expect(await ask?.({ nonce: 'n' })).toBe('kim second');
    rerender(of('lee', 'third'));
    expect(calls).toEqual(['identify', 'logout', 'identify']);
    expect(await ask?.({ nonce: 'n' })).toBe('lee third');
    // Undefined is not a logout; null is.
    rerender({ ...CONFIG });
    expect(calls).toHaveLength(3);
    rerender({ ...CONFIG, identity: null });
    expect(calls).toEqual(['identify', 'logout', 'identify', 'logout']);
    expect(await ask?.({ nonce: 'n' })).toBeNull();
    expectOnly(frame);
  });

  it('calls the callback of the latest render', () => {
    const heard: string[] = [];
    const { rerender, result } = use({ ...CONFIG, onError: ({ code }) => heard.push(`first ${code}`) });
    rerender({ ...CONFIG, onError: ({ code }) => heard.push(`second ${code}`) });
    const trap = {
      get name(): never {
        throw new Error('trap');
      },
    };
    act(() => result.current.updateContext(trap));
    expect(heard).toEqual(['second call_invalid']);
    expect(result.current.error?.code).toBe('call_invalid');
    expect(result.current.status).toBe('loading');
  });

  it('calls onTool when a tool of the page begins and ends', () => {
    const { widget } = sharedWidgets.get(configKey({ ...CONFIG }), { ...CONFIG });
    const listening = new Map<string, (detail: unknown) => void>();
    vi.spyOn(widget, 'on').mockImplementation((name: string, callback: unknown) => {
      listening.set(name, callback as (detail: unknown) => void);
      return () => void listening.delete(name);
    });
    const heard: unknown[] = [];
    const { unmount } = use({ ...CONFIG, onTool: (detail) => heard.push(detail) });
    expect([...listening.keys()]).toEqual(WIDGET_EVENTS);
    const runs = (['running', 'succeeded'] as const).map((state) => ({ name: 'get_cart', state }));
    for (const detail of runs) act(() => listening.get('tool')?.(detail));
    expect(heard).toEqual(runs);
    unmount();
    expect(listening.size).toBe(0);
  });

  it('keeps calls that a child’s effect makes before the widget is there', () => {
    const errors: string[] = [];
    const Child = ({ open }: { readonly open: () => void }): null => {
      useEffect(open, [open]);
      return null;
    };
    const App = (): ReactElement => {
      const { open } = useServiceWidget({ ...CONFIG, onError: ({ code }) => errors.push(code) });
      return <Child open={open} />;
    };
    render(<App />, { wrapper: Strict });
    expect(errors).toEqual([]);
    expect(frames()).toHaveLength(1);
  });

  it('reports a configuration it can’t use', () => {
    const { result } = use({ inboxId: 'no such id!', baseUrl: 'https://chat.test' });
    expect(frames()).toEqual([]);
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'config_invalid' } });
  });

  it('starts although a field can’t be used: the frame reports it', () => {
    const { result } = use({ ...CONFIG, placeholder: 7 as unknown as string });
    expect(frames()).toHaveLength(1);
    expect(result.current).toMatchObject({ status: 'loading', error: null });
  });
});

describe('<ServiceWidget>', () => {
  it('adds the frame to its own element, and removes it on unmounting', async () => {
    const { container, unmount } = render(<ServiceWidget {...CONFIG} className="tall" hideHeader />, {
      wrapper: Strict,
    });
    const element = container.querySelector('.tall');
    expect(frames()).toHaveLength(1);
    expect(element?.contains(frames()[0] as Node)).toBe(true);
    unmount();
    await pass(0);
    expect(frames()).toEqual([]);
  });

  it('can be on a page twice', () => {
    render(
      <>
        <ServiceWidget {...CONFIG} />
        <ServiceWidget {...CONFIG} />
      </>,
      { wrapper: Strict },
    );
    expect(frames()).toHaveLength(2);
  });
});

describe('on a server', () => {
  it('renders an empty element, and nothing more', () => {
    vi.stubGlobal('window', undefined);
    const html = renderToString(<ServiceWidget {...CONFIG} />);
    vi.unstubAllGlobals();
    expect(html).toMatch(/^<div id="[^"]+"><\/div>$/);
  });
});
