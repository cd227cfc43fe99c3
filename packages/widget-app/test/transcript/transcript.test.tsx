/** The transcript: new entries, the keyboard, authors, and that a long one is not drawn again for every word. */
import type { TimelineEntry } from '@service/embed-headless/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { chunksOf, sameChunk } from '../../src/transcript/chunks/chunks.js';
import { stepTo } from '../../src/transcript/keyboard/keyboard-steps.js';
import { answer, controllerWith, own, type ScriptedClient, scriptedClient } from '../support/panel-fixtures.js';

afterEach(cleanup);

const conversation = (from: number, to: number): TimelineEntry[] =>
  Array.from({ length: to - from + 1 }, (_, i) => {
    const seq = from + i;
    return seq % 2
      ? own({ key: `o${seq}`, clientId: `o${seq}`, seq })
      : answer({ key: `a${seq}`, seq, text: `No ${seq}` });
  });
const person = (seq: number, text: string) =>
  ({
    type: 'person',
    key: `p${seq}`,
    seq,
    at: 0,
    author: { kind: 'human', id: 'i', name: 'Ingrid' },
    text,
    files: [],
  }) as const;

/** The panel with the visitor at the end: this document has no layout, so it is given one. */
function scrolledDown(client: ScriptedClient): HTMLElement {
  render(<Panel controller={controllerWith(client)} />);
  const box = document.querySelector('.transcript') as HTMLElement;
  layOut(box, { clientHeight: 400, scrollHeight: 4_000, scrollTop: 3_600 });
  act(() => void fireEvent.scroll(box));
  return box;
}
function layOut(box: HTMLElement, measures: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(measures))
    Object.defineProperty(box, name, { value, writable: name === 'scrollTop', configurable: true });
}
function scrolledUp(client: ScriptedClient): void {
  const box = scrolledDown(client);
  box.scrollTop = 2_000;
  act(() => void fireEvent.scroll(box));
}

describe('a long conversation', () => {
  const timeline = conversation(1, 10_000);

  it('draws only the chunk again in which a word was added', () => {
    const before = chunksOf(timeline, 'o1');
    const grown = [...timeline.slice(0, -1), answer({ key: 'a10000', seq: 10_000, text: 'one word more' })];
    const after = chunksOf(grown, 'o1');
    expect(after.filter((chunk, i) => !sameChunk(chunk, before[i] as never))).toHaveLength(1);
  });

  it('keeps its chunks when earlier messages are added in front and new ones at the end', () => {
    const middle = timeline.slice(4_000, 4_120);
    const origin = middle[0]?.key as string;
    const before = new Map(chunksOf(middle, origin).map((chunk) => [chunk.number, chunk]));
    const after = chunksOf(timeline.slice(3_900, 4_130), origin);
    const unchanged = after.filter((chunk) => {
      const same = before.get(chunk.number);
      return same && sameChunk({ ...same, before: chunk.before, authorBefore: chunk.authorBefore }, chunk);
    });
    expect(unchanged).toHaveLength(2);
    expect(after.flatMap(({ entries }) => entries)).toEqual(timeline.slice(3_900, 4_130));
  });

  it('loses and repeats no entry, whichever entry is the origin', () => {
    for (const origin of [null, 'gone', 'o1', 'a4444', 'a10000'])
      expect(chunksOf(timeline, origin).flatMap(({ entries }) => entries)).toEqual(timeline);
  });
});

describe('a visitor who was away', () => {
  it('sees a divider above new entries, until they answer', () => {
    const client = scriptedClient({ timeline: conversation(1, 6), unread: 2, readUpTo: 3 });
    render(<Panel controller={controllerWith(client)} />);
    const dividedAt = (): string | undefined =>
      document.querySelector('.new-divider')?.closest<HTMLElement>('.entry')?.dataset.key;
    expect(dividedAt()).toBe('a4');
    expect(client.calls).toContain('markRead');
    act(() => client.become({ unread: 0, readUpTo: 6 }));
    expect(dividedAt()).toBe('a4');
    const sending = own({ key: 'mine', clientId: 'mine', seq: null, delivery: { state: 'sending' } });
    act(() => client.become({ timeline: [...conversation(1, 6), sending] }));
    expect(dividedAt()).toBeUndefined();
  });

  it('sees no divider when they were there all the time', () => {
    const client = scriptedClient({ timeline: conversation(1, 6), readUpTo: 6 });
    render(<Panel controller={controllerWith(client)} />);
    act(() => client.become({ timeline: [...conversation(1, 6), person(7, 'Hello')], unread: 1 }));
    expect(document.querySelector('.new-divider')).toBeNull();
  });
});

