// @vitest-environment happy-dom
/** Writing in the panel, and messages that could not be sent. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';
import { field, type } from './message-field.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('writing', () => {
  it('sends with Enter and clears the field, makes a new line with Shift', () => {
    const client = scriptedClient();
    render(<Panel controller={controllerWith(client)} />);
    type('hello');
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(client.calls).not.toContain('send hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(client.calls).toContain('send hello');
    expect(field().value).toBe('');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'does not send with the Enter that ends a Japanese or Chinese word: %o',
    (composing) => {
      const client = scriptedClient();
      render(<Panel controller={controllerWith(client)} />);
      type('日本');
      fireEvent.keyDown(field(), { key: 'Enter', ...composing });
      expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([]);
    },
  );

  it('sends nothing that is blank or too long, and shows by how much', () => {
    const client = scriptedClient();
    render(<Panel controller={controllerWith(client)} />);
    type('   ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    type('x'.repeat(8_005));
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([]);
    expect(screen.getByText('5 characters too long')).toBeTruthy();
    expect(field().value).toHaveLength(8_005);
  });

  it('can stop the answer that is being written', () => {
    const client = scriptedClient({ turn: 'streaming', timeline: [own(), answer({ state: 'streaming', text: 'So' })] });
    render(<Panel controller={controllerWith(client)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(client.calls).toContain('stop');
  });
});

describe('a message that could not be sent', () => {
  it('shows the reason, and can be retried or discarded', () => {
    const failed = own({ seq: null, delivery: { state: 'failed', code: 'too_large', message: 'Shorten it.' } });
    const client = scriptedClient({ timeline: [failed] });
    render(<Panel controller={controllerWith(client)} />);
    expect(screen.getByText('Not sent. Shorten it.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(client.calls).toEqual(expect.arrayContaining(['retry client-0001', 'discard client-0001']));
  });
});

describe('a chat that is paused while it is open', () => {
  const parts = JSON.stringify([{ type: 'quick-replies', replies: [{ label: 'Size 42' }] }]);
  const offers = () => ['Talk to a person', 'Size 42'].map((name) => screen.queryByRole('button', { name }) !== null);

  it('says so, takes nothing and offers nothing, and keeps the draft until it goes on', async () => {
    const client = scriptedClient({ timeline: [own(), answer({ offerPerson: true, parts })] });
    const { container } = render(<Panel controller={controllerWith(client)} />);
    await screen.findByRole('button', { name: 'Size 42' });
    expect(offers()).toEqual([true, true]);
    type('and rain?');
    act(() => client.become({ paused: true }));
    await screen.findByText(/This chat is paused/);
    expect([offers(), field().readOnly]).toEqual([[false, false], true]);
    act(() => client.become({ paused: false }));
    expect(container.textContent).not.toContain('This chat is paused');
    expect([offers(), field().readOnly, field().value]).toEqual([[true, true], false, 'and rain?']);
  });

  it('was so when its document was made, as long as the server says nothing else', async () => {
    const client = scriptedClient({ paused: null });
    const { container } = render(<Panel controller={controllerWith(client, {}, { paused: true })} />);
    await screen.findByText(/This chat is paused/);
    act(() => client.become({ paused: false }));
    expect(container.textContent).not.toContain('This chat is paused');
  });
});
