// @vitest-environment happy-dom
/** Whose conversation it is, that only who took it writes in it, and what an address of none shows. */
import type { Handler, LogEvent } from '@service/protocol';
import { afterEach, expect, it, vi } from 'vitest';
import { Conversation } from '../../src/conversation/conversation.js';
import { apiWith, button, type Drawn, drawn, press } from '../support.js';

let shown: Drawn;
afterEach(() => shown?.close());

const taken = (seq: number, id: string, name: string): LogEvent => ({
  ...{ seq, at: 0, clientId: `c-${seq}`, by: { kind: 'human', id, name } },
  body: { kind: 'handoff.accepted' },
});

async function open(events: readonly LogEvent[], handler: Handler = 'human') {
  const add = vi.fn();
  const outbox = { actions: [], add, discard: () => undefined };
  const api = apiWith({ conversation: { handler, head: events.length }, events, typing: false });
  shown = await drawn(<Conversation id="cnv_1" {...{ api, outbox }} ownId="opr_ada" onBack={() => undefined} />);
  await expect.poll(() => title()).not.toBe('Loading…');
  return add;
}
const title = () => shown.root.querySelector('h2')?.textContent;
const field = () => shown.root.querySelector('textarea');

it('a conversation that a colleague has taken is taken over before there is a field to write in', async () => {
  const add = await open([taken(1, 'opr_ada', 'Ada'), taken(2, 'opr_kim', 'Kim')]);
  expect([title(), field()]).toEqual(['With Kim', null]);
  expect(shown.root.querySelector('.take-over')?.textContent).toContain('Kim answers here.');
  await press(button(shown.root, 'Take over'));
  expect(add).toHaveBeenCalledWith('cnv_1', 'take');
});

it('one that the assistant answers is taken over in the same way', async () => {
  const add = await open([], 'agent');
  expect([title(), field()]).toEqual(['The assistant answers', null]);
  expect(shown.root.querySelector('.take-over')?.textContent).toContain('The assistant answers here.');
  await press(button(shown.root, 'Take over'));
  expect(add).toHaveBeenCalledWith('cnv_1', 'take');
});

it('one’s own is written in at once', async () => {
  await open([taken(1, 'opr_kim', 'Kim'), taken(2, 'opr_ada', 'Ada')]);
  expect([title(), field()?.disabled, button(shown.root, 'Take over')]).toEqual(['With you', false, undefined]);
});

it('an address of no conversation says so', async () => {
  const message = 'There is nothing here.';
  const api = { ...apiWith({ conversation: { handler: 'human', head: 0 }, events: [], typing: false }) };
  api.follow = async () => ({ ok: false, reason: 'refused', message });
  const outbox = { actions: [], add: vi.fn(), discard: () => undefined };
  shown = await drawn(<Conversation id="cnv_none" {...{ api, outbox }} ownId="opr_ada" onBack={() => undefined} />);
  await expect.poll(() => title()).toBe('Not found');
  expect([shown.root.querySelector('.empty-state')?.textContent, field()]).toEqual([message, null]);
});
