// @vitest-environment happy-dom
/** People in the panel: waiting for one, and a change of who answers. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';
import { field, type } from './message-field.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('waiting for a person', () => {
  it('shows one request in words, when people answer beside their place, and lets the visitor go back', async () => {
    const notice = {
      type: 'notice',
      key: '3',
      seq: 3,
      at: 0,
      notice: 'handoff-requested',
      by: { kind: 'visitor', id: 'v' },
    } as const;
    const client = scriptedClient({ handledBy: 'queued', timeline: [own(), notice] });
    render(<Panel controller={controllerWith(client)} />);
    expect(screen.getByText('You asked for a person').tagName).toBe('P');
    expect(await screen.findByText(/Our hours: all day/)).toBeTruthy();
    expect(screen.getAllByText(/Our hours|Someone will reply/)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Back to the assistant' }));
    expect(client.calls).toContain('back');
  });
});

describe('passed on by the assistant', () => {
  it('is not shown as the visitor’s own request, and the visitor can go back', () => {
    const by = { kind: 'ai', id: 'agent', name: 'Hei' } as const;
    const notice = { type: 'notice', key: '3', seq: 3, at: 0, notice: 'handoff-requested', by } as const;
    render(<Panel controller={controllerWith(scriptedClient({ handledBy: 'queued', timeline: [own(), notice] }))} />);
    expect(screen.queryByText('You asked for a person')).toBeNull();
    expect(screen.getByRole('button', { name: 'Back to the assistant' })).toBeTruthy();
  });
});

describe('a change of the handler', () => {
  it.each([
    ['handoff-accepted', 'Kim joined'],
    ['handoff-ended', 'The assistant is answering again'],
    ['closed', 'The conversation was closed'],
  ] as const)('is announced to screen readers: %s', (notice, announced) => {
    const client = scriptedClient({ timeline: [own()] });
    const { container } = render(<Panel controller={controllerWith(client)} />);
    const by = { kind: 'human', id: 'desk', name: 'Kim' } as const;
    act(() => client.become({ timeline: [own(), { type: 'notice', key: '3', seq: 3, at: 0, notice, by }] }));
    expect(container.querySelector('[data-live]')?.textContent).toBe(announced);
  });

  it('leaves the focus and the draft in the field when the conversation is closed', () => {
    const client = scriptedClient({ timeline: [own()] });
    render(<Panel controller={controllerWith(client)} />);
    type('one more thi');
    field().focus();
    act(() => client.become({ handledBy: 'closed' }));
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('one more thi');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });
});
