/** The lists of conversations that a team sees: views, inboxes, pages and words. */
import { beforeEach, describe, expect, it } from 'vitest';
import { TEAM_KEY } from '../../support/admit-team.js';
import { CNV, useDesk } from './desk.js';

interface Listed {
  readonly id: string;
  readonly inbox: string;
  readonly handler: string;
  readonly lastWords: { readonly text: string; readonly by: string } | null;
  readonly found: { readonly excerpt: string } | null;
}
interface List {
  readonly conversations: readonly Listed[];
  readonly next: string | null;
  readonly counts?: object;
}

const at = useDesk();
const T0 = 1_700_000_000_000;
let sent: number;
beforeEach(() => {
  sent = 0;
});

const idOf = (n: number): string => `cnv_${String(n).padStart(20, '0')}`;
const ask = async (query: string, person?: string) =>
  at.request(`/conversations${query}`, undefined, { 'x-api-key': TEAM_KEY, ...(person && { 'x-person': person }) });
const list = async (query: string, person?: string): Promise<List> => (await ask(query, person)).json();
const ids = async (query: string, person?: string) => (await list(query, person)).conversations.map(({ id }) => id);
const statusOf = async (query: string) => (await ask(query)).status;

const begin = async (n: number, inbox = 'demo'): Promise<string> => {
  const id = String(n).padStart(20, '0');
  await at.store.createSession({
    ...{ tokenHash: `hash-${n}`, tokenSalt: 'salt', session: `ses_${id}`, inbox, contact: `ctc_${id}` },
    ...{ conversation: idOf(n), epoch: `epoch-${n}`, hostOrigin: 'http://shop.test', consent: null, at: 0 },
  });
  return idOf(n);
};
const append = (n: number, body: object, by: object, then: number) =>
  at.store.append({
    ...{ conversation: idOf(n), clientId: `own-${++sent}`, at: then },
    ...{ by: by as never, body: body as never },
  });
const says = (n: number, text: string, then = T0 + n) =>
  append(n, { kind: 'message', text }, { kind: 'visitor', id: `ctc_${String(n).padStart(20, '0')}` }, then);
const ends = (n: number, then = T0 + 1_000) =>
  append(n, { kind: 'conversation.closed' }, { kind: 'human', id: 'opr_x', name: 'Kim' }, then);

