/** @jsxImportSource react */
/** Options that allow no chat: the error says which, whatever the page asks of the widget besides. */
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServiceWidgetProvider, type UseServiceWidgetConfig, useServiceWidget, useTool } from '../src/index.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function Help() {
  const { open, sendMessage, error } = useServiceWidget();
  useTool({ name: 'get_cart', description: 'The basket.', effects: 'read', handler: () => [] });
  const ask = () => {
    open();
    sendMessage('hello');
  };
  return (
    <button type="button" onClick={ask}>
      {error?.message}
    </button>
  );
}

it('says what is wrong with an option, also after a tool was offered and the chat was asked for', async () => {
  const page = (more: Partial<UseServiceWidgetConfig> = {}) => (
    <StrictMode>
      <ServiceWidgetProvider inboxId="demo" baseUrl="chat.test" {...more}>
        <Help />
      </ServiceWidgetProvider>
    </StrictMode>
  );
  const { rerender } = render(page());
  const shown = () => screen.getByRole('button').textContent;
  expect(shown()).toContain('baseUrl');
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toContain('baseUrl');
  rerender(page({ user: { name: 'Kim' }, questions: ['What is this?'], identity: null }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(shown()).toContain('baseUrl');
});
