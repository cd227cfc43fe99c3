// @vitest-environment happy-dom
/** The question before a function of the page runs: only a click of the visitor's own, on what they could read, is a yes. */
import type { ToolEntry } from '@service/embed-headless/core';
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToolCard } from '../../src/client-tools/tool-card.js';
import { InEnglish, scriptedClient } from '../support/panel-fixtures.js';

const asking: ToolEntry = {
  type: 'tool',
  key: 'call-1',
  seq: 3,
  at: 0,
  call: 'call_1',
  run: 'run_1',
  name: 'cancel_order',
  title: 'Cancel an order',
  args: '{"order":"A-1002"}',
  state: 'asking',
  ask: { view: { title: 'Cancel order A-1002?' }, until: 1e15 },
  answered: null,
  progress: null,
  code: null,
};

/** As a person's: no program can make one of these in a browser. */
const press = (name: 'Confirm' | 'Cancel', byVisitor = true): void => {
  const click = new MouseEvent('click', { bubbles: true });
  Object.defineProperty(click, 'isTrusted', { value: byVisitor });
  act(() => void screen.getByRole('button', { name }).dispatchEvent(click));
};
const look = (state: 'visible' | 'hidden'): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (ms: number): void => void act(() => void vi.advanceTimersByTime(ms));

let client: ReturnType<typeof scriptedClient>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  look('visible');
  client = scriptedClient();
  render(<ToolCard entry={asking} client={client} />, { wrapper: InEnglish });
  pass(0);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('X4: a confirmation', () => {
  it('is given by a click of the visitor who has had half a second to see what it is about', () => {
    pass(500);
    press('Confirm');
    expect(client.calls).toEqual(['resolveToolCall call_1 true']);
  });

  it('is not given by a click that was meant for what stood there before', () => {
    pass(499);
    press('Confirm');
    expect(client.calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('is not given by a program, at any time', () => {
    pass(5_000);
    press('Confirm', false);
    act(() => screen.getByRole('button', { name: 'Confirm' }).click());
    expect(client.calls).toEqual([]);
  });

  it('is not given in a tab that nobody looks at, nor at once when somebody comes back', () => {
    look('hidden');
    pass(5_000);
    press('Confirm');
    look('visible');
    press('Confirm');
    expect(client.calls).toEqual([]);
    pass(500);
    press('Confirm');
    expect(client.calls).toEqual(['resolveToolCall call_1 true']);
  });

  it('may be refused without waiting', () => {
    press('Cancel');
    expect(client.calls).toEqual(['resolveToolCall call_1 false']);
  });
});