describe('a view of the conversations', () => {
  it('has what it says, the latest first, and everything that is shown of each', async () => {
    for (const n of [2, 3, 4]) await begin(n, n === 4 ? 'calm' : 'demo');
    for (const n of [2, 3, 4]) await says(n, `words of ${n}`);
    await ends(3);
    expect(await ids('?view=all')).toEqual([idOf(3), idOf(4), idOf(2), CNV]);
    expect(await ids('?view=closed')).toEqual([idOf(3)]);
    expect(await ids('?view=assistant')).toEqual([idOf(4), idOf(2)]);
    expect(await ids('?view=queue')).toEqual([CNV]);
    expect(await ids('?view=assistant&inbox=calm')).toEqual([idOf(4)]);
    expect((await list('?view=closed')).conversations).toMatchObject([
      {
        ...{ inbox: 'demo', inboxName: 'Shop', handler: 'closed', head: 2, seen: 0, takenBy: null, isBlocked: false },
        ...{ visitorName: null, visitorEmail: null, isVisitorVerified: false, activeAt: T0 + 1_000, found: null },
        preview: { seq: 1, text: 'words of 3', at: T0 + 3 },
        lastWords: { seq: 1, text: 'words of 3', at: T0 + 3, by: 'visitor', name: null },
      },
    ]);
  });

  it('counts who waits and who is with a person with its first page, in the inboxes that are asked for', async () => {
    await begin(2, 'calm');
    await append(2, { kind: 'handoff.requested' }, { kind: 'visitor', id: 'x' }, T0);
    await at.request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    expect((await list('?view=all')).counts).toEqual({ waiting: 1, taken: 1 });
    expect((await list('')).counts).toEqual({ waiting: 1, taken: 1 });
    expect((await list('?view=closed&inbox=calm')).counts).toEqual({ waiting: 1, taken: 0 });
    expect(await list(`?view=all&after=${T0}.`)).not.toHaveProperty('counts');
  });

  it('has a person’s own, and none of a program’s', async () => {
    const takes = (n: number, person: string) =>
      at.request(
        `/conversations/${idOf(n)}/take`,
        { clientId: `take-000${n}` },
        { 'x-api-key': TEAM_KEY, 'x-person': person },
      );
    for (const n of [2, 3]) {
      await begin(n);
      await says(n, 'help');
      await takes(n, n === 2 ? 'Ada' : 'Kim');
    }
    expect(await ids('?view=mine', 'Ada')).toEqual([idOf(2)]);
    expect(await ids('?view=mine', 'Kim')).toEqual([idOf(3)]);
    expect(await ids('?view=mine', 'Lee')).toEqual([]);
    expect(await statusOf('?view=mine')).toBe(400);
  });

  it('is read page by page while visitors write, and has no one twice', async () => {
    for (let n = 2; n <= 120; n++) {
      await begin(n);
      await says(n, `words of ${n}`);
    }
    const seen: string[] = [];
    for (let page = await list('?view=all'); ; page = await list(`?view=all&after=${page.next}`)) {
      seen.push(...page.conversations.map(({ id }) => id));
      if (page.next === null) break;
      await says(2, 'still there?', T0 + 10_000 + seen.length);
      await says(119, 'and I?', T0 + 10_001 + seen.length);
    }
    // One that had been shown wrote again, and one that had not: that one is on the first page now.
    expect(seen).toHaveLength(119);
    expect(new Set(seen).size).toBe(119);
    expect(seen).not.toContain(idOf(2));
    expect((await ids('?view=all')).slice(0, 2)).toEqual([idOf(119), idOf(2)]);
  });

  it('shows a queue of more than fifty page by page, also of all inboxes', async () => {
    for (let n = 2; n <= 70; n++) {
      await begin(n, n % 2 ? 'demo' : 'calm');
      await append(n, { kind: 'handoff.requested' }, { kind: 'visitor', id: `v${n}` }, T0 + n);
    }
    const first = await list('?view=queue');
    const second = await list(`?view=queue&after=${first.next}`);
    const all = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect([first.conversations.length, second.next]).toEqual([50, null]);
    expect(all).toEqual([CNV, ...Array.from({ length: 69 }, (_, i) => idOf(i + 2))]);
  });

  it('refuses what is no view, no place and no search, and says what to send', async () => {
    const first = await list('?view=queue');
    expect(first.next).toBeNull();
    for (const query of [
      '?view=everything',
      '?view=constructor',
      '?view=',
      '?view=all&after=x',
      '?view=all&after=-1.cnv',
      '?view=all&after=9999999999999999.cnv',
      '?view=all&after=1.cnv%20',
      '?view=all&after=0.1.cnv',
      '?view=queue&after=1.cnv',
      '?after=1.cnv',
      `?q=${'x'.repeat(201)}`,
    ]) {
      const response = await ask(query);
      expect([response.status, query]).toEqual([400, query]);
      expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('Set ?') });
    }
    expect(await ids('?view=all&after=999999999999999.zzz')).toEqual([CNV]);
    expect(await ids('?view=all&after=0.')).toEqual([]);
  });
});

