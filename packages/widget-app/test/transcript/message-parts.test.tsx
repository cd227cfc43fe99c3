// @vitest-environment happy-dom
/** Cards, quick replies and forms of a message. */
import type { Part } from '@service/protocol';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';

afterEach(cleanup);

const parts = (...given: Part[]): string => JSON.stringify(given);
const CHOICES: Part = {
  type: 'quick-replies',
  replies: [{ label: 'Yes' }, { label: 'No', text: 'No, send them back' }],
};

describe('quick replies', () => {
  it('are sent as the visitor when chosen, and removed with the next message', async () => {
    const offered = answer({ parts: parts(CHOICES) });
    const client = scriptedClient({ timeline: [own(), offered] });
    render(<Panel controller={controllerWith(client)} />);
    const choices = await screen.findByRole('list', { name: 'Suggested replies' });
    within(choices).getByRole('button', { name: 'Yes' });
    const no = within(choices).getByRole('button', { name: 'No' });
    no.focus();
    fireEvent.click(no);
    expect(client.calls).toContain('send No, send them back');
    // The focus stays in the conversation when the button disappears.
    act(() => client.become({ timeline: [own(), offered, own({ key: 'client-0002' })] }));
    expect(screen.queryByRole('list', { name: 'Suggested replies' })).toBeNull();
    expect(document.activeElement?.getAttribute('role')).toBe('article');
  });

  it('are not offered in a conversation that is closed', async () => {
    const card: Part = { type: 'card', title: 'Repair' };
    const client = scriptedClient({ handledBy: 'closed', timeline: [answer({ parts: parts(card, CHOICES) })] });
    render(<Panel controller={controllerWith(client)} />);
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
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [answer({ parts: parts(card) })] }))} />);
    await screen.findByRole('heading', { name: '<img src=x onerror=alert(1)>' });
    const link = screen.getByRole('link', { name: 'Prices' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://shop.test/repair',
      'noopener noreferrer nofollow ugc',
    ]);
    expect(document.body.textContent).not.toContain('javascript');
    expect(screen.queryByRole('link', { name: 'Run' })).toBeNull();
  });

  it('that can’t be read is not drawn, and the text is', () => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [answer({ parts: '{"' })] }))} />);
    expect(document.querySelector('.card')).toBeNull();
    expect(document.querySelector('.agent-bubble')?.textContent).not.toBe('');
  });
});

describe('a form', () => {
  const FORM: Part = {
    type: 'form',
    title: 'Where to?',
    fields: [
      { type: 'text', name: 'who', label: 'Your name', required: true, autofill: 'name' },
      { type: 'email', name: 'mail', label: 'Email', hint: 'For the label' },
      { type: 'number', name: 'size', label: 'Size', min: 30 },
      { type: 'choice', name: 'why', label: 'Why', options: ['Too big', 'Too small'] },
      { type: 'checkbox', name: 'terms', label: 'I agree', required: true },
    ],
  };
  const asked = answer({ seq: 7, parts: parts(FORM) });
  const type = (label: string | RegExp, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });

  it('shows the problem at each field, focuses the first, and is sent when all are valid', async () => {
    const client = scriptedClient({ timeline: [own(), asked] });
    render(<Panel controller={controllerWith(client)} />);
    const form = await screen.findByRole('form', { name: 'Where to?' });
    expect(within(form).queryByRole('alert')).toBeNull();
    type(/^Email/, 'kim at shop');
    type(/^Size/, '12');
    fireEvent.submit(form);
    const name = screen.getByLabelText('Your name');
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(name)).toBe('Please fill this in.');
    expect(describedBy(screen.getByLabelText(/^Email/))).toBe(
      'For the label Enter an email address like name@example.com.',
    );
    expect(describedBy(screen.getByLabelText(/^Size/))).toBe('Enter 30 or more.');
    expect(describedBy(screen.getByLabelText('I agree'))).toBe('Please tick this box to continue.');
    expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([]);

    type('Your name', ' Kim ');
    expect(name.getAttribute('aria-invalid')).toBe('false');
    type(/^Email/, 'kim@shop.example');
    type(/^Size/, '42,5');
    fireEvent.click(screen.getByLabelText('Too small'));
    fireEvent.click(screen.getByLabelText('I agree'));
    fireEvent.submit(form);
    expect(client.filled).toEqual([
      { form: 7, values: { who: 'Kim', mail: 'kim@shop.example', size: 42.5, why: 'Too small', terms: true } },
    ]);
    expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([
      'send Where to?\nYour name: Kim\nEmail: kim@shop.example\nSize: 42.5\nWhy: Too small\nI agree: ✓',
    ]);
    // Who sent it with the keyboard is still in the conversation when the fields have gone.
    expect(document.activeElement?.getAttribute('role')).toBe('article');
  });

  it('allows autofill only where the form allows it', async () => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [asked] }))} />);
    const form = await screen.findByRole('form', { name: 'Where to?' });
    const filledIn = [...form.querySelectorAll('input')].map((input) => [input.type, input.autocomplete]);
    expect(filledIn).toEqual([
      ['text', 'name'],
      ['email', 'email'],
      ['text', 'off'],
      ['radio', ''],
      ['radio', ''],
      ['checkbox', ''],
    ]);
  });

  it('is shown as answered, by any tab; and as over when a newer form replaced it', async () => {
    const done = own({
      key: 'client-0002',
      seq: 8,
      parts: JSON.stringify([{ type: 'form-answer', form: 7, title: 'Where to?', answers: [] }]),
    });
    const client = scriptedClient({ timeline: [asked] });
    render(<Panel controller={controllerWith(client)} />);
    await screen.findByRole('form', { name: 'Where to?' });
    act(() => client.become({ timeline: [asked, own({ key: 'client-0003', seq: 8 })], handledBy: 'queued' }));
    screen.getByRole('form', { name: 'Where to?' });
    act(() => client.become({ timeline: [asked, answer({ key: 'msg-2', seq: 9, parts: parts(FORM) })] }));
    await screen.findByText('This form can no longer be filled in.');
    expect(await screen.findAllByRole('form')).toHaveLength(1);
    act(() => client.become({ timeline: [asked, done] }));
    screen.getByText('Answered');
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('that was refused is restored with its values, and sent again in its place', async () => {
    const values = { who: 'Kim', terms: true };
    const failing = own({
      key: 'client-0002',
      clientId: 'client-0002',
      seq: null,
      filled: { form: 7, values },
      delivery: { state: 'failed', code: 'expired', message: 'It waited too long.' },
    });
    const client = scriptedClient({ timeline: [asked, failing] });
    render(<Panel controller={controllerWith(client)} />);
    const form = await screen.findByRole('form', { name: 'Where to?' });
    expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Kim');
    fireEvent.submit(form);
    expect(client.calls).toContain('discard client-0002');
    expect(client.filled).toEqual([{ form: 7, values }]);
  });

  it('moves in its own fields with the arrow keys, not in the transcript', async () => {
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [own(), asked] }))} />);
    await screen.findByRole('form', { name: 'Where to?' });
    const name = screen.getByLabelText('Your name');
    name.focus();
    fireEvent.keyDown(name, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(name);
  });
});

function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}