describe('a visitor at the end', () => {
  it('stays there when the text gets shorter while the field gets higher, which scrolls the box', () => {
    const box = scrolledDown(scriptedClient({ timeline: conversation(1, 6), readUpTo: 6 }));
    // The browser scrolled to the end of the shorter text, and then the box got smaller.
    layOut(box, { scrollHeight: 3_700, scrollTop: 3_300, clientHeight: 300 });
    act(() => void fireEvent.scroll(box));
    expect(box.scrollTop).toBe(3_700);
    expect(screen.queryByRole('button', { name: 'Jump to the latest message' })).toBeNull();
  });
});

describe('a visitor who has scrolled up', () => {
  it('sees how many messages are new below, and has not read them', () => {
    const client = scriptedClient({ timeline: conversation(1, 6), readUpTo: 6 });
    scrolledUp(client);
    expect(screen.getByRole('button', { name: 'Jump to the latest message' })).toBeTruthy();
    act(() =>
      client.become({ timeline: [...conversation(1, 6), person(7, 'Hello'), person(8, 'Still there?')], unread: 2 }),
    );
    expect(screen.getByRole('button', { name: 'Jump to the latest message, 2 new messages' })).toBeTruthy();
    expect(client.calls).not.toContain('markRead');
  });

  it('loads earlier messages before they reach the first one, once', () => {
    const client = scriptedClient({ timeline: conversation(51, 100), hasOlder: true });
    scrolledUp(client);
    const box = document.querySelector('.transcript') as HTMLElement;
    box.scrollTop = 300;
    act(() => void fireEvent.scroll(box));
    act(() => client.become({ loadingOlder: true }));
    box.scrollTop = 200;
    act(() => void fireEvent.scroll(box));
    expect(client.calls.filter((call) => call === 'loadOlder')).toHaveLength(1);
  });
});

