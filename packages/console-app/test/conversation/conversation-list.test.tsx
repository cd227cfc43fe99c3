// @vitest-environment happy-dom
/** The list of conversations: its address, its pages, what it says, and the keys that move in it. */
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConversationPage, ListedConversation } from '../../src/api/conversation-api.js';
import { conversationAt, hashOf, QUEUE, readAddress } from '../../src/console/address.js';
import { Console } from '../../src/console/console.js';
import { emptyText, shownText } from '../../src/queue/list/list-texts.js';
import { type Loaded, withFirstPage, withPage } from '../../src/queue/list/pages.js';
import type { Me } from '../../src/session/use-session.js';
import { button, type Drawn, drawn, press } from '../support.js';

const row = (id: string, over: Partial<ListedConversation> = {}): ListedConversation => ({
  ...{ id, inbox: 'demo', inboxName: 'Shop', handler: 'agent', head: 2, seen: 0, takenBy: null, activeAt: 1_000 },
  ...{ preview: { seq: 1, text: `words of ${id}`, at: 1_000 }, lastWords: null, found: null, isBlocked: false },
  ...{ visitorName: null, visitorEmail: null, isVisitorVerified: false },
  ...over,
});
const pageOf = (ids: string, next: string | null = null): ConversationPage => ({
  conversations: [...ids].map((id) => row(id)),
  next,
});
const idsIn = ({ rows }: Loaded): string => rows.map(({ id }) => id).join('');

describe('the address of a list', () => {
  it('has the view, the inbox and the words, and nothing for the queue', () => {
    const list = { view: 'closed', inbox: 'demo', words: 'größte & “Jacke”?' } as const;
    const hash = hashOf(conversationAt('cnv_1', list));
    expect(readAddress(hash)).toEqual({ page: 'conversations', orgId: null, id: 'cnv_1', list });
    expect(hashOf(conversationAt('cnv_1', QUEUE))).toBe('#/conversations/cnv_1');
    expect(readAddress('#/conversations?view=all')).toMatchObject({ id: null, list: { view: 'all', words: '' } });
  });

  it.each(['?view=everything', '?inbox=%3Cb%3E', '?q=', '?', '?view=queue&q=%20'])(
    'that can’t be read is the queue: %s',
    (query) => expect(readAddress(`#/conversations${query}`)).toEqual({ page: 'conversations', orgId: null, id: null }),
  );

  it('has no more words than the server takes', () => {
    expect(readAddress(`#/conversations?q=${'x'.repeat(500)}`).list?.words).toHaveLength(200);
  });
});

describe('the pages that were read', () => {
  it('are one list, in which no one is twice', () => {
    const first = withFirstPage(null, pageOf('abc', '1'));
    expect(idsIn(withPage(first, pageOf('cde', '2')))).toBe('abcde');
    expect(withPage(first, pageOf('cde')).next).toBeNull();
  });

  it('stay when the first one is read anew, with what has come, without what has gone', () => {
    const loaded = withPage(withFirstPage(null, pageOf('abc', '1')), pageOf('def', '2'));
    expect(idsIn(withFirstPage(loaded, pageOf('nab', '3')))).toBe('nabcdef');
    expect(idsIn(withFirstPage(loaded, pageOf('eab', '3')))).toBe('eabcdf');
    expect(idsIn(withFirstPage(loaded, pageOf('acd', '3')))).toBe('acdef');
    expect(withFirstPage(loaded, pageOf('nab', '3')).next).toBe('2');
    // Nothing of the first page is known any more: what was behind it may have gaps.
    expect(withFirstPage(loaded, pageOf('xyz', '3'))).toMatchObject({ next: '3', rows: { length: 3 } });
    expect(idsIn(withFirstPage(loaded, pageOf('ab')))).toBe('ab');
  });
});

describe('what a list says', () => {
  const loaded = (count: number, next: string | null = null, searchedTo: number | null = null): Loaded => ({
    ...{ rows: Array.from({ length: count }, (_, i) => row(`${i}`)), next, searchedTo },
  });
  it.each([
    [{ view: 'all' }, loaded(3), 'All 3 are shown, the latest first.'],
    [{ view: 'queue' }, loaded(50, 'x'), 'The first 50 are shown, the longest waiting first.'],
    [{ view: 'closed' }, loaded(1), 'This is the only one.'],
    [{ view: 'all', words: 'boots' }, loaded(2), '2 found in all conversations.'],
    [{ view: 'closed', words: 'boots' }, loaded(2), '2 found in “Closed”.'],
    [{ view: 'all', words: 'boots', inbox: 'demo' }, loaded(0), '0 found in this inbox.'],
    [{ view: 'all', words: 'boots' }, loaded(0, 'x'), 'Nothing found so far.'],
  ] as const)('%j', (choice, state, text) => expect(shownText({ ...QUEUE, ...choice }, state)).toBe(text));

  it('names what is empty', () => {
    expect(emptyText(QUEUE)).toContain('No one has asked for a person.');
    expect(emptyText({ ...QUEUE, words: ' boots ' })).toBe('Nothing found for “boots”.');
    expect(emptyText({ ...QUEUE, view: 'closed', inbox: 'demo' })).toBe('There is none in this inbox.');
  });
});

