// @vitest-environment happy-dom
/** The panel: writing, waiting, sources, connection problems, people, consent. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PanelController } from '../../src/panel/model.js';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, embedded, own, scriptedClient } from '../support/panel-fixtures.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
const type = (text: string): void => void fireEvent.input(field(), { target: { value: text } });

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
