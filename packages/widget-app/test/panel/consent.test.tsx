// @vitest-environment happy-dom
/** The gate before the chat, and withdrawing the consent. */
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the gate', () => {
  it('names the business, links its policy only if there is one, and shows no field', () => {
    const { unmount } = render(<Panel controller={controllerWith(null, { consent: 'needed' })} />);
    expect(screen.getByText(/people of Shop/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    unmount();
    render(
      <Panel
        controller={controllerWith(null, { consent: 'needed' }, { privacyUrl: 'https://shop.example/privacy' })}
      />,
    );
    expect((screen.getByRole('link') as HTMLAnchorElement).href).toBe('https://shop.example/privacy');
  });

  it('ignores a click made by a script', () => {
    const controller = controllerWith(null, { consent: 'needed' });
    render(<Panel controller={controller} />);
    screen.getByRole('button', { name: 'Agree and continue' }).dispatchEvent(new Event('click', { bubbles: true }));
    expect(controller.getState().consent).toBe('needed');
  });
});

describe('the consent', () => {
  it('is withdrawn in two clicks, and the gate confirms it', () => {
    const client = scriptedClient({ timeline: [own()] });
    render(<Panel controller={controllerWith(client, { consent: 'given' }, { requireConsent: true })} />);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Withdraw consent' }));
    expect(client.calls).toContain('withdraw');
    expect(screen.getByText(/You have withdrawn your consent/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Agree and continue' })).toBeTruthy();
    expect(screen.queryByRole('log')).toBeNull();
  });

  it('can’t be withdrawn in a chat that asks for none', () => {
    render(<Panel controller={controllerWith(scriptedClient())} />);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.queryByRole('menuitem', { name: 'Withdraw consent' })).toBeNull();
  });
});
