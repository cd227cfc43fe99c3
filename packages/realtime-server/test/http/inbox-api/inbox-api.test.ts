/** Hand-off to people, from both sides: the visitor on the wire, the person over the desk's API. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../../dist/bus/bus.js';
import { localBus } from '../../../dist/bus/local.js';
import { type AppendEvent, appendTo } from '../../../dist/conversation/log/append.js';
import { markSeenIn } from '../../../dist/conversation/log/mark-seen.js';
import { ContactBlocks } from '../../../dist/conversation/sessions/contact-blocks.js';
import { createInboxApi } from '../../../dist/http/inbox-api/inbox-api.js';
import { fileLinks } from '../../../dist/http/uploads/file-links.js';
import type { StoreUploadResult } from '../../../dist/http/uploads/store-upload.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import type { Operator } from '../../../dist/store/port/operators.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import type { Store } from '../../../dist/store/store.js';
import { admitTeam, TEAM_KEY } from '../../support/admit-team.js';
import { inboxesOf } from '../../support/serve.js';

const FILE = 'att_00000000000000000000000000000001';
const CNV = 'cnv_00000000000000000001';
let folder: string;
let store: Store;
let bus: Bus;
let append: AppendEvent;
let desk: ReturnType<typeof createInboxApi>;
/** Sessions that were closed everywhere, and why. */
let closed: unknown[];

