/** What the team's search finds, and how much of it one request goes through. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchTeam, type TeamFound } from '../../../dist/conversation/search/search-team.js';
import { TEAM_SEARCH_WORK } from '../../../dist/runtime/limits.js';
import type { ActivityPlace, ListFilter, Store } from '../../../dist/store/store.js';
import { SHARED_STORES, type SharedStore } from '../../store/shared-stores.js';

const T0 = 1_700_000_000_000;
const filterOf = (inbox: string): ListFilter => ({
  inboxes: [inbox],
  handlers: ['agent', 'queued', 'human', 'closed'],
});

describe.each(SHARED_STORES)('the team’s search in %s', (_name, begin) => {
  let shared: SharedStore;
  let store: Store;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'service-search-'));
    shared = await begin();
    store = await shared.open(folder);
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await shared.end();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const idOf = (inbox: string, n: number): string => `cnv_${inbox}${String(n).padStart(16, '0')}`;
  const starts = async (inbox: string, n: number): Promise<string> => {
    const [id, conversation] = [`${inbox}${String(n).padStart(16, '0')}`, idOf(inbox, n)];
    const own = { tokenHash: `hash-${id}`, tokenSalt: 'salt', session: `ses_${id}`, contact: `ctc_${id}` };
    const rest = { epoch: `epoch-${id}`, hostOrigin: 'http://shop.test', consent: null, at: 1 };
    await store.createSession({ ...own, ...rest, inbox, conversation });
    return conversation;
  };
  const says = (conversation: string, text: string, at: number) =>
    store.append({
      ...{ conversation, at, clientId: `c-${at}`, body: { kind: 'message', text } },
      by: { kind: 'visitor', id: conversation.replace('cnv', 'ctc') },
    });
  const find = async (inbox: string, text: string, after: ActivityPlace | null = null, limit = 25) =>
    (await searchTeam(store, filterOf(inbox), text, { after, limit }, async () => true)) as TeamFound;
  const idsOf = ({ hits }: TeamFound) => hits.map(({ conversation }) => conversation.id);

  it('finds words and names, with the place of the words', async () => {
    for (const n of [1, 2, 3]) await starts('words', n);
    await says(idOf('words', 1), 'Où est mon Pâté de canard?', T0);
    await says(idOf('words', 2), '返品したい', T0 + 1);
    await says(idOf('words', 3), 'nothing', T0 + 2);
    await store.setVisitorContext('ctc_words0000000000000003', {
      conversation: idOf('words', 3),
      user: { name: 'Pâris Canard', email: 'paris@shop.example' },
    });
    const found = await find('words', 'CANARD');
    expect(idsOf(found)).toEqual([idOf('words', 3), idOf('words', 1)]);
    expect(found.hits[0]?.found).toBeNull();
    const { excerpt = '', marks = [] } = found.hits[1]?.found ?? {};
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['canard']);
    expect(idsOf(await find('words', '返品'))).toEqual([idOf('words', 2)]);
    expect(idsOf(await find('words', 'pate du canard'))).toEqual([]);
    // Messages that came after the conversation was indexed.
    await says(idOf('words', 2), 'un canard', T0 + 3);
    expect(idsOf(await find('words', 'canard'))[0]).toBe(idOf('words', 2));
    expect(await find('other', 'canard')).toEqual({ hits: [], next: null });
    expect(await find('words', '…')).toEqual({ hits: [], next: null });
  });

  it('finds a conversation that has the words between the visitor’s name, the email and several messages', async () => {
    for (const n of [1, 2, 3]) await says(await starts('mixed', n), 'My parcel is lost', T0 + n);
    await store.setVisitorContext('ctc_mixed0000000000000002', {
      conversation: idOf('mixed', 2),
      user: { name: 'Priya Nair', email: 'priya@shop.example' },
    });
    await says(idOf('mixed', 2), 'It had blue boots in it', T0 + 10);
    await says(idOf('mixed', 3), 'Priya asked me to write', T0 + 11);
    const excerptsOf = ({ hits }: TeamFound) =>
      hits.map(({ conversation, found }) => [conversation.id, found?.excerpt]);
    const two = idOf('mixed', 2);
    expect(excerptsOf(await find('mixed', 'nair parcel'))).toEqual([[two, 'My parcel is lost']]);
    expect(excerptsOf(await find('mixed', 'parcel boots'))).toEqual([[two, 'It had blue boots in it']]);
    expect(excerptsOf(await find('mixed', 'priya lost parcel boots'))).toEqual([[two, 'My parcel is lost']]);
    expect(idsOf(await find('mixed', 'priya parcel'))).toEqual([idOf('mixed', 3), two]);
    expect(idsOf(await find('mixed', 'nair parcel shoes'))).toEqual([]);
  });

  it('goes on where a page of hits ended, and has none twice', async () => {
    for (let n = 1; n <= 60; n++) await says(await starts('pages', n), n % 2 ? 'boots' : 'shoes', T0 + n);
    const all: string[] = [];
    for (let page = await find('pages', 'boots', null, 7); ; page = await find('pages', 'boots', page.next, 7)) {
      all.push(...idsOf(page));
      if (page.next === null) break;
    }
    expect(all).toEqual(Array.from({ length: 30 }, (_, i) => idOf('pages', 59 - 2 * i)));
  });

  it('indexes a bounded part of a long log with one request, and finds its words in the end', async () => {
    const long = await starts('long', 1);
    const count = TEAM_SEARCH_WORK.indexedEvents * 2 + 10;
    await says(long, 'the first needle', T0);
    for (let from = 1; from < count; from += 500)
      await Promise.all(
        Array.from({ length: Math.min(500, count - from) }, (_, i) => says(long, 'hay', T0 + from + i)),
      );
    await says(await starts('long', 2), 'a later needle', T0 + 10 ** 6);
    let page = await find('long', 'needle');
    expect(idsOf(page)).toEqual([idOf('long', 2)]);
    expect((await store.indexedTo([long])).get(long)).toBeLessThan(TEAM_SEARCH_WORK.indexedEvents + 30);
    const found: string[] = [];
    let requests = 0;
    for (; page.next !== null && requests < 10; requests++) {
      page = await find('long', 'needle', page.next);
      found.push(...idsOf(page));
    }
    expect([found, requests]).toEqual([[long], 2]);
  }, 120_000);

  it('ends with who asked', async () => {
    await says(await starts('gone', 1), 'word', T0);
    expect(await searchTeam(store, filterOf('gone'), 'word', { after: null, limit: 5 }, async () => false)).toBeNull();
  });
});
