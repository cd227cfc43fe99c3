// @vitest-environment happy-dom
/** The confirmation before a function of the page runs: only a click of the visitor counts, and only after they could read it. */
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

/** A trusted click, which no script can make in a browser. */
const press = (name: 'Confirm' | 'No', byVisitor = true): void => {
  const click = new MouseEvent('click', { bubbles: true });
  Object.defineProperty(click, 'isTrusted', { value: byVisitor });
  act(() => void screen.getByRole('button', { name }).dispatchEvent(click));
};
const setVisibility = (state: 'visible' | 'hidden'): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (ms: number): void => void act(() => void vi.advanceTimersByTime(ms));

let client: ReturnType<typeof scriptedClient>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  setVisibility('visible');
  client = scriptedClient();
  render(<ToolCard entry={asking} client={client} />, { wrapper: InEnglish });
  pass(0);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('X4: a confirmation', () => {
  it('is given by a click of the visitor half a second after the card appeared', () => {
    pass(500);
    press('Confirm');
    expect(client.calls).toEqual(['resolveToolCall call_1 true']);
  });

  it('is not given by an earlier click, which was meant for something else', () => {
    pass(499);
    press('Confirm');
    expect(client.calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('is never given by a script', () => {
    pass(5_000);
    press('Confirm', false);
    act(() => screen.getByRole('button', { name: 'Confirm' }).click());
    expect(client.calls).toEqual([]);
  });

  it('is not given in a hidden tab, nor right after it became visible again', () => {
    setVisibility('hidden');
    pass(5_000);
    press('Confirm');
    setVisibility('visible');
    press('Confirm');
    expect(client.calls).toEqual([]);
    pass(500);
    press('Confirm');
    expect(client.calls).toEqual(['resolveToolCall call_1 true']);
  });

  it('can be refused at once', () => {
    press('No');
    expect(client.calls).toEqual(['resolveToolCall call_1 false']);
  });
});
