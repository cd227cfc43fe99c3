// @vitest-environment happy-dom
/** Search in the visitor's messages: from the menu, with the keyboard, and to the message. */
import type { SearchResult } from '@service/embed-headless/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, type ScriptedClient, scriptedClient } from '../support/panel-fixtures.js';

afterEach(cleanup);

const HITS: SearchResult = {
  hits: [
    { conversation: 'cnv_1', seq: 9, at: 0, by: 'ai', name: 'Ada', excerpt: 'The blue boots', marks: [[9, 14]] },
    { conversation: 'cnv_1', seq: 3, at: 0, by: 'visitor', excerpt: 'boots?', marks: [[0, 5]] },
  ],
  more: true,
};
const timeline = [own({ key: 'client-0008', seq: 8 }), answer({ key: 'msg-9', seq: 9, text: 'The blue boots' })];

async function searching(client: ScriptedClient, controller = controllerWith(client)): Promise<HTMLInputElement> {
  render(<Panel controller={controller} />);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Search' }));
  return (await screen.findByRole('searchbox', { name: 'Search your messages' })) as HTMLInputElement;
}
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } });

describe('search', () => {
  it('searches once when typing pauses, and marks the matches', async () => {
    const client = scriptedClient({ timeline }, {}, () => HITS);
    const field = await searching(client);
    expect(document.activeElement).toBe(field);
    screen.getByText('Type a word or the start of one.');
    type(field, 'bo');
    type(field, 'boots');
    screen.getByText('Searching…');
    await screen.findByText('Messages found: 2');
    expect(client.calls.filter((call) => call.startsWith('search'))).toEqual(['search boots']);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['boots', 'boots']);
    screen.getByText('There are older matches. Add words to narrow the search.');
  });

  it('has a button that clears the text and moves the focus to the field', async () => {
    const field = await searching(scriptedClient({}, {}, () => HITS));
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    type(field, 'boots');
    await screen.findByText('Messages found: 2');
    const clear = screen.getByRole('button', { name: 'Clear search' });
    clear.focus();
    fireEvent.click(clear);
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    expect(document.querySelectorAll('mark')).toHaveLength(0);
    screen.getByText('Type a word or the start of one.');
  });

  it('shows that nothing was found, and that the search failed', async () => {
    let found: SearchResult | null = { hits: [], more: false };
    const field = await searching(scriptedClient({}, {}, () => found));
    type(field, 'kites');
    await screen.findByText('No messages contain these words.');
    found = null;
    type(field, 'boots');
    await screen.findByText(/isn’t working right now/);
  });

  it('is navigated with the arrow keys; Esc goes back to the menu and leaves the chat open', async () => {
    const field = await searching(scriptedClient({ timeline }, {}, () => HITS));
    type(field, 'boots');
    await screen.findByText('Messages found: 2');
    const [first, second] = screen.getAllByRole('button', { name: /boots/ });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second as HTMLElement, { key: 'Home' });
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('dialog').hidden).toBe(false);
  });

  it.each([
    { ends: 'the visitor signs out', action: { type: 'signed-out' } },
    { ends: 'the consent is withdrawn in another tab', action: { type: 'gate', withdrawn: false } },
  ] as const)('closes and removes its results when $ends', async ({ action }) => {
    const client = scriptedClient({ timeline }, {}, () => HITS);
    const controller = controllerWith(client);
    type(await searching(client, controller), 'boots');
    await screen.findByText('Messages found: 2');
    act(() => {
      client.become({ timeline: [] });
      controller.dispatch(action);
    });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.body.textContent).not.toMatch(/boots/);
    expect(document.querySelectorAll('[inert]')).toHaveLength(0);
  });

  it('goes to the message, also when it has to be loaded first', async () => {
    const client = scriptedClient({ timeline, hasOlder: true }, {}, () => HITS);
    const field = await searching(client);
    type(field, 'boots');
    await screen.findByText('Messages found: 2');
    fireEvent.click(screen.getAllByRole('button', { name: /boots/ })[1] as HTMLElement);
    await waitFor(() => expect(client.calls).toContain('loadOlder'));
    act(() => client.become({ timeline: [own({ key: 'client-0003', seq: 3, text: 'boots?' }), ...timeline] }));
    await waitFor(() => expect(document.activeElement?.id).toBe('entry-client-0003'));
    expect(document.activeElement?.classList.contains('highlighted')).toBe(true);
  });

  const older = own({ key: 'client-0003', seq: 3, text: 'boots?' });
  it.each([
    {
      what: 'goes to another conversation',
      doing: (client: ScriptedClient) => client.become({ conversation: 'cnv_2' }),
    },
    { what: 'writes', doing: () => void fireEvent.input(screen.getByRole('textbox', { name: 'Message' })) },
    { what: 'presses something', doing: () => void fireEvent.click(screen.getByRole('button', { name: 'Menu' })) },
  ])('moves no focus if the visitor $what while the message loads, not even when they come back', async ({ doing }) => {
    const client = scriptedClient({ timeline, hasOlder: true }, {}, () => HITS);
    type(await searching(client), 'boots');
    await screen.findByText('Messages found: 2');
    fireEvent.click(screen.getAllByRole('button', { name: /boots/ })[1] as HTMLElement);
    await waitFor(() => expect(client.calls).toContain('loadOlder'));
    act(() => doing(client));
    act(() => client.become({ conversation: 'cnv_1', timeline: [older, ...timeline], hasOlder: false }));
    await screen.findByText('boots?');
    // Frames in which the message would get the focus.
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    expect(document.activeElement?.id).not.toBe('entry-client-0003');
    expect(document.querySelector('.highlighted')).toBeNull();
  });

  it('goes to no message with the same number in the previous conversation', async () => {
    const hits: SearchResult = {
      hits: [{ ...HITS.hits[0], conversation: 'cnv_2' } as SearchResult['hits'][number]],
      more: false,
    };
    const client = scriptedClient({ timeline }, {}, () => hits);
    type(await searching(client), 'boots');
    await screen.findByText('Messages found: 1');
    fireEvent.click(screen.getByRole('button', { name: /boots/ }));
    expect(client.calls).toContain('openConversation cnv_2');
    act(() => client.become({ connection: 'offline' }));
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    expect(document.querySelector('.highlighted')).toBeNull();
  });
});
