// @vitest-environment happy-dom
/** Answers in the panel: sources, the offer of a person, actions below them, and their rating. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('an answer', () => {
  const citations = [
    {
      number: 1,
      documentId: 'returns',
      title: 'Returns',
      url: 'https://shop.example/returns',
      quote: 'Within **30 days**.',
    },
  ];

  it('opens the quote of its source and a link to it', () => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [own(), answer({ citations })] }))} />);
    fireEvent.click(screen.getByRole('button', { name: /Returns/ }));
    expect(screen.getByText('Within 30 days.')).toBeTruthy();
    expect((screen.getByRole('link', { name: 'Read the article' }) as HTMLAnchorElement).href).toBe(
      'https://shop.example/returns',
    );
  });

  it('that doesn’t know offers a person while it is the latest entry', () => {
    const client = scriptedClient({ timeline: [own(), answer({ offerPerson: true })] });
    render(<Panel controller={controllerWith(client)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Talk to a person' }));
    expect(client.calls).toContain('person');
    act(() => client.become({ timeline: [own(), answer({ offerPerson: true }), own({ key: 'client-0002' })] }));
    expect(screen.queryByRole('button', { name: 'Talk to a person' })).toBeNull();
  });

  it.each([
    [{ state: 'failed', text: 'Within' }, 'Ada: Within This answer could not be finished.'],
    [{ state: 'stopped', text: 'Within' }, 'Ada: Within Stopped'],
    [{ state: 'failed', text: '' }, 'Ada: This answer could not be finished.'],
  ] as const)('that is incomplete is announced as incomplete: %o', (over, announced) => {
    const client = scriptedClient({ timeline: [own()] });
    const { container } = render(<Panel controller={controllerWith(client)} />);
    act(() => client.become({ timeline: [own(), answer(over)] }));
    expect(container.querySelector('[data-live]')?.textContent).toBe(announced);
  });

  it('offers no person in an inbox without people', () => {
    const client = scriptedClient({ timeline: [own(), answer({ offerPerson: true })] });
    render(<Panel controller={controllerWith(client, {}, { people: null })} />);
    expect(screen.queryByRole('button', { name: 'Talk to a person' })).toBeNull();
  });

  it('is announced once, when it is complete, and not when it was there on arrival', () => {
    const client = scriptedClient({ timeline: [own(), answer({ key: 'old', text: 'History.' })] });
    const { container } = render(<Panel controller={controllerWith(client)} />);
    const live = (): string => container.querySelector('[data-live]')?.textContent ?? '';
    expect(live()).toBe('');
    act(() =>
      client.become({
        timeline: [...client.getState().timeline, answer({ key: 'new', state: 'streaming', text: 'With' })],
      }),
    );
    expect(live()).toBe('');
    const done = answer({ key: 'new', text: 'Within **30 days**. [1]' });
    act(() => client.become({ timeline: [own(), answer({ key: 'old', text: 'History.' }), done] }));
    expect(live()).toBe('Ada: Within 30 days.');
  });
});

describe('below an answer', () => {
  it('its words are copied, without the numbers of sources and the signs of Markdown', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    });
    const client = scriptedClient({ timeline: [own(), answer({ text: 'Within **30 days** [1].' })] });
    render(<Panel controller={controllerWith(client)} />);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy answer' })));
    expect(copied).toEqual(['Within 30 days.']);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(document.querySelector('.rating [role="status"]')?.textContent).toBe('Copied');
    vi.unstubAllGlobals();
  });

  it('the same question is asked once more, below the latest answer of the assistant alone', () => {
    const asked = own({ text: 'Do you ship to Norway?' });
    const later = [own({ key: 'o3', seq: 3, text: 'And to Iceland?' }), answer({ key: 'a4', seq: 4 })];
    const client = scriptedClient({ timeline: [asked, answer(), ...later] });
    render(<Panel controller={controllerWith(client)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(client.calls).toContain('send And to Iceland?');
    act(() => client.become({ handledBy: 'human' }));
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
  });

  it('a question with a file can’t be asked again by itself, and an answer that is being written has no buttons', () => {
    const file = { id: 'f', name: 'a.png', type: 'image/png', size: 1 } as never;
    const client = scriptedClient({ timeline: [own({ files: [file] }), answer()] });
    render(<Panel controller={controllerWith(client)} />);
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
    act(() => client.become({ timeline: [own(), answer({ state: 'streaming' })] }));
    expect(screen.queryByRole('button', { name: 'Copy answer' })).toBeNull();
  });
});

describe('the rating of an answer', () => {
  it('is given by one button, and removed by the same', () => {
    const client = scriptedClient({ timeline: [own(), answer()] });
    render(<Panel controller={controllerWith(client)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Good answer' }));
    expect(client.calls).toContain('rate msg-1 up');
    act(() => client.become({ timeline: [own(), answer({ feedback: 'up' })] }));
    const good = screen.getByRole('button', { name: 'Good answer' });
    expect(good.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(good);
    expect(client.calls).toContain('rate msg-1 null');
  });

  it.each([
    [{ state: 'streaming' }, 'agent'],
    [{ outcome: 'smalltalk' }, 'agent'],
    [{}, 'closed'],
  ] as const)('is not offered for %o while the handler is %s', (over, handledBy) => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [own(), answer(over)], handledBy }))} />);
    expect(screen.queryByRole('button', { name: 'Good answer' })).toBeNull();
  });

  it.each([
    ['sending', 'Sending…'],
    ['sent', 'Sent'],
    ['delivered', 'Delivered'],
    ['read', 'Read'],
  ] as const)('the delivery below the latest message is %s', (state, text) => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [own({ delivery: { state } })] }))} />);
    expect(screen.getByText(text)).toBeTruthy();
  });
});
