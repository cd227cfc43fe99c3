/** @jsxImportSource react */
/** Each wrong option ends in a problem that names it and says what to do. None throws, hangs, or closes a chat that could go on. */

import { type ChatClientOptions, createChatClient } from '@service/embed-headless/core';
import { useChat } from '@service/embed-headless/react';
import { createFakeServer } from '@service/embed-headless/testing';
import { createServiceWidget, type ServiceConfig } from '@service/embed-js';
import { explainProblem, readConfig, reportLauncher, SHARED_INSTANCE_GRACE_MS } from '@service/protocol';
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainCopy } from '../../../embed-js/src/widget/configuration.js';
import { type UseServiceWidgetConfig, useServiceWidget } from '../../src/index.js';
import { AllIsNear } from '../all-is-near.js';
import { NO_OPTIONS, WRONG_OPTIONS, type WrongOption } from './wrong-options.js';

const warn = vi.spyOn(console, 'warn');
const printed = (): string => warn.mock.calls.flat().join('\n');

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  Object.assign(window, { origin: 'https://shop.test', IntersectionObserver: AllIsNear });
  warn.mockReset();
  warn.mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(SHARED_INSTANCE_GRACE_MS);
  vi.useRealTimers();
});

const given = (wrong: WrongOption): object => (typeof wrong.with === 'function' ? wrong.with() : wrong.with);
const WIDGET = { inboxId: 'demo', baseUrl: 'https://chat.test' };
const everywhere = WRONG_OPTIONS.filter(({ only }) => only !== 'headless');

/** What the frame says of what the page has passed on to it: it is not loaded here. */
function reportsOfTheFrame(options: object): string {
  const read = readConfig(plainCopy({ ...WIDGET, ...options }));
  const problems = [...read.problems];
  if (read.ok)
    reportLauncher(read.launcher, (field, kind) => {
      problems.push({ field, kind });
      return null;
    });
  return problems.map(explainProblem).join('\n');
}
const frameOf = (wrong: WrongOption): string => {
  try {
    return reportsOfTheFrame(given(wrong));
  } catch {
    // Its copy could not be made, which the page has reported.
    return '';
  }
};

describe('the widget', () => {
  it.each(everywhere)('names $says for $what', (wrong) => {
    const widget = createServiceWidget();
    const errors: string[] = [];
    widget.on('error', ({ message }) => errors.push(message));
    const started = widget.init({ ...WIDGET, ...given(wrong) } as ServiceConfig);
    expect(`${errors.join('\n')}\n${printed()}\n${frameOf(wrong)}`).toContain(wrong.says);
    expect(started).toBe(wrong.ends !== true);
    widget.destroy();
  });

  it.each(NO_OPTIONS.map((all) => ({ all })))('says that there is no inbox in $all', ({ all }) => {
    const widget = createServiceWidget();
    const errors: string[] = [];
    widget.on('error', ({ message }) => errors.push(message));
    expect(widget.init(all as ServiceConfig)).toBe(false);
    expect(errors.join()).toContain('inboxId');
  });
});

describe('the hook of the widget', () => {
  const use = (config: unknown) =>
    renderHook(() => useServiceWidget(config as UseServiceWidgetConfig), { wrapper: StrictMode });

  it.each(everywhere)('names $says for $what', (wrong) => {
    const { result } = use({ ...WIDGET, ...given(wrong) });
    expect(`${result.current.error?.message}\n${printed()}\n${frameOf(wrong)}`).toContain(wrong.says);
    expect(result.current.status).toBe(wrong.ends ? 'error' : 'loading');
  });

  it.each(NO_OPTIONS.map((all) => ({ all })))('says that there is no inbox in $all', ({ all }) => {
    expect(use(all).result.current).toMatchObject({ status: 'error', error: { code: 'config_invalid' } });
  });
});

interface Heard {
  readonly client: () => Pick<ReturnType<typeof createChatClient>, 'getState' | 'sendMessage'>;
  readonly errors: readonly string[];
}

/** One table for both ways to the client. */
function checkClient(start: (options: unknown, onError: (message: string) => void) => Heard['client']): void {
  it.each(WRONG_OPTIONS)('names $says for $what', async (wrong) => {
    const server = createFakeServer();
    const errors: string[] = [];
    const options = { ...WIDGET, hostOrigin: 'https://shop.test', storage: 'memory', ...given(wrong) };
    const withSocket = 'WebSocket' in options ? options : { ...options, WebSocket: server.WebSocket };
    const restore = server.install();
    const client = start(withSocket, (message) => errors.push(message));
    await act(() => server.settled());
    act(() => void client().sendMessage('hello'));
    await act(() => server.settled());
    const { problem, connection } = client().getState();
    restore();
    expect(errors.join('\n')).toContain(wrong.says);
    const isClosed = wrong.ends === true || wrong.says === 'hostOrigin';
    expect(problem?.message ?? '').toContain(isClosed ? wrong.says : '');
    expect(problem === null).toBe(!isClosed);
    expect(connection).toBe(isClosed ? 'closed' : 'connected');
    expect(server.received.filter(({ t }) => t === 'append')).toHaveLength(isClosed ? 0 : 1);
    expect(printed()).not.toContain('[createFakeServer]');
  });

  it.each(NO_OPTIONS.map((all) => ({ all })))('says what is missing in $all', async ({ all }) => {
    const errors: string[] = [];
    const client = start(all, (message) => errors.push(message));
    act(() => void client().sendMessage('hello'));
    expect(`${errors.join()}${client().getState().problem?.message}`).toMatch(/inboxId|must be an object/);
    expect(client().getState().connection).toBe('closed');
  });
}

describe('the client', () => {
  const clients: ReturnType<typeof createChatClient>[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });
  checkClient((options, onError) => {
    const client = createChatClient(options as ChatClientOptions);
    clients.push(client);
    client.on('error', ({ message }) => onError(message));
    client.connect();
    return () => client;
  });
});

describe('the hook of the client', () => {
  checkClient((options, onError) => {
    const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
    const all = isObject ? { ...options, onError: ({ message }: { message: string }) => onError(message) } : options;
    const { result } = renderHook(
      () => useChat((all === null ? { client: {} } : all) as unknown as Parameters<typeof useChat>[0]),
      { wrapper: StrictMode },
    );
    return () => result.current.client;
  });
});