describe('the keyboard in the transcript', () => {
  it.each([
    { key: 'ArrowUp', to: 4 },
    { key: 'ArrowDown', to: 6 },
    { key: 'PageUp', to: 2 },
    { key: 'PageDown', to: 8 },
    { key: 'Home', to: 0 },
    { key: 'End', to: 9 },
    { key: 'a', to: null },
    { key: 'Enter', to: null },
  ])('$key goes from index 5 of ten entries to $to', ({ key, to }) => {
    expect(stepTo(key, 5, 10, () => 3)).toBe(to);
  });

  it('stops at both ends', () => {
    expect(stepTo('ArrowUp', 0, 10, () => 3)).toBe(0);
    expect(stepTo('PageDown', 9, 10, () => 3)).toBe(9);
  });

  it('has one entry with its buttons in the Tab order: the latest, until arrows move to another', async () => {
    const link = answer({ key: 'a2', seq: 2, text: 'See [1].', citations: [cite(1)] });
    const client = scriptedClient({
      timeline: [own(), link, own({ key: 'o3', seq: 3 }), answer({ key: 'a4', seq: 4 })],
    });
    render(<Panel controller={controllerWith(client)} />);
    const stops = (): string[] =>
      [...document.querySelectorAll<HTMLElement>('.log *')].flatMap((element) =>
        element.tabIndex === 0
          ? (element.dataset.key ?? element.getAttribute('aria-label') ?? element.textContent ?? '')
          : [],
      );
    expect(stops()).toEqual(['a4', 'Good answer', 'Bad answer', 'Copy answer', 'Ask again']);
    const latest = document.querySelector<HTMLElement>('[data-key="a4"]') as HTMLElement;
    act(() => latest.focus());
    act(() => void fireEvent.keyDown(latest, { key: 'ArrowUp' }));
    act(() => void fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' }));
    expect((document.activeElement as HTMLElement).dataset.key).toBe('a2');
    const buttons = ['Source 1: Returns', '1Returns', 'Good answer', 'Bad answer', 'Copy answer'];
    await expect.poll(stops).toEqual(['a2', ...buttons]);
  });

  it('names each entry by author and time, and describes it by its text', () => {
    const at = new Date(2026, 4, 12, 14, 3).getTime();
    const client = scriptedClient({
      timeline: [own({ at }), answer({ key: 'a2', at }), { ...person(3, 'Hello'), at }],
    });
    render(<Panel controller={controllerWith(client)} />);
    const named = [...document.querySelectorAll('[role="article"]')].map((entry) => [
      document.getElementById(entry.getAttribute('aria-labelledby') ?? '')?.textContent?.replace(/[^\x20-\x7e·]/g, ' '),
      document.getElementById(entry.getAttribute('aria-describedby') ?? '')?.textContent,
    ]);
    expect(named).toEqual([
      ['You, 2:03 PM', 'helloSent'],
      ['Ada · AI, 2:03 PM', 'Yes.'],
      ['Ingrid, 2:03 PM', 'Hello'],
    ]);
  });
});

describe('the author', () => {
  it('is above the first of successive entries, and in the header when it is a person', () => {
    const joined = {
      type: 'notice',
      key: 'n',
      seq: 3,
      at: 0,
      notice: 'handoff-accepted',
      by: person(1, '').author,
    } as const;
    const timeline = [
      own(),
      answer(),
      answer({ key: 'again', seq: 3 }),
      joined,
      person(4, 'Hello'),
      person(5, 'Ready?'),
    ];
    render(<Panel controller={controllerWith(scriptedClient({ timeline, handledBy: 'human' }))} />);
    expect([...document.querySelectorAll('.author')].map(({ textContent }) => textContent)).toEqual([
      'Ada · AI',
      'Ingrid',
    ]);
    expect(screen.getByText('You are talking to Ingrid')).toBeTruthy();
  });
});

describe('the menu', () => {
  it('switches the sound, and Esc closes the menu but not the chat', () => {
    const controller = controllerWith(scriptedClient());
    render(<Panel controller={controller} />);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const sound = (): HTMLElement => screen.getByRole('menuitemcheckbox', { name: 'Sound for new messages' });
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'New conversation' }));
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
    expect(document.activeElement).toBe(sound());
    expect(sound().getAttribute('aria-checked')).toBe('true');
    fireEvent.click(sound());
    expect(controller.getState().sound).toBe(false);
    expect(sound().getAttribute('aria-checked')).toBe('false');
    fireEvent.keyDown(sound(), { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(controller.getState().open).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
  });
});

describe('the emoji button', () => {
  it('inserts an emoji at the cursor, and moves the focus back to the field', async () => {
    const controller = controllerWith(scriptedClient(), { draft: 'Thanks you' });
    render(<Panel controller={controller} />);
    const field = screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
    field.setSelectionRange(6, 7);
    fireEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    const sign = await screen.findByRole('button', { name: '🙏' }, { timeout: 60_000 });
    fireEvent.click(sign);
    expect(controller.getState().draft).toBe('Thanks🙏you');
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('group', { name: 'Emoji' })).toBeNull();
  });
});

describe('a disabled button', () => {
  it.each([
    { name: 'Emoji', over: { handledBy: 'closed' } },
    { name: 'Attach files', over: { handledBy: 'closed' } },
    { name: 'Show earlier messages', over: { loadingOlder: true } },
  ] as const)('keeps the focus, has aria-disabled and does nothing: $name', ({ name, over }) => {
    const client = scriptedClient({ timeline: [own()], hasOlder: true });
    render(<Panel controller={controllerWith(client)} />);
    const button = screen.getByRole('button', { name }) as HTMLButtonElement;
    button.focus();
    act(() => client.become(over));
    expect(document.activeElement).toBe(button);
    expect(button.disabled).toBe(false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const dialog = vi.spyOn(HTMLInputElement.prototype, 'click');
    const before = [...client.calls];
    fireEvent.click(button);
    expect(client.calls).toEqual(before);
    expect(dialog).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-expanded')).not.toBe('true');
    dialog.mockRestore();
  });
});

function cite(number: number) {
  return { number, documentId: 'returns', title: 'Returns', quote: 'Within 30 days.' };
}
