// @vitest-environment happy-dom
/** The panel around the messages: its name, focus, menu, footer, and connection problems. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PanelController } from '../../src/panel/model.js';
import { Panel } from '../../src/panel/panel.js';
import { controllerWith, embedded, own, scriptedClient } from '../support/panel-fixtures.js';
import { field, type } from './message-field.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the panel', () => {
  it('is a dialog named by its title, with a log, a field and a button', () => {
    render(<Panel controller={controllerWith(scriptedClient())} />);
    expect(screen.getByRole('dialog', { name: 'Ada' })).toBeTruthy();
    expect(screen.getByRole('log')).toBeTruthy();
    expect(field()).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it('closes with Esc, but not with the Esc that ends a composition', () => {
    const controller = controllerWith(scriptedClient());
    render(<Panel controller={controller} />);
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
    expect(controller.getState().open).toBe(true);
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(controller.getState().open).toBe(false);
  });

  it('respects the safe areas of a phone when it covers the screen, and not when embedded', () => {
    const viewport = { width: 390, height: 800, safe: { top: 47, right: 0, bottom: 34, left: 0 } };
    const edge = (controller: PanelController): string => {
      const { unmount } = render(<Panel controller={controller} />);
      const panel = document.querySelector<HTMLElement>('.panel');
      const value = panel?.style.getPropertyValue('--safe-top') ?? '';
      unmount();
      return value;
    };
    expect(edge(controllerWith(scriptedClient(), { viewport }))).toBe('47px');
    expect(edge(embedded(controllerWith(scriptedClient(), { viewport })))).toBe('0px');
  });

  it('shows the greeting, and suggested questions until one was asked', () => {
    const client = scriptedClient();
    render(<Panel controller={controllerWith(client)} />);
    expect(screen.getByText('Welcome.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Where is my order?' }));
    expect(client.calls).toContain('send Where is my order?');
    act(() => client.become({ timeline: [own()] }));
    expect(screen.queryByRole('button', { name: 'Where is my order?' })).toBeNull();
  });
});

describe('the focus', () => {
  it('stays inside when the pressed button disappears', async () => {
    const client = scriptedClient();
    const controller = embedded(controllerWith(client, { openedBy: null }));
    render(<Panel controller={controller} />);
    const question = screen.getByRole('button', { name: 'Where is my order?' });
    question.focus();
    act(() => client.become({ timeline: [own()] }));
    expect(question.isConnected).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it.each(['given', 'declined'] as const)('stays inside when the gate is answered: %s', async (consent) => {
    const controller = embedded(controllerWith(scriptedClient(), { consent: 'needed', openedBy: null }));
    render(<Panel controller={controller} />);
    const pressed = screen.getByRole('button', { name: consent === 'given' ? 'Agree and continue' : 'Decline' });
    pressed.focus();
    act(() => controller.dispatch({ type: 'consent', granted: consent === 'given' }));
    expect(pressed.isConnected).toBe(false);
    const expected = () => (consent === 'given' ? field() : screen.getByRole('dialog'));
    await vi.waitFor(() => expect(document.activeElement).toBe(expected()));
  });

  it('goes to the gate when the consent is withdrawn', async () => {
    const controller = embedded(
      controllerWith(scriptedClient(), { consent: 'given', openedBy: null }, { requireConsent: true }),
    );
    render(<Panel controller={controller} />);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const item = screen.getByRole('menuitem', { name: 'Withdraw consent' });
    item.focus();
    fireEvent.click(item);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  });

  it('is not taken from the page by an embedded panel', async () => {
    const client = scriptedClient();
    render(<Panel controller={embedded(controllerWith(client, { openedBy: null }))} />);
    act(() => client.become({ timeline: [own()] }));
    await new Promise<void>((done) => queueMicrotask(done));
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a connection problem', () => {
  it('is shown only when it lasts, with what happens to the messages', () => {
    vi.useFakeTimers();
    const client = scriptedClient({ connection: 'reconnecting' });
    render(<Panel controller={controllerWith(client)} />);
    expect(screen.queryByText(/Reconnecting/)).toBeNull();
    act(() => void vi.advanceTimersByTime(2_000));
    expect(screen.getByText(/are saved and will be sent/)).toBeTruthy();
    act(() => client.become({ connection: 'connected' }));
    expect(screen.queryByText(/Reconnecting/)).toBeNull();
  });
});

describe('the menu', () => {
  it('has the focus before the next key, so that Esc closes it and not the chat', async () => {
    const controller = controllerWith(scriptedClient());
    render(<Panel controller={controller} />);
    // As in a browser: no effect of the click may wait for the next frame.
    screen.getByRole('button', { name: 'Menu' }).click();
    await new Promise<void>((done) => queueMicrotask(done));
    expect(document.activeElement?.getAttribute('role')).toBe('menuitem');
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(controller.getState().open).toBe(true);
  });
});

describe('a download', () => {
  it('without a connection shows an error, until the visitor goes on', () => {
    const client = scriptedClient({ connection: 'offline', timeline: [own()] });
    render(<Panel controller={controllerWith(client)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Download as text' }));
    expect(screen.getByText(/can’t be downloaded right now/).getAttribute('role')).toBe('alert');
    type('h');
    expect(screen.queryByText(/can’t be downloaded right now/)).toBeNull();
  });
});

describe('an embedded chat without a header', () => {
  it('has the menu: visitors can always reach the actions for their data', () => {
    const controller = embedded(controllerWith(scriptedClient()), { hideHeader: true });
    const { container } = render(<Panel controller={controller} />);
    expect(screen.getAllByRole('button', { name: 'Menu' })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toContain('Download as text');
    expect(items).toContain('Erase this conversation');
    expect(container.querySelector('.visually-hidden [role="menuitem"]')).toBeNull();
  });

  it('has no menu before the visitor has agreed', () => {
    render(<Panel controller={embedded(controllerWith(null, { consent: 'needed' }), { hideHeader: true })} />);
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });
});

describe('the footer', () => {
  it('privacyUrl: with neither, the widget names the business and links no service policy', () => {
    const { unmount } = render(<Panel controller={controllerWith(scriptedClient())} />);
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain('Shop');
    expect(footer.querySelector('a')).toBeNull();
    unmount();
    // The gate says both itself.
    render(<Panel controller={controllerWith(null, { consent: 'needed' })} />);
    expect(screen.queryByRole('contentinfo')?.textContent ?? '').not.toContain('Shop');
  });
});
