// @vitest-environment happy-dom
/** The list of conversations in the panel. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';
import { field } from './message-field.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the conversations', () => {
  const open = async (item: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  };
  const summary = (n: number, over = {}) => ({
    conversation: `cnv_${n}`,
    text: `words ${n}`,
    at: Date.UTC(2026, 2, n),
    unread: 0,
    handler: 'agent' as const,
    ...over,
  });

  it('are listed with their last message, and opened by their buttons', async () => {
    const client = scriptedClient({ conversations: [summary(1), summary(2, { unread: 2, handler: 'closed' })] });
    render(<Panel controller={controllerWith(client)} />);
    await open('Your conversations');
    const older = await screen.findByRole('button', { name: /words 2.*closed.*2 unread messages/ });
    await vi.waitFor(() => expect(client.calls).toContain('loadConversations'));
    expect(screen.getByRole('button', { name: /words 1/ }).getAttribute('aria-current')).toBe('true');
    expect(older.getAttribute('aria-current')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Back');
    fireEvent.click(older);
    expect(client.calls).toContain('openConversation cnv_2');
    expect(screen.queryByRole('heading', { name: 'Your conversations' })).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Menu');
  });

  it('are started from the menu, and from a closed one', async () => {
    const client = scriptedClient({ handledBy: 'closed', timeline: [own()] });
    render(<Panel controller={controllerWith(client)} />);
    expect(field().readOnly).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Start a new conversation' }));
    await open('New conversation');
    expect(client.calls.filter((call) => call === 'newConversation')).toHaveLength(2);
  });

  it('lets Esc close the list and not the chat', async () => {
    const controller = controllerWith(scriptedClient({ conversations: [] }));
    render(<Panel controller={controller} />);
    await open('Your conversations');
    fireEvent.keyDown(await screen.findByText('No conversations yet.'), { key: 'Escape' });
    expect(controller.getState()).toMatchObject({ open: true, dialog: null });
  });

  it('are erased only after a confirmation, in which Cancel has the focus', async () => {
    const client = scriptedClient({ timeline: [own()] });
    render(<Panel controller={controllerWith(client)} />);
    await open('Erase this conversation');
    expect(await screen.findByRole('alertdialog', { name: 'Erase this conversation for good?' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(client.calls).not.toContain('erase');
    await open('Erase this conversation');
    fireEvent.click(await screen.findByRole('button', { name: 'Erase' }));
    expect(client.calls).toContain('erase');
  });

  it('announce no old messages when an older one is opened', async () => {
    const client = scriptedClient({ timeline: [own()], conversation: 'cnv_1' });
    const { container } = render(<Panel controller={controllerWith(client)} />);
    act(() => client.become({ conversation: null, timeline: [], loaded: false }));
    act(() => client.become({ conversation: 'cnv_2', timeline: [answer({ text: 'long ago' })], loaded: true }));
    expect(container.querySelector('[data-live]')?.textContent).toBe('');
    act(() =>
      client.become({ timeline: [answer({ text: 'long ago' }), answer({ key: 'msg-2', seq: 3, text: 'now' })] }),
    );
    expect(container.querySelector('[data-live]')?.textContent).toContain('now');
  });
});