describe('the console’s list', () => {
  let asked: string[];
  let answers: (query: URLSearchParams) => ConversationPage | number;
  let shown: Drawn;
  const me = { userId: 'usr_ada', name: 'Ada', email: 'ada@shop.example', organizations: [] } as unknown as Me;
  const inboxes = [
    { id: 'demo', name: 'Shop' },
    { id: 'calm', name: 'Help' },
  ];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', async (input: string) => {
      const { pathname, searchParams, search } = new URL(input, location.href);
      if (pathname === '/api/desk/inboxes') return Response.json({ inboxes });
      if (pathname !== '/api/desk/conversations') return new Promise(() => undefined);
      if (search === '') return Response.json({ conversations: [], counts: { waiting: 0, taken: 0 } });
      asked.push(search);
      const answer = answers(searchParams);
      return typeof answer === 'number'
        ? Response.json({ code: 'BAD_REQUEST', message: 'No such inbox.' }, { status: answer })
        : Response.json(answer);
    });
  });
  afterEach(async () => {
    await shown?.close();
    location.hash = '';
    vi.unstubAllGlobals();
  });
  const open = async (hash: string): Promise<void> => {
    location.hash = hash;
    shown = await drawn(
      <Console me={me} onChange={() => undefined} onLeave={() => undefined} hasEnded={async () => false} />,
    );
  };
  const texts = () => [...shown.root.querySelectorAll('.queue li > a')].map((link) => link.textContent ?? '');
  const keys = (key: string, on: Element | null = document.activeElement) =>
    act(async () => void on?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

  it('shows more behind the first page when it is asked to, and says how much is shown', async () => {
    answers = (query) => (query.has('after') ? pageOf('cd') : pageOf('ab', '1.b'));
    await open('#/conversations?view=closed');
    await expect.poll(texts).toHaveLength(2);
    expect(shown.root.querySelector('.list-end')?.textContent).toContain('The first 2 are shown');
    await press(button(shown.root, 'Show more'));
    await expect.poll(texts).toHaveLength(4);
    expect(asked).toEqual(['?view=closed', '?view=closed&after=1.b']);
    expect(shown.root.querySelector('.list-end')?.textContent).toBe('All 4 are shown, the latest first.');
    expect(shown.root.querySelector('.queue li > a')?.getAttribute('href')).toBe('#/conversations/a?view=closed');
  });

  it('goes on with a search that has found little, as far as it may, and then when it is asked to', async () => {
    answers = (query) => ({ ...pageOf('', `${Number(query.get('after') ?? 9) - 1}`), searchedTo: 1_000 });
    await open('#/conversations?view=all&q=boots');
    await expect.poll(() => asked.length).toBe(6);
    await expect.poll(() => button(shown.root, 'Search further back')).toBeTruthy();
    expect(shown.root.querySelector('.list-body > .hint')?.textContent).toMatch(/^Nothing found back to/);
    answers = () => ({ ...pageOf('a'), searchedTo: null });
    await press(button(shown.root, 'Search further back'));
    await expect.poll(texts).toHaveLength(1);
    expect(asked).toHaveLength(7);
  });

  it('marks what was found, and offers all conversations where only some were searched', async () => {
    const found = { excerpt: 'die größte Jacke', marks: [[4, 10]], at: 1, by: 'human', name: 'Kim' } as const;
    answers = () => ({ conversations: [row('a', { found, handler: 'closed' })], next: null });
    await open('#/conversations?view=closed&q=grosste');
    await expect.poll(texts).toHaveLength(1);
    expect(shown.root.querySelector('mark')?.textContent).toBe('größte');
    expect(texts()[0]).toContain('Kim: die größte Jacke');
    await press(button(shown.root, 'Search in all conversations'));
    expect(location.hash).toBe('#/conversations?view=all&q=grosste');
  });

  it('says why there is no answer, and keeps what was there', async () => {
    answers = () => 404;
    await open('#/conversations?view=all&inbox=gone');
    await expect.poll(() => shown.root.querySelector('.list-end [role="alert"]')?.textContent).toBe('No such inbox.');
    expect(shown.root.querySelector('.list-body > .hint')).toBeNull();
    expect(shown.root.querySelector('select')?.value).toBe('gone');
  });

  it('is gone through with the arrow keys, from the field to the last one and back', async () => {
    answers = () => pageOf('abc');
    await open('#/conversations?view=all');
    await expect.poll(texts).toHaveLength(3);
    const at = () => document.activeElement?.getAttribute('href') ?? document.activeElement?.getAttribute('type');
    await keys('/', document.body);
    expect(at()).toBe('search');
    const places: (string | null | undefined)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'Home', 'ArrowUp']) {
      await keys(key);
      places.push(at());
    }
    const link = (id: string) => `#/conversations/${id}?view=all`;
    expect(places).toEqual([link('a'), link('b'), link('c'), link('c'), link('a'), 'search']);
    // In a field, the key is a letter.
    await keys('/');
    expect(at()).toBe('search');
  });

  it('is of one inbox where there are several', async () => {
    answers = () => pageOf('a');
    await open('#/conversations');
    await expect.poll(() => shown.root.querySelectorAll('.list-controls option').length).toBe(3);
    const select = shown.root.querySelector('select') as HTMLSelectElement;
    await act(async () => {
      select.value = 'calm';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(() => asked).toEqual(['?view=queue&inbox=calm']);
    expect(location.hash).toBe('#/conversations?inbox=calm');
  });
});