beforeEach(async () => {
  closed = [];
  folder = mkdtempSync(join(tmpdir(), 'service-desk-'));
  store = await openSqliteStore(folder);
  bus = localBus();
  append = appendTo({
    store,
    bus,
    clock: { ...systemClock, now: () => 1_000 },
    random: (n) => new Uint8Array(n),
    onQuestion: () => undefined,
  });
  desk = createInboxApi({
    store,
    bus,
    clock: systemClock,
    seen: markSeenIn(store, bus),
    append,
    inboxes: inboxesOf({ id: 'demo' }, { id: 'calm' }),
    endSessionsOf: async () => 0,
    blocks: new ContactBlocks({
      ...{ store, clock: systemClock, log: { warn: () => undefined } },
      random: (n) => randomBytes(n),
      closeEverywhere: (session, why) => void closed.push([session, why]),
    }),
    random: (n) => randomBytes(n),
    admit: admitTeam(),
    links: fileLinks('link-key', () => 1_700_000_000_000),
    takeIn: async ({ inbox, contact, owner }, { name }) => {
      if (name === 'virus.exe') return { ok: false, code: 'file_type' };
      const attachment = { id: FILE, name, type: 'image/png', size: 3 } as const;
      const quota = { since: 0, contactBytes: 10, inboxBytes: 10 };
      return {
        ok: (await store.addAttachment({ attachment, inbox, contact, owner, at: 0, quota })) === 'added',
        attachment,
      } as StoreUploadResult;
    },
  });
  await store.createSession({
    tokenHash: 'hash',
    tokenSalt: 'salt',
    session: 'ses_00000000000000000001',
    inbox: 'demo',
    contact: 'ctc_00000000000000000001',
    conversation: CNV,
    epoch: 'epoch-0001',
    hostOrigin: 'http://shop.test',
    consent: null,
    at: 0,
  });
  const visitor = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
  await append(CNV, visitor, 'client-0001', { kind: 'message', text: 'hello' });
  await append(CNV, visitor, 'client-0002', { kind: 'handoff.requested' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = (path: string, body?: unknown, headers: Record<string, string> = { 'x-api-key': TEAM_KEY }) =>
  desk.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('the desk', () => {
  it('shows who waits for a person, and what was written', async () => {
    const { conversations } = (await (await request('/conversations')).json()) as {
      conversations: { id: string; handler: string }[];
    };
    expect(conversations).toMatchObject([{ id: CNV, handler: 'queued' }]);
    const { events } = (await (await request(`/conversations/${CNV}`)).json()) as {
      events: { body: { kind: string } }[];
    };
    expect(events.map((event) => event.body.kind)).toEqual(['message', 'handoff.requested']);
  });

  it('shows an inbox whose visitors wait, however many wait in another, and that one page by page', async () => {
    type List = { conversations: { id: string; inbox: string }[]; next: string | null };
    const list = async (query = '') => (await (await request(`/conversations${query}`)).json()) as List;
    const waits = async (n: number, inbox: string) => {
      const id = String(n).padStart(20, '0');
      await store.createSession({
        ...{ tokenHash: `hash-${n}`, tokenSalt: 'salt', session: `ses_${id}`, inbox, contact: `ctc_${id}` },
        ...{ conversation: `cnv_${id}`, epoch: 'epoch-0001', hostOrigin: 'http://shop.test', consent: null, at: 0 },
      });
      const by = { kind: 'visitor', id: `ctc_${id}` } as const;
      expect((await append(`cnv_${id}`, by, `client-${n}`, { kind: 'handoff.requested' })).ok).toBe(true);
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
      expect((await request(`/conversations${query}`)).status).toBe(400);
  });

  it('lets a person take a conversation, write in it under their name, and give it back', async () => {
    await request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    expect((await store.conversation(CNV))?.handler).toBe('human');
    expect(
      (
        await request(`/conversations/${CNV}/messages`, {
          clientId: 'desk-0002',
          name: 'Ingrid',
          text: 'Hei, how can I help?',
        })
      ).status,
    ).toBe(200);
    await request(`/conversations/${CNV}/give-back`, { clientId: 'desk-0003', name: 'Ingrid' });
    expect((await store.conversation(CNV))?.handler).toBe('agent');
    const log = await store.eventsAfter(CNV, 2, 10);
    expect(log.map((event) => [event.by.name, event.body.kind])).toEqual([
      ['Ingrid', 'handoff.accepted'],
      ['Ingrid', 'message'],
      ['Ingrid', 'handoff.ended'],
    ]);
  });

  it('lets a person send a file, and read what the visitor sent', async () => {
    const upload = (name: string, conversation = CNV) =>
      desk.request(`/conversations/${conversation}/files`, {
        method: 'POST',
        headers: { 'x-api-key': TEAM_KEY, 'x-file-name': name },
        body: 'abc',
      });
    const refused = await upload('virus.exe');
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([415, 'file_type']);
    expect((await upload('a.png', 'cnv_99999999999999999999')).status).toBe(404);
    const { attachment } = (await (await upload('map.png')).json()) as { attachment: { id: string } };
    const message = { clientId: 'desk-0001', name: 'Ingrid', attachments: [attachment.id] };
    expect((await request(`/conversations/${CNV}/messages`, message)).status).toBe(200);
    expect((await request(`/conversations/${CNV}/messages`, { ...message, clientId: 'desk-0002' })).status).toBe(409);
    const { events } = (await (await request(`/conversations/${CNV}`)).json()) as {
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
    expect((await request(`/conversations/${CNV}/messages`, message)).status).toBe(200);
    expect((await store.eventsAfter(CNV, 0, 10)).at(-1)?.body).toEqual({
      kind: 'message',
      text: '',
      parts: JSON.stringify(parts),
    });
    const poll = { clientId: 'desk-0002', name: 'Ingrid', parts: [{ type: 'poll' }] };
    expect((await request(`/conversations/${CNV}/messages`, poll)).status).toBe(400);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://shop.test/', 'https://2130706433/', '/path'])(
    'takes no card that leads to %s',
    async (url) => {
      const parts = [{ type: 'card', title: 't', links: [{ label: 'x', url }] }];
      const message = { clientId: 'desk-0001', name: 'Ingrid', parts };
      expect((await request(`/conversations/${CNV}/messages`, message)).status).toBe(400);
      expect(await store.eventsAfter(CNV, 2, 10)).toEqual([]);
    },
  );

  it('S13: shows a person under what can be seen of their name, and no one without any', async () => {
    const take = (name: string) => request(`/conversations/${CNV}/take`, { clientId: 'desk-0001', name });
    expect((await take('\u202e\u200b\ufe0f')).status).toBe(400);
    expect((await take(' In\u202e\u200b\u{e0100}grid\nB. ')).status).toBe(200);
    expect((await store.eventsAfter(CNV, 2, 10)).map(({ by }) => by.name)).toEqual(['Ingrid B.']);
  });

  it('gives a fresh link to a file of the conversation, and to no other', async () => {
    const body = { method: 'POST', headers: { 'x-api-key': TEAM_KEY, 'x-file-name': 'map.png' }, body: 'abc' };
    const taken = await desk.request(`/conversations/${CNV}/files`, body);
    const { attachment } = (await taken.json()) as { attachment: { id: string } };
    const link = `/conversations/${CNV}/files/${attachment.id}/link`;
    expect((await request(link)).status).toBe(404);
    await request(`/conversations/${CNV}/messages`, { clientId: 'desk-0001', name: 'Ingrid', attachments: [FILE] });
    expect(await (await request(link)).json()).toMatchObject({ url: expect.stringContaining(FILE) });
    expect((await request(link.replace(CNV, 'cnv_99999999999999999999'))).status).toBe(404);
  });

  it('takes no file for a conversation that was erased', async () => {
    const next = { conversation: 'cnv_00000000000000000002', epoch: 'epoch-0002' };
    await store.eraseConversation({ conversation: CNV, at: 1_000, next });
    const headers = { 'x-api-key': TEAM_KEY, 'x-file-name': 'map.png' };
    const answer = await desk.request(`/conversations/${CNV}/files`, { method: 'POST', headers, body: 'abc' });
    expect(answer.status).toBe(404);
  });

  it('lets each person write as themselves, by the name of their account, whatever they send', async () => {
    const ingrid = { 'x-api-key': TEAM_KEY, 'x-person': 'Ingrid' };
    const take = { clientId: 'desk-0001', name: 'Another' };
    expect((await request(`/conversations/${CNV}/take`, take, ingrid)).status).toBe(200);
    const { id } = (await store.operatorOf('usr_ingrid')) as Operator;
    const heard: BusMessage[] = [];
    const end = await bus.subscribe(CNV, (message) => void heard.push(message));
    expect((await request(`/conversations/${CNV}/typing`, {}, ingrid)).status).toBe(204);
    await expect.poll(() => heard).toMatchObject([{ kind: 'typing', who: { kind: 'human', id, name: 'Ingrid' } }]);
    end();
    // Files come in under the name of the team, and go out with the person who sends them.
    const headers = { ...ingrid, 'x-file-name': 'map.png' };
    await desk.request(`/conversations/${CNV}/files`, { method: 'POST', headers, body: 'abc' });
    const message = { clientId: 'desk-0002', text: 'Here it is', attachments: [FILE] };
    expect((await request(`/conversations/${CNV}/messages`, message, ingrid)).status).toBe(200);
    const log = await store.eventsAfter(CNV, 2, 10);
    expect(log.map(({ by }) => by)).toEqual(Array(2).fill({ kind: 'human', id, name: 'Ingrid' }));
  });

  it('asks a program for the name under which it writes', async () => {
    for (const action of ['take', 'messages', 'give-back', 'close', 'typing', 'block', 'unblock']) {
      const clientId = ['typing', 'block', 'unblock'].includes(action) ? {} : { clientId: 'desk-0001' };
      const refused = await request(`/conversations/${CNV}/${action}`, {
        ...clientId,
        ...(action === 'messages' && { text: 'x' }),
      });
      expect([refused.status, await refused.json()], action).toMatchObject([400, { code: 'BAD_REQUEST' }]);
    }
    expect((await store.conversation(CNV))?.head).toBe(2);
  });

  it('stores a message once when it is sent twice', async () => {
    const message = { clientId: 'desk-0001', name: 'Ingrid', text: 'Hei' };
    const first = await (await request(`/conversations/${CNV}/messages`, message)).json();
    expect(await (await request(`/conversations/${CNV}/messages`, message)).json()).toEqual({
      ...(first as object),
      duplicate: true,
    });
    expect((await request(`/conversations/${CNV}/messages`, { ...message, text: 'other' })).status).toBe(409);
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { 'x-api-key': 'wrong' }],
    ['the key and more', { 'x-api-key': `${TEAM_KEY}x` }],
    ['the key as a bearer', { authorization: `Bearer ${TEAM_KEY}` }],
  ])('S11: is closed to %s', async (_what, headers) => {
    const response = await request('/conversations', undefined, headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['not JSON', '{'],
    ['a field of 0.1.0', { clientId: 'desk-0001', name: 'I', operator: 'opr_0000000000000000', text: 'x' }],
    ['a field too many', { clientId: 'desk-0001', name: 'I', text: 'x', kind: 'answer.completed' }],
    ['an id that is none', { clientId: '../x', name: 'I', text: 'x' }],
  ])('refuses %s and says what to send', async (_what, body) => {
    const response = await request(`/conversations/${CNV}/messages`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('clientId, name');
  });

  it('says that a conversation does not exist, and that a blank message is none', async () => {
    expect(
      (
        await request('/conversations/cnv_unknown000000000000/messages', {
          clientId: 'desk-0001',
          name: 'I',
          text: 'x',
        })
      ).status,
    ).toBe(404);
    expect(
      (await request(`/conversations/${CNV}/messages`, { clientId: 'desk-0001', name: 'I', text: '  ' })).status,
    ).toBe(400);
  });

  it('shows the visitor what a person has seen, as soon as they open the conversation', async () => {
    const heard: BusMessage[] = [];
    await bus.subscribe(CNV, (message) => heard.push(message));
    await request('/conversations');
    expect((await store.conversation(CNV))?.seen).toBe(0);
    await request(`/conversations/${CNV}`);
    await request(`/conversations/${CNV}`);
    expect((await store.conversation(CNV))?.seen).toBe(2);
    expect(heard).toEqual([{ kind: 'seen', seq: 2 }]);
  });

  it('reads what a visitor thinks of an answer, and knows nothing of what they erased', async () => {
    const opinion = { kind: 'feedback', message: 'msg_0000000000000001', value: 'down' } as const;
    const by = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
    await store.append({ conversation: CNV, by, clientId: 'client-0003', body: opinion, at: 1 });
    expect((await (await request(`/conversations/${CNV}`)).json()).events.at(-1).body).toEqual(opinion);
    await store.eraseConversation({ conversation: CNV, at: 1, next: { conversation: 'cnv_x', epoch: 'epoch-x' } });
    expect((await request(`/conversations/${CNV}`)).status).toBe(404);
    expect((await (await request('/conversations')).json()).conversations).toEqual([]);
  });
});

describe('following a conversation', () => {
  const follow = (after: number | string, id = CNV) => request(`/conversations/${id}/events?after=${after}`);

  it('answers at once with what there is', async () => {
    const followed = (await (await follow(1)).json()) as { events: { seq: number }[]; conversation: object };
    expect(followed.events.map(({ seq }) => seq)).toEqual([2]);
    expect(followed.conversation).toMatchObject({ handler: 'queued', head: 2 });
  });

  it('waits for what comes, however it comes: by the bus, or by looking again after the bus has been away', async () => {
    const waiting = follow(2);
    await append(CNV, { kind: 'visitor', id: 'ctc_00000000000000000001' }, 'client-0003', {
      kind: 'message',
      text: 'anybody there?',
    });
    expect(await (await waiting).json()).toMatchObject({ events: [{ seq: 3 }], typing: false });
  });

  it('hears that the visitor is writing, and not that the desk itself is', async () => {
    const heard: BusMessage[] = [];
    await bus.subscribe(CNV, (message) => heard.push(message));
    const waiting = follow(2);
    expect((await request(`/conversations/${CNV}/typing`, { name: 'Ingrid' })).status).toBe(204);
    expect(heard).toMatchObject([{ kind: 'typing', who: { kind: 'human', name: 'Ingrid' }, on: true }]);
    bus.publish(CNV, {
      kind: 'typing',
      who: { kind: 'visitor', id: 'ctc_00000000000000000001' },
      on: true,
      from: 'socket',
    });
    expect(await (await waiting).json()).toMatchObject({ events: [], typing: true });
  });

  it('refuses what it can’t follow', async () => {
    expect((await follow(0, 'cnv_nobody')).status).toBe(404);
    for (const after of ['-1', 'x', '1.5', '9'.repeat(30), '0x10', '1e1', '+1', '', '9'.repeat(16)])
      expect((await follow(after)).status, after).toBe(400);
    expect((await request(`/conversations/${CNV}/typing`, { name: '' })).status).toBe(400);
  });
});

describe('blocking the contact of a conversation', () => {
  const CONTACT = 'ctc_00000000000000000001';
  const SESSION = 'ses_00000000000000000001';
  const block = (body: object = { name: 'Ingrid', reason: 'Insults', addressDays: 7 }) =>
    request(`/conversations/${CNV}/block`, body);

  it('ends the sessions, and says in the conversation, in the list and in the list of blocks who did it and why', async () => {
    const { blocked } = (await (await block()).json()) as { blocked: object };
    expect(blocked).toMatchObject({ contact: CONTACT, inbox: 'demo', name: 'Ingrid', reason: 'Insults', ended: null });
    expect(closed).toEqual([[SESSION, 'blocked']]);
    expect(await (await request(`/conversations/${CNV}`)).json()).toMatchObject({ blocked });
    expect(await (await request(`/conversations/${CNV}/events?after=0`)).json()).toMatchObject({ blocked });
    // It is no longer in the queue.
    expect(await (await request('/conversations')).json()).toMatchObject({ conversations: [] });
    for (const of of ['', '?inbox=demo'])
      expect(await (await request(`/blocks${of}`)).json()).toEqual({ blocks: [blocked], next: null });
    expect(await (await request('/blocks?inbox=calm')).json()).toEqual({ blocks: [], next: null });
    expect((await request('/blocks?inbox=other')).status).toBe(404);
  });

  it('is marked in the list where the contact asks for a person in another conversation', async () => {
    await block();
    await append(CNV, { kind: 'visitor', id: CONTACT }, 'client-0009', { kind: 'handoff.requested' });
    expect(await (await request('/conversations')).json()).toMatchObject({ conversations: [{ isBlocked: true }] });
  });

  it('is taken back by anybody of the team, and stays in the list with their name', async () => {
    await block();
    const unblock = () => request(`/conversations/${CNV}/unblock`, { name: 'Sven' });
    expect(await (await unblock()).json()).toEqual({ unblocked: true });
    expect(await (await unblock()).json()).toEqual({ unblocked: false });
    expect(await (await request(`/conversations/${CNV}`)).json()).toMatchObject({ blocked: null });
    const { blocks } = (await (await request('/blocks?inbox=demo')).json()) as { blocks: object[] };
    expect(blocks).toMatchObject([{ reason: 'Insults', ended: { name: 'Sven' } }]);
  });

  it('changes nothing where the contact is blocked already', async () => {
    await block();
    const { blocked } = (await (await block({ name: 'Sven' })).json()) as { blocked: object };
    expect(blocked).toMatchObject({ name: 'Ingrid', reason: 'Insults' });
  });

  it('refuses what it can’t do, in words', async () => {
    const wrong = [
      {},
      { name: 'I', addressDays: 31 },
      { name: 'I', addressDays: 0 },
      { name: 'I', reason: 'x'.repeat(201) },
    ];
    for (const body of wrong) expect((await block(body)).status, JSON.stringify(body)).toBe(400);
    expect((await request('/conversations/cnv_nobody/block', { name: 'I' })).status).toBe(404);
    expect((await request('/blocks?inbox=demo&before=x')).status).toBe(400);
    expect(closed).toEqual([]);
  });
});
