// @vitest-environment happy-dom
/** What is typed and not sent is there again after another conversation, another page, or a reload. */
import type { Handler } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Conversation } from '../src/conversation/conversation.js';
import { DRAFT_LIMITS, type Drafts, draftIn, withDraft } from '../src/forms/drafts.js';
import { clearDrafts } from '../src/forms/use-draft.js';
import type { OutboxHandle } from '../src/outbox/use-outbox.js';
import { AddSource } from '../src/team/setup/knowledge/add-source.js';
import { apiWith, button, type Drawn, drawn, press, write } from './support.js';

let shown: Drawn;
beforeEach(() => sessionStorage.clear());
afterEach(() => shown?.close());

const outbox: OutboxHandle = { actions: [], add: vi.fn(), discard: vi.fn() };
const human: Handler = 'human';
const api = apiWith({
  conversation: { handler: human, head: 1 },
  events: [
    {
      seq: 1,
      at: 0,
      by: { kind: 'human', id: 'opr_ada', name: 'Ada' },
      clientId: 'c',
      body: { kind: 'handoff.accepted' },
    },
  ],
  typing: false,
});
const conversation = (id: string) => (
  <Conversation key={id} {...{ id, api, outbox }} ownId="opr_ada" onBack={() => undefined} />
);
const message = () => shown.root.querySelector('textarea');
const enabled = () => expect.poll(() => message()?.disabled).toBe(false);

describe('a reply that is typed and not sent', () => {
  it('is there after another conversation, and after a reload; the other one has its own', async () => {
    shown = await drawn(conversation('cnv_1'));
    await enabled();
    await write(message(), 'half a sentence');
    await shown.draw(conversation('cnv_2'));
    await enabled();
    expect(message()?.value).toBe('');
    await shown.draw(conversation('cnv_1'));
    expect(message()?.value).toBe('half a sentence');
    await shown.close();
    shown = await drawn(conversation('cnv_1'));
    expect(message()?.value).toBe('half a sentence');
  });

  it('is gone when it was sent, and at sign-out', async () => {
    shown = await drawn(conversation('cnv_1'));
    await enabled();
    await write(message(), 'a whole one');
    await press(button(shown.root, 'Send'));
    expect(outbox.add).toHaveBeenCalledWith('cnv_1', 'messages', { text: 'a whole one' });
    await shown.draw(conversation('cnv_2'));
    await enabled();
    await write(message(), 'a secret');
    clearDrafts();
    await shown.draw(conversation('cnv_1'));
    await shown.draw(conversation('cnv_2'));
    expect(message()?.value).toBe('');
  });
});

it('an article that is typed and not added is there when the page is opened again', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const form = <AddSource orgId="org_1" inboxIds={[]} onAdded={() => undefined} />;
  shown = await drawn(form);
  const field = (name: string) => shown.root.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const kind = () => shown.root.querySelector('select') as HTMLSelectElement;
  kind().value = 'article';
  kind().dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => field('text')).not.toBeNull();
  await write(field('title'), 'Returns');
  await write(field('text'), 'Within thirty days.');
  await shown.close();
  shown = await drawn(form);
  expect([kind().value, field('title')?.value, field('text')?.value]).toEqual([
    'article',
    'Returns',
    'Within thirty days.',
  ]);
});

describe('drafts', () => {
  const draft = (place: string, text: string, account = 'usr_ada') => ({ account, place, text });

  it('belong to who typed them', () => {
    const drafts = withDraft(withDraft([], draft('cnv_1', 'of Ada')), draft('cnv_1', 'of Kim', 'usr_kim'));
    expect([draftIn(drafts, 'usr_ada', 'cnv_1'), draftIn(drafts, 'usr_kim', 'cnv_1')]).toEqual(['of Ada', 'of Kim']);
  });

  it('are bounded in number and in length: the oldest go first', () => {
    let drafts: Drafts = [];
    for (let n = 0; n <= DRAFT_LIMITS.count; n++) drafts = withDraft(drafts, draft(`cnv_${n}`, 'text'));
    expect([drafts.length, draftIn(drafts, 'usr_ada', 'cnv_0')]).toEqual([DRAFT_LIMITS.count, '']);
    const long = 'x'.repeat(DRAFT_LIMITS.length / 2);
    for (const place of ['a', 'b', 'c']) drafts = withDraft(drafts, draft(place, long));
    expect(drafts.map(({ place }) => place)).toEqual(['b', 'c']);
    expect(withDraft(drafts, draft('c', '')).map(({ place }) => place)).toEqual(['b']);
  });
});
