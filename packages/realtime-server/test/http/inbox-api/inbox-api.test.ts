/** Hand-off to people, from both sides: the visitor on the wire, the person over the desk's API. */
import { describe, expect, it } from 'vitest';
import type { BusMessage } from '../../../dist/bus/bus.js';
import type { Operator } from '../../../dist/store/port/operators.js';
import { TEAM_KEY } from '../../support/admit-team.js';
import { CNV, FILE, useDesk } from './desk.js';

const at = useDesk();

describe('the desk', () => {
  it('shows who waits for a person, and what was written', async () => {
    const { conversations } = (await (await at.request('/conversations')).json()) as {
      conversations: { id: string; handler: string }[];
    };
    expect(conversations).toMatchObject([{ id: CNV, inbox: 'demo', inboxName: 'Shop', handler: 'queued' }]);
    const { events } = (await (await at.request(`/conversations/${CNV}`)).json()) as {
      events: { body: { kind: string } }[];
    };
    expect(events.map((event) => event.body.kind)).toEqual(['message', 'handoff.requested']);
  });

  it('says which of the visitor’s words no one of the team has seen', async () => {
    const listed = async () => {
      const { conversations } = (await (await at.request('/conversations')).json()) as {
        conversations: { seen: number; preview: { seq: number } }[];
      };
      return conversations.map(({ seen, preview }) => [seen, preview.seq]);
    };
    expect(await listed()).toEqual([[0, 1]]);
    await at.request(`/conversations/${CNV}`);
    expect(await listed()).toEqual([[2, 1]]);
    const visitor = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
    await at.append(CNV, visitor, 'client-0003', { kind: 'message', text: 'are you there?' });
    expect(await listed()).toEqual([[2, 3]]);
  });

  it('says who took a conversation over last, while it is with a person', async () => {
    const takenBy = async () => {
      const { conversations } = (await (await at.request('/conversations')).json()) as { conversations: object[] };
      return conversations.map((each) => ('takenBy' in each ? each.takenBy : 'missing'));
    };
    expect(await takenBy()).toEqual([null]);
    await at.request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    await at.request(`/conversations/${CNV}/messages`, { clientId: 'desk-0002', name: 'Ingrid', text: 'Hei!' });
    expect(await takenBy()).toMatchObject([{ name: 'Ingrid' }]);
    await at.request(`/conversations/${CNV}/take`, { clientId: 'desk-0003', name: 'Kim' });
    expect(await takenBy()).toMatchObject([{ name: 'Kim' }]);
    await at.request(`/conversations/${CNV}/give-back`, { clientId: 'desk-0004', name: 'Kim' });
    expect(await takenBy()).toEqual([]);
  });

  it('shows an inbox whose visitors wait, however many wait in another, and that one page by page', async () => {
    type List = { conversations: { id: string; inbox: string }[]; next: string | null };
    const list = async (query = '') => (await (await at.request(`/conversations${query}`)).json()) as List;
    const waits = async (n: number, inbox: string) => {
      const id = String(n).padStart(20, '0');
      await at.store.createSession({
        ...{ tokenHash: `hash-${n}`, tokenSalt: 'salt', session: `ses_${id}`, inbox, contact: `ctc_${id}` },
        ...{ conversation: `cnv_${id}`, epoch: 'epoch-0001', hostOrigin: 'http://shop.test', consent: null, at: 0 },
      });
      const by = { kind: 'visitor', id: `ctc_${id}` } as const;
      expect((await at.append(`cnv_${id}`, by, `client-${n}`, { kind: 'handoff.requested' })).ok).toBe(true);
      return `cnv_${id}`;
    };
    for (let n = 2; n <= 60; n++) await waits(n, 'demo');
    const late = await waits(61, 'calm');
    const { conversations } = await list();
    expect(conversations).toHaveLength(50);
    expect(conversations.slice(0, 2).map(({ id }) => id)).toContain(late);

    const first = await list('?inbox=demo');
    const second = await list(`?inbox=demo&after=${first.next}`);
    const ids = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect([first.conversations.length, second.conversations.length, second.next]).toEqual([50, 10, null]);
    expect(new Set(ids).size).toBe(60);
    expect((await list('?inbox=calm')).conversations.map(({ id }) => id)).toEqual([late]);
    expect(second.conversations[0]).not.toHaveProperty('place');
    for (const query of ['?inbox=demo&after=x', '?inbox=demo&after=2.1.cnv', `?after=${first.next}`])
      expect((await at.request(`/conversations${query}`)).status).toBe(400);
  });

  it('lets a person take a conversation, write in it under their name, and give it back', async () => {
    await at.request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    expect((await at.store.conversation(CNV))?.handler).toBe('human');
    expect(
      (
        await at.request(`/conversations/${CNV}/messages`, {
          clientId: 'desk-0002',
          name: 'Ingrid',
          text: 'Hei, how can I help?',
        })
      ).status,
    ).toBe(200);
    await at.request(`/conversations/${CNV}/give-back`, { clientId: 'desk-0003', name: 'Ingrid' });
    expect((await at.store.conversation(CNV))?.handler).toBe('agent');
    const log = await at.store.eventsAfter(CNV, 2, 10);
    expect(log.map((event) => [event.by.name, event.body.kind])).toEqual([
      ['Ingrid', 'handoff.accepted'],
      ['Ingrid', 'message'],
      ['Ingrid', 'handoff.ended'],
    ]);
  });

  it('lets a person send a file, and read what the visitor sent', async () => {
    const upload = (name: string, conversation = CNV) =>
      at.desk.request(`/conversations/${conversation}/files`, {
        method: 'POST',
        headers: { 'x-api-key': TEAM_KEY, 'x-file-name': name },
        body: 'abc',
      });
    const refused = await upload('virus.exe');
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([415, 'file_type']);
    expect((await upload('a.png', 'cnv_99999999999999999999')).status).toBe(404);
    const { attachment } = (await (await upload('map.png')).json()) as { attachment: { id: string } };
    const message = { clientId: 'desk-0001', name: 'Ingrid', attachments: [attachment.id] };
    expect((await at.request(`/conversations/${CNV}/messages`, message)).status).toBe(200);
    expect((await at.request(`/conversations/${CNV}/messages`, { ...message, clientId: 'desk-0002' })).status).toBe(
      409,
    );
    const { events } = (await (await at.request(`/conversations/${CNV}`)).json()) as {
      events: { body: { attachments?: unknown } }[];
    };
    expect(events.at(-1)?.body.attachments).toEqual([
      {
        id: FILE,
        name: 'map.png',
        type: 'image/png',
        size: 3,
        link: { url: expect.stringContaining(`/v1/uploads/${FILE}?e=`), expiresAt: expect.any(Number) },
      },
    ]);
  });

  it('offers answers and cards with a message, or instead of words, and nothing that no screen could show', async () => {
    const parts = [
      { type: 'card', title: 'Repair', links: [{ label: 'Prices', url: 'https://shop.test/repair' }] },
      { type: 'quick-replies', replies: [{ label: 'Yes, please', text: 'Yes, repair them' }] },
    ];
    const message = { clientId: 'desk-0001', name: 'Ingrid', parts };
    expect((await at.request(`/conversations/${CNV}/messages`, message)).status).toBe(200);
    expect((await at.store.eventsAfter(CNV, 0, 10)).at(-1)?.body).toEqual({
      kind: 'message',
      text: '',
      parts: JSON.stringify(parts),
    });
    const poll = { clientId: 'desk-0002', name: 'Ingrid', parts: [{ type: 'poll' }] };
    expect((await at.request(`/conversations/${CNV}/messages`, poll)).status).toBe(400);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://shop.test/', 'https://2130706433/', '/path'])(
    'takes no card that leads to %s',
    async (url) => {
      const parts = [{ type: 'card', title: 't', links: [{ label: 'x', url }] }];
      const message = { clientId: 'desk-0001', name: 'Ingrid', parts };
      expect((await at.request(`/conversations/${CNV}/messages`, message)).status).toBe(400);
      expect(await at.store.eventsAfter(CNV, 2, 10)).toEqual([]);
    },
  );

  it('S13: shows a person under what can be seen of their name, and no one without any', async () => {
    const take = (name: string) => at.request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name });
    expect((await take('\u202e\u200b\ufe0f')).status).toBe(400);
    expect((await take(' In\u202e\u200b\u{e0100}grid\nB. ')).status).toBe(200);
    expect((await at.store.eventsAfter(CNV, 2, 10)).map(({ by }) => by.name)).toEqual(['Ingrid B.']);
  });

  it('gives a fresh link to a file of the conversation, and to no other', async () => {
    const body = { method: 'POST', headers: { 'x-api-key': TEAM_KEY, 'x-file-name': 'map.png' }, body: 'abc' };
    const taken = await at.desk.request(`/conversations/${CNV}/files`, body);
    const { attachment } = (await taken.json()) as { attachment: { id: string } };
    const link = `/conversations/${CNV}/files/${attachment.id}/link`;
    expect((await at.request(link)).status).toBe(404);
    await at.request(`/conversations/${CNV}/messages`, { clientId: 'desk-0001', name: 'Ingrid', attachments: [FILE] });
    expect(await (await at.request(link)).json()).toMatchObject({ url: expect.stringContaining(FILE) });
    expect((await at.request(link.replace(CNV, 'cnv_99999999999999999999'))).status).toBe(404);
  });

  it('takes no file for a conversation that was erased', async () => {
    const next = { conversation: 'cnv_00000000000000000002', epoch: 'epoch-0002' };
    await at.store.eraseConversation({ conversation: CNV, at: 1_000, next });
    const headers = { 'x-api-key': TEAM_KEY, 'x-file-name': 'map.png' };
    const answer = await at.desk.request(`/conversations/${CNV}/files`, { method: 'POST', headers, body: 'abc' });
    expect(answer.status).toBe(404);
  });

  it('lets each person write as themselves, by the name of their account, whatever they send', async () => {
    const ingrid = { 'x-api-key': TEAM_KEY, 'x-person': 'Ingrid' };
    const take = { clientId: 'desk-0001', name: 'Another' };
    expect((await at.request(`/conversations/${CNV}/take`, take, ingrid)).status).toBe(200);
    const { id } = (await at.store.operatorOf('usr_ingrid')) as Operator;
    const heard: BusMessage[] = [];
    const end = await at.bus.subscribe(CNV, (message) => void heard.push(message));
    expect((await at.request(`/conversations/${CNV}/typing`, {}, ingrid)).status).toBe(204);
    await expect.poll(() => heard).toMatchObject([{ kind: 'typing', who: { kind: 'human', id, name: 'Ingrid' } }]);
    end();
    // Files come in under the name of the team, and go out with the person who sends them.
    const headers = { ...ingrid, 'x-file-name': 'map.png' };
    await at.desk.request(`/conversations/${CNV}/files`, { method: 'POST', headers, body: 'abc' });
    const message = { clientId: 'desk-0002', text: 'Here it is', attachments: [FILE] };
    expect((await at.request(`/conversations/${CNV}/messages`, message, ingrid)).status).toBe(200);
    const log = await at.store.eventsAfter(CNV, 2, 10);
    expect(log.map(({ by }) => by)).toEqual(Array(2).fill({ kind: 'human', id, name: 'Ingrid' }));
  });

  it('takes a file once in a message, and the number of an event that every store can look up', async () => {
    const message = { clientId: 'desk-0001', name: 'Ingrid', text: 'x', attachments: [FILE, FILE] };
    expect((await at.request(`/conversations/${CNV}/messages`, message)).status).toBe(400);
    const headers = { 'x-api-key': TEAM_KEY };
    const events = await at.desk.request(`/conversations/${CNV}/events?after=${2 ** 31}`, { headers });
    expect(events.status).toBe(400);
    expect((await at.store.conversation(CNV))?.head).toBe(2);
  });

  it('asks a program for the name under which it writes', async () => {
    for (const action of ['take', 'messages', 'give-back', 'close', 'typing', 'block', 'unblock']) {
      const clientId = ['typing', 'block', 'unblock'].includes(action) ? {} : { clientId: 'desk-0001' };
      const refused = await at.request(`/conversations/${CNV}/${action}`, {
        ...clientId,
        ...(action === 'messages' && { text: 'x' }),
      });
      expect([refused.status, await refused.json()], action).toMatchObject([400, { code: 'BAD_REQUEST' }]);
    }
    expect((await at.store.conversation(CNV))?.head).toBe(2);
  });

  it('stores a message once when it is sent twice', async () => {
    const message = { clientId: 'desk-0001', name: 'Ingrid', text: 'Hei' };
    const first = await (await at.request(`/conversations/${CNV}/messages`, message)).json();
    expect(await (await at.request(`/conversations/${CNV}/messages`, message)).json()).toEqual({
      ...(first as object),
      duplicate: true,
    });
    expect((await at.request(`/conversations/${CNV}/messages`, { ...message, text: 'other' })).status).toBe(409);
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { 'x-api-key': 'wrong' }],
    ['the key and more', { 'x-api-key': `${TEAM_KEY}x` }],
    ['the key as a bearer', { authorization: `Bearer ${TEAM_KEY}` }],
  ])('S11: is closed to %s', async (_what, headers) => {
    const response = await at.request('/conversations', undefined, headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['not JSON', '{'],
    ['a field of 0.1.0', { clientId: 'desk-0001', name: 'I', operator: 'opr_0000000000000000', text: 'x' }],
    ['a field too many', { clientId: 'desk-0001', name: 'I', text: 'x', kind: 'answer.completed' }],
    ['an id that is none', { clientId: '../x', name: 'I', text: 'x' }],
  ])('refuses %s and says what to send', async (_what, body) => {
    const response = await at.request(`/conversations/${CNV}/messages`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('clientId, name');
  });

  it('says that a conversation does not exist, and that a blank message is none', async () => {
    expect(
      (
        await at.request('/conversations/cnv_unknown000000000000/messages', {
          clientId: 'desk-0001',
          name: 'I',
          text: 'x',
        })
      ).status,
    ).toBe(404);
    expect(
      (await at.request(`/conversations/${CNV}/messages`, { clientId: 'desk-0001', name: 'I', text: '  ' })).status,
    ).toBe(400);
  });

  it('shows the visitor what a person has seen, as soon as they open the conversation', async () => {
    const heard: BusMessage[] = [];
    await at.bus.subscribe(CNV, (message) => heard.push(message));
    await at.request('/conversations');
    expect((await at.store.conversation(CNV))?.seen).toBe(0);
    await at.request(`/conversations/${CNV}`);
    await at.request(`/conversations/${CNV}`);
    expect((await at.store.conversation(CNV))?.seen).toBe(2);
    expect(heard).toEqual([{ kind: 'seen', seq: 2 }]);
  });

  it('reads what a visitor thinks of an answer, and knows nothing of what they erased', async () => {
    const opinion = { kind: 'feedback', message: 'msg_0000000000000001', value: 'down' } as const;
    const by = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
    await at.store.append({ conversation: CNV, by, clientId: 'client-0003', body: opinion, at: 1 });
    expect((await (await at.request(`/conversations/${CNV}`)).json()).events.at(-1).body).toEqual(opinion);
    await at.store.eraseConversation({ conversation: CNV, at: 1, next: { conversation: 'cnv_x', epoch: 'epoch-x' } });
    expect((await at.request(`/conversations/${CNV}`)).status).toBe(404);
    expect((await (await at.request('/conversations')).json()).conversations).toEqual([]);
  });
});
