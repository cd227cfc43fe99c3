/** The question before everything else. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chat, settled, show } from './chat.js';

const inbox = {
  id: 'demo',
  name: 'Fjell',
  consent: { version: '1', textHash: 'a'.repeat(64), locale: 'en', texts: {} },
};
const request = vi.fn<() => Promise<Response>>();
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const ask = () => show({ requireConsent: true });

beforeEach(() => {
  request.mockImplementation(async () => new Response(JSON.stringify(inbox)));
  vi.stubGlobal('fetch', request);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the question for a consent', () => {
  it('can be answered after a request for its wording has failed', async () => {
    request.mockImplementationOnce(async () => {
      throw new TypeError('Failed to fetch');
    });
    request.mockImplementationOnce(async () => {
      throw new TypeError('Failed to fetch');
    });
    await ask();
    await screen.findByRole('alert');
    expect(button('Agree and continue').disabled).toBe(true);
    await screen.findByText(/people of Fjell/, {}, { timeout: 60_000 });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(button('Agree and continue'));
    await settled();
    expect(chat.connection).toBe('connected');
  });

  it('is asked in full again after it was declined, then agreed to, and taken back', async () => {
    await ask();
    await screen.findByText(/people of Fjell/);
    fireEvent.click(button('Decline'));
    fireEvent.click(button('Agree and continue'));
    await settled();
    act(() => chat.withdrawConsent());
    await screen.findByText(/people of Fjell/);
    expect(button('Decline')).toBeDefined();
  });
});
