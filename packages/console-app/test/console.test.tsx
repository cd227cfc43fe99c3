// @vitest-environment happy-dom
/** The console around its pages: their addresses, the bar, and what the title counts. */
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashOf, readAddress } from '../src/console/address.js';
import { Console } from '../src/console/console.js';
import { isUnread } from '../src/queue/use-unread.js';
import type { Me } from '../src/session/use-session.js';
import { type Drawn, drawn, serve } from './support.js';

const me = {
  userId: 'usr_ada',
  name: 'Ada',
  email: 'ada@shop.example',
  organizations: [
    { orgId: 'org_1', name: 'Demo', role: 'owner', approved: true, demo: true },
    { orgId: 'org_2', name: 'Havn', role: 'owner', approved: true, demo: false },
  ],
} as unknown as Me;

/** Of the server, by path. What is not listed is never answered. */
let answers: Record<string, unknown>;
let shown: Drawn;

beforeEach(() => {
  answers = {
    '/api/desk/conversations': { conversations: [] },
    '/api/desk/operators/own': { operator: { id: 'opr_ada', name: 'Ada', picturedAt: null } },
  };
  serve(answers);
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
const go = (hash: string): Promise<void> =>
  act(async () => {
    location.hash = hash;
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
  });
const links = () => [...shown.root.querySelectorAll<HTMLAnchorElement>('.bar nav a')];
const current = () =>
  links().flatMap((link) => (link.getAttribute('aria-current') === 'page' ? [link.textContent] : []));

describe('an address', () => {
  it.each(['#/conversations', '#/conversations/cnv_1', '#/team', '#/team/org_2', '#/agents/org_2/agt_9', '#/account'])(
    '%s names what it is made from',
    (hash) => expect(hashOf(readAddress(hash))).toBe(hash),
  );

  it.each(['', '#', '#/', '#/nothing', '#owner=abc', '#/conversations/<b>'])(
    '%s is that of the conversations',
    (hash) => expect(readAddress(hash)).toEqual({ page: 'conversations', orgId: null, id: null }),
  );
});

describe('the console', () => {
  it('opens the page and the organization of its address, and follows it', async () => {
    await open('#/team/org_2');
    expect(shown.root.querySelector('main.team select')).toHaveProperty('value', 'org_2');
    expect(current()).toEqual(['Team']);
    await go('#/knowledge/org_2');
    expect(shown.root.querySelector('main.knowledge')).not.toBeNull();
    await go('#/conversations/cnv_1');
    expect(shown.root.querySelector('main.conversation')).not.toBeNull();
    expect(current()).toEqual(['Conversations']);
    // Those of the organization that was chosen last.
    expect(links().map((link) => link.getAttribute('href'))).toEqual([
      '#/conversations',
      '#/inboxes/org_2',
      '#/knowledge/org_2',
      '#/agents/org_2',
      '#/team/org_2',
    ]);
  });

  it('has one bar on every page, whose links stay in their places', async () => {
    await open('#/conversations');
    const names = () => links().map((link) => link.textContent);
    expect(names()).toEqual(['Conversations', 'Inboxes', 'Knowledge', 'AI agents', 'Team']);
    for (const page of ['team', 'agents', 'knowledge', 'inboxes', 'account']) {
      await go(`#/${page}`);
      expect(names()).toEqual(['Conversations', 'Inboxes', 'Knowledge', 'AI agents', 'Team']);
    }
    expect(current()).toEqual([]);
  });
});

const ADA = { id: 'opr_ada', name: 'Ada' };
const KIM = { id: 'opr_kim', name: 'Kim' };

describe('unread words of a visitor', () => {
  const listed = (id: string, handler: string, seen: number, seq: number, takenBy: object | null = ADA) => ({
    ...{ id, handler, seen, head: seq, inbox: 'demo', inboxName: 'Shop', visitorName: null },
    takenBy: handler === 'human' ? takenBy : null,
    ...{ isVisitorVerified: false, isBlocked: false, preview: { seq, text: `words of ${id}`, at: 0 } },
  });
  const rows = () => [...shown.root.querySelectorAll('.queue li > a')].map((row) => row.textContent ?? '');

  it('are marked in the list, and the title counts one’s own beside those who wait', async () => {
    answers['/api/desk/conversations'] = {
      conversations: [
        listed('cnv_1', 'queued', 0, 1),
        listed('cnv_2', 'human', 5, 6),
        listed('cnv_3', 'human', 6, 6, KIM),
        listed('cnv_4', 'human', 6, 7, KIM),
      ],
    };
    await open('#/conversations');
    await expect.poll(() => document.title).toBe('(2) Console');
    expect(rows().map((row) => row.startsWith('Unread'))).toEqual([true, true, false, true]);
    const states = [...shown.root.querySelectorAll('.queue .state')].map((state) => state.textContent);
    expect(states).toEqual(['Waiting, number 1', 'With you', 'With Kim', 'With Kim']);
    expect(shown.root.querySelector('[role="status"]')?.textContent).toBe('1 waiting · 1 unread');
  });

  it('are not those of the open conversation, except what came after the person left the tab', () => {
    const open = listed('cnv_1', 'human', 4, 5);
    expect(isUnread(open, 'cnv_1', null)).toBe(false);
    expect(isUnread(open, null, null)).toBe(true);
    const seen = listed('cnv_1', 'human', 5, 5);
    expect(isUnread(seen, 'cnv_1', new Map([['cnv_1', 4]]))).toBe(true);
    expect(isUnread(seen, 'cnv_1', new Map([['cnv_1', 5]]))).toBe(false);
    expect(isUnread(listed('cnv_1', 'human', 5, 5), null, new Map([['cnv_1', 4]]))).toBe(false);
  });
});

describe('a console without conversations', () => {
  const reached = {
    business: true,
    knowledge: true,
    agent: false,
    tests: false,
    look: false,
    install: false,
    team: false,
  };
  const steps = () => shown.root.querySelector('.first-steps');

  it('says how far the setup of one’s organization is, with the way to it', async () => {
    answers['/api/rpc/onboarding/getStatus'] = { facts: {}, reached };
    await open('#/conversations');
    await expect.poll(() => steps()?.textContent).toContain('2 of 7 steps are done.');
    expect(steps()?.querySelector('a')?.getAttribute('href')).toBe('#/team/org_2');
  });

  it('says nothing of it when all is set up', async () => {
    const all = Object.fromEntries(Object.keys(reached).map((step) => [step, true]));
    answers['/api/rpc/onboarding/getStatus'] = { facts: {}, reached: all };
    await open('#/conversations');
    await expect.poll(() => shown.root.querySelector('.queue .hint')?.textContent).toContain('No one has asked');
    expect(steps()).toBeNull();
  });
});