describe('a search in the conversations', () => {
  it('finds the latest words that have all that is looked for, whatever the accents and the case, also in closed ones', async () => {
    for (const n of [2, 3, 4]) await begin(n);
    await says(2, 'Mein GRÖSSTER Wunsch: die blaue Jacke', T0);
    await says(2, 'und noch eine größte Jacke', T0 + 1);
    await ends(2);
    await says(3, 'eine rote Jacke', T0 + 2_000);
    await append(4, { kind: 'answer.completed', message: 'msg_1', text: 'The **café** is open' }, AI, T0);
    expect(await ids('?q=jacke')).toEqual([idOf(3), idOf(2)]);
    expect(await ids('?q=GROSST%20jack')).toEqual([idOf(2)]);
    expect(await ids('?q=jacke&view=closed')).toEqual([idOf(2)]);
    expect(await ids('?q=jacke&view=assistant')).toEqual([idOf(3)]);
    expect(await ids('?q=CAFE')).toEqual([idOf(4)]);
    expect(await ids('?q=acke')).toEqual([]);
    expect(await ids('?q=%E2%80%A6')).toEqual([]);
    const [hit] = (await list('?q=jacke&view=closed')).conversations;
    expect(hit?.found).toMatchObject({ excerpt: 'und noch eine größte Jacke', seq: 2, by: 'visitor' });
  });

  it('finds visitors by their name and their email', async () => {
    for (const n of [2, 3]) await begin(n);
    const [contact, conversation] = ['ctc_00000000000000000002', idOf(2)];
    await says(2, 'hello', T0);
    await says(3, 'hello', T0);
    await at.store.setVisitorContext(contact, {
      conversation,
      user: { name: 'Zoë Ångström', email: 'zoe@havn.example' },
    });
    for (const q of ['zoe', 'angstrom', 'ZOE%20angst', 'zoe@havn.example', 'havn'])
      expect([q, await ids(`?q=${q}`)]).toEqual([q, [conversation]]);
    expect((await list('?q=zoe')).conversations[0]).toMatchObject({
      ...{ visitorName: 'Zoë Ångström', visitorEmail: 'zoe@havn.example', found: null },
    });
  });

  it('finds nothing of what its visitor has erased', async () => {
    await begin(2);
    await says(2, 'my secret parcel', T0);
    const contact = 'ctc_00000000000000000002';
    await at.store.setVisitorContext(contact, { conversation: idOf(2), user: { name: 'Secretive' } });
    expect(await ids('?q=secret')).toEqual([idOf(2)]);
    await at.store.eraseConversation({ conversation: idOf(2), at: 1, next: { conversation: 'cnv_x', epoch: 'e-x' } });
    expect(await ids('?q=secret')).toEqual([]);
    expect(await ids('?q=parcel')).toEqual([]);
    expect(await ids('?view=all')).toEqual([CNV]);
  });

  it('goes through so many conversations with one request, and on from there with the next', async () => {
    for (let n = 2; n <= 330; n++) {
      await begin(n);
      await says(n, n === 2 || n === 330 ? 'a rare word' : 'nothing of note');
    }
    const first = await list('?q=rare');
    expect(first.conversations.map(({ id }) => id)).toEqual([idOf(330)]);
    expect(first).toMatchObject({ searchedTo: expect.any(Number), next: expect.any(String) });
    const second = await list(`?q=rare&after=${first.next}`);
    expect(second.conversations.map(({ id }) => id)).toEqual([idOf(2)]);
    expect(second).toMatchObject({ searchedTo: null, next: null });
    // Many hits are pages too.
    const many = await list('?q=note');
    expect(many.conversations).toHaveLength(25);
    expect((await list(`?q=note&after=${many.next}`)).conversations[0]?.id).toBe(idOf(304));
  });
});

describe('a member of one organization', () => {
  beforeEach(async () => {
    await begin(2, 'far');
    await says(2, 'far away secret', T0);
    await begin(3, 'calm');
    await says(3, 'near secret', T0);
  });

  it('sees its conversations alone, in every view and search', async () => {
    at.member = 'far-shop';
    expect(await ids('?view=all')).toEqual([idOf(2)]);
    expect(await ids('?q=secret')).toEqual([idOf(2)]);
    expect(await ids('')).toEqual([]);
    expect((await list('?view=all')).counts).toEqual({ waiting: 0, taken: 0 });
    at.member = 'other-shop';
    for (const query of ['?view=all', '?view=queue', '?q=secret', '']) expect(await ids(query)).toEqual([]);
  });

  it('learns nothing of an inbox of others: it is answered as one that is not there', async () => {
    at.member = 'far-shop';
    for (const inbox of ['calm', 'demo', 'unknown'])
      for (const query of [`?inbox=${inbox}`, `?view=all&inbox=${inbox}`, `?q=secret&inbox=${inbox}`])
        expect([query, await statusOf(query)]).toEqual([query, 404]);
    expect(await ids('?view=all&inbox=far')).toEqual([idOf(2)]);
    // A place from another one's list is only a time.
    expect(await ids(`?view=all&after=${T0}.${idOf(3)}`)).toEqual([idOf(2)]);
  });

  it('sees the names of its inboxes, and of no other', async () => {
    const named = async () => (await at.request('/inboxes')).json();
    const names = (ids: readonly string[]) => ({ inboxes: ids.map((id) => ({ id, name: 'Shop' })) });
    expect(await named()).toEqual(names(['calm', 'demo', 'far']));
    at.member = 'far-shop';
    expect(await named()).toEqual(names(['far']));
    at.member = 'other-shop';
    expect(await named()).toEqual(names([]));
  });

  it('is a member, or sees nothing', async () => {
    for (const query of ['?view=all', '?q=secret']) {
      const response = await at.request(`/conversations${query}`, undefined, { 'x-api-key': 'another' });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('secret');
    }
  });
});

const AI = { kind: 'ai', id: 'agent', name: 'Assistant' };
