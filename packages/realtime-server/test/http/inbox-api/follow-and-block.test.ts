/** Following a conversation over the team's API, and blocking its contact. */
import { describe, expect, it } from 'vitest';
import type { BusMessage } from '../../../dist/bus/bus.js';
import { CNV, useDesk } from './desk.js';

const at = useDesk();

describe('following a conversation', () => {
  const follow = (after: number | string, id = CNV) => at.request(`/conversations/${id}/events?after=${after}`);

  it('answers at once with what there is', async () => {
    const followed = (await (await follow(1)).json()) as { events: { seq: number }[]; conversation: object };
    expect(followed.events.map(({ seq }) => seq)).toEqual([2]);
    expect(followed.conversation).toMatchObject({ handler: 'queued', head: 2 });
  });

  it('waits for what comes, however it comes: by the bus, or by looking again after the bus has been away', async () => {
    const waiting = follow(2);
    await at.append(CNV, { kind: 'visitor', id: 'ctc_00000000000000000001' }, 'client-0003', {
      kind: 'message',
      text: 'anybody there?',
    });
    expect(await (await waiting).json()).toMatchObject({ events: [{ seq: 3 }], typing: false });
  });

  it('hears that the visitor is writing, and not that the desk itself is', async () => {
    const heard: BusMessage[] = [];
    await at.bus.subscribe(CNV, (message) => heard.push(message));
    const waiting = follow(2);
    expect((await at.request(`/conversations/${CNV}/typing`, { name: 'Ingrid' })).status).toBe(204);
    expect(heard).toMatchObject([{ kind: 'typing', who: { kind: 'human', name: 'Ingrid' }, on: true }]);
    at.bus.publish(CNV, {
      kind: 'typing',
      who: { kind: 'visitor', id: 'ctc_00000000000000000001' },
      on: true,
      from: 'socket',
    });
    expect(await (await waiting).json()).toMatchObject({ events: [], typing: true });
  });

  it.each([
    ['whose key was revoked', 401, () => void Object.assign(at, { isOut: true })],
    ['who left the organization', 404, () => void Object.assign(at, { member: 'far-shop' })],
  ])('shows nothing of what comes to one %s while they waited', async (_who, status, leaves) => {
    const waiting = follow(2);
    await expect.poll(() => at.admitted).toBe(1);
    leaves();
    at.ahead = 2_000;
    const visitor = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
    await at.append(CNV, visitor, 'client-0003', { kind: 'message', text: 'my new address is …' });
    const answer = await waiting;
    expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringContaining('address')]);
  });

  it('refuses what it can’t follow', async () => {
    expect((await follow(0, 'cnv_nobody')).status).toBe(404);
    for (const after of ['-1', 'x', '1.5', '9'.repeat(30), '0x10', '1e1', '+1', '', '9'.repeat(16)])
      expect((await follow(after)).status, after).toBe(400);
    expect((await at.request(`/conversations/${CNV}/typing`, { name: '' })).status).toBe(400);
  });
});

describe('blocking the contact of a conversation', () => {
  const CONTACT = 'ctc_00000000000000000001';
  const SESSION = 'ses_00000000000000000001';
  const block = (body: object = { name: 'Ingrid', reason: 'Insults', addressDays: 7 }) =>
    at.request(`/conversations/${CNV}/block`, body);

  it('ends the sessions, and says in the conversation, in the list and in the list of blocks who did it and why', async () => {
    const { blocked } = (await (await block()).json()) as { blocked: object };
    expect(blocked).toMatchObject({ contact: CONTACT, inbox: 'demo', name: 'Ingrid', reason: 'Insults', ended: null });
    expect(at.closed).toEqual([[SESSION, 'blocked']]);
    expect(await (await at.request(`/conversations/${CNV}`)).json()).toMatchObject({ blocked });
    expect(await (await at.request(`/conversations/${CNV}/events?after=0`)).json()).toMatchObject({ blocked });
    // It is no longer in the queue.
    expect(await (await at.request('/conversations')).json()).toMatchObject({ conversations: [] });
    for (const of of ['', '?inbox=demo'])
      expect(await (await at.request(`/blocks${of}`)).json()).toEqual({
        blocks: [{ ...blocked, inboxName: 'Shop' }],
        next: null,
      });
    expect(await (await at.request('/blocks?inbox=calm')).json()).toEqual({ blocks: [], next: null });
    expect((await at.request('/blocks?inbox=other')).status).toBe(404);
  });

  it('is marked in the list where the contact asks for a person in another conversation', async () => {
    await block();
    await at.append(CNV, { kind: 'visitor', id: CONTACT }, 'client-0009', { kind: 'handoff.requested' });
    expect(await (await at.request('/conversations')).json()).toMatchObject({ conversations: [{ isBlocked: true }] });
  });

  it('is taken back by anybody of the team, and stays in the list with their name', async () => {
    await block();
    const unblock = () => at.request(`/conversations/${CNV}/unblock`, { name: 'Sven' });
    expect(await (await unblock()).json()).toEqual({ unblocked: true });
    expect(await (await unblock()).json()).toEqual({ unblocked: false });
    expect(await (await at.request(`/conversations/${CNV}`)).json()).toMatchObject({ blocked: null });
    const { blocks } = (await (await at.request('/blocks?inbox=demo')).json()) as { blocks: object[] };
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
    expect((await at.request('/conversations/cnv_nobody/block', { name: 'I' })).status).toBe(404);
    expect((await at.request('/blocks?inbox=demo&before=x')).status).toBe(400);
    expect(at.closed).toEqual([]);
  });
});
