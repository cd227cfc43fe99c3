// @vitest-environment happy-dom
/** Cards, and answers to choose from, under what the business says. */
import type { Part } from '@service/protocol';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { Panel } from '../src/panel/panel.js';
import { answer, modelWith, own, scriptedClient } from './screen.js';

afterEach(cleanup);

const parts = (...given: Part[]): string => JSON.stringify(given);
const CHOICES: Part = {
  type: 'quick-replies',
  replies: [{ label: 'Yes' }, { label: 'No', text: 'No, send them back' }],
};

describe('answers to choose from', () => {
  it('are said by the visitor when they are chosen, and gone once something was said', async () => {
    const offered = answer({ parts: parts(CHOICES) });
    const client = scriptedClient({ timeline: [own(), offered] });
    render(<Panel model={modelWith(client)} />);
    const choices = await screen.findByRole('list', { name: 'Answers to choose from' });
    within(choices).getByRole('button', { name: 'Yes' });
    const no = within(choices).getByRole('button', { name: 'No' });
    no.focus();
    fireEvent.click(no);
    expect(client.calls).toContain('send No, send them back');
    // Who chose with the keyboard is still in the conversation when the button has gone.
    act(() => client.become({ timeline: [own(), offered, own({ key: 'client-0002' })] }));
    expect(screen.queryByRole('list', { name: 'Answers to choose from' })).toBeNull();
    expect(document.activeElement?.getAttribute('role')).toBe('article');
  });

  it('are not offered in a conversation that is closed', async () => {
    const card: Part = { type: 'card', title: 'Repair' };
    const client = scriptedClient({ handledBy: 'closed', timeline: [answer({ parts: parts(card, CHOICES) })] });
    render(<Panel model={modelWith(client)} />);
    await screen.findByRole('heading', { name: 'Repair' });
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
  });
});

describe('a card', () => {
  it('is text, with links where the rule for links allows them', async () => {
    const card: Part = {
      type: 'card',
      title: '<img src=x onerror=alert(1)>',
      text: 'Ten days',
      links: [
        { label: 'Prices', url: 'https://shop.test/repair' },
        { label: 'Run', url: 'javascript:alert(1)' },
      ],
    };
    render(<Panel model={modelWith(scriptedClient({ timeline: [answer({ parts: parts(card) })] }))} />);
    await screen.findByRole('heading', { name: '<img src=x onerror=alert(1)>' });
    const link = screen.getByRole('link', { name: 'Prices' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://shop.test/repair',
      'noopener noreferrer nofollow ugc',
    ]);
    screen.getByText('Run (javascript:alert(1))');
    expect(screen.queryByRole('link', { name: 'Run' })).toBeNull();
  });

  it('that can’t be read is nothing, and the words are there', () => {
    render(<Panel model={modelWith(scriptedClient({ timeline: [answer({ parts: '{"' })] }))} />);
    expect(document.querySelector('.card')).toBeNull();
    expect(document.querySelector('.agent-bubble')?.textContent).not.toBe('');
  });
});
