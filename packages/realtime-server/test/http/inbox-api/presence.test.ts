/** Whose requests show visitors that the team is there, and that a message was read. */
import { expect, it } from 'vitest';
import { TEAM_KEY } from '../../support/admit-team.js';
import { CNV, useDesk } from './desk.js';

const at = useDesk();
const seenAt = async (inbox: string): Promise<number> => (await at.store.queue(inbox, 1)).staffSeenAt;
const readOnly = { 'x-api-key': TEAM_KEY, 'x-read-only': '1' };

it('a team is there in the inboxes of its own organization alone', async () => {
  at.member = 'far-shop';
  await at.request('/conversations');
  await expect.poll(() => seenAt('far')).toBeGreaterThan(0);
  expect([await seenAt('demo'), await seenAt('calm')]).toEqual([0, 0]);
  at.member = null;
  await at.request('/conversations');
  await expect.poll(() => seenAt('calm')).toBeGreaterThan(0);
});

it('a program that may only read is no one who is there, and has read nothing for the visitor', async () => {
  for (const path of ['/conversations', `/conversations/${CNV}`, `/conversations/${CNV}/events?after=0`])
    expect((await at.request(path, undefined, readOnly)).status).toBe(200);
  expect(await seenAt('demo')).toBe(0);
  expect((await at.store.conversation(CNV))?.seen).toBe(0);
  await at.request(`/conversations/${CNV}`);
  expect((await at.store.conversation(CNV))?.seen).toBe(2);
});
