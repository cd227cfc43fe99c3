// @vitest-environment happy-dom
/** The team's page: keys, inboxes, and the labels and remarks of their fields. */

import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiKeys } from '../../src/team/api-keys.js';
import { Members } from '../../src/team/members.js';
import { Credentials } from '../../src/team/setup/agents/credentials.js';
import { AgentsPage } from '../../src/team/setup/ai-agents/agents-page.js';
import { colourProblem, colourRemark, originOf, originsProblem } from '../../src/team/setup/inboxes/field-remarks.js';
import { InboxEditor } from '../../src/team/setup/inboxes/inbox-editor.js';
import { Inboxes } from '../../src/team/setup/inboxes/inboxes.js';
import type { Inbox } from '../../src/team/setup/inboxes/written-inbox.js';
import { BusinessForm } from '../../src/team/setup/progress/business-form.js';
import { Teams } from '../../src/team/teams.js';
import { button, type Drawn, drawn, press, serve, write } from '../support.js';

let shown: Drawn;
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('what is read beside a new secret opens in a tab of its own, so that the secret stays', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  shown = await drawn([<ApiKeys key="keys" orgId="org_1" />, <Credentials key="credentials" orgId="org_1" />]);
  const links = [...shown.root.querySelectorAll('a')];
  expect(links.map(({ pathname, target, rel }) => [pathname, target, rel])).toEqual([
    ['/api/docs', '_blank', 'noopener'],
    ['/api/agents/guide', '_blank', 'noopener'],
  ]);
});

it('each field of a form has a label that stays when something is written in it', async () => {
  serve({});
  const me = { organizations: [{ orgId: 'org_1', name: 'Havn', role: 'owner', approved: true }] } as never;
  shown = await drawn([
    <Members key="1" orgId="org_1" own="owner" userId="usr_1" />,
    <Teams key="2" orgId="org_1" mayManage />,
    <Inboxes key="3" orgId="org_1" mayManage />,
    <ApiKeys key="4" orgId="org_1" />,
    <AgentsPage key="5" me={me} orgId={null} open={null} onOpen={() => undefined} onOrganization={() => undefined} />,
    <BusinessForm key="6" orgId="org_1" name="Havn" onSaved={() => undefined} />,
  ]);
  const fields = [...shown.root.querySelectorAll<HTMLInputElement>('form :is(input, select)')];
  expect(fields.map(({ name, labels }) => [name, labels?.[0]?.firstChild?.textContent])).toEqual([
    ['email', 'Email'],
    ['', 'Role'],
    ['name', 'Name of the new team'],
    ['name', 'Name of the business'],
    ['origin', 'Address of the site'],
    ['name', 'Name'],
    ['scopes', 'What it may do'],
    ['name', 'Name of the new AI agent, as visitors see it'],
    ['website', 'Website'],
  ]);
});

const INBOX = {
  ...{ inboxId: 'inb_1', name: 'Havn', agentName: 'Hei', aiAgentId: null, version: 1, state: 'draft' },
  ...{ allowedOrigins: ['https://havn.example'], greeting: null, questions: [], theme: null, people: null },
  ...{ otherContact: null, requireConsent: false, privacyUrl: null, install: [], readOnlyBecause: null },
};

it('a button of an inbox has its visible words in its name, in their order', async () => {
  const items = [INBOX, { ...INBOX, inboxId: 'inb_2', state: 'live' }];
  serve({ '/api/rpc/inboxes/list': { items } });
  shown = await drawn(<Inboxes orgId="org_1" mayManage />);
  await expect.poll(() => shown.root.querySelectorAll('.rows button').length).toBe(8);
  for (const each of shown.root.querySelectorAll('.rows button'))
    expect(each.getAttribute('aria-label')).toContain(each.textContent);
});

it('names the sites that visitors come from, the newest first, and counts the rest', async () => {
  const from = (...hosts: string[]) => hosts.map((host) => ({ origin: `https://${host}` }));
  const items = [
    { ...INBOX, install: from('a.example', 'b.example') },
    { ...INBOX, inboxId: 'inb_2', install: from('a.example', 'b.example', 'c.example', 'd.example', 'e.example') },
  ];
  serve({ '/api/rpc/inboxes/list': { items } });
  shown = await drawn(<Inboxes orgId="org_1" mayManage />);
  await expect.poll(() => shown.root.querySelectorAll('.rows li').length).toBe(2);
  const lines = [...shown.root.querySelectorAll('.rows li')].map(
    (row) => /Visitors come.*more|Visitors[^E]*/.exec(row.textContent)?.[0],
  );
  expect(lines).toEqual([
    'Visitors come from https://a.example, https://b.example',
    'Visitors come from https://a.example, https://b.example, https://c.example and 2 more',
  ]);
});

describe('the form of an inbox', () => {
  const inbox = INBOX as unknown as Inbox;
  const sent: unknown[] = [];
  const field = (name: string) => shown.root.querySelector(`[name="${name}"]`) as HTMLInputElement;
  const remarkOf = (name: string) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
  async function leave(name: string, text: string): Promise<void> {
    await write(field(name), text);
    await act(async () => void field(name).dispatchEvent(new Event('change', { bubbles: true })));
  }
  async function open(): Promise<void> {
    sent.length = 0;
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
      if (!request.url.endsWith('/inboxes/update')) return new Promise(() => undefined);
      sent.push(await request.json());
      return Response.json({ ...inbox, version: 2 });
    });
    shown = await drawn(
      <InboxEditor orgId="org_1" inbox={inbox} onClose={() => undefined} onSaved={() => undefined} />,
    );
  }

  it('says at the field that a colour is none, and does not save it', async () => {
    await open();
    await leave('primaryColor', 'orange-ish');
    expect(remarkOf('primaryColor')).toContain('“orange-ish” is no colour');
    expect(field('primaryColor').getAttribute('aria-invalid')).toBe('true');
    await press(button(shown.root, 'Save'));
    expect([sent, document.activeElement]).toEqual([[], field('primaryColor')]);
    await leave('primaryColor', 'orange');
    expect(field('primaryColor').getAttribute('aria-invalid')).toBeNull();
  });

  it('says which words are drawn in another colour than the one that is hard to read', async () => {
    await open();
    await leave('primaryColor', '#ffee00');
    expect(remarkOf('primaryColor')).toMatch(
      /words on this colour are drawn in #\w{6}, and links in #\w{6} on light pages/,
    );
    expect([colourRemark(null), colourRemark({ primaryColor: 'orange-ish' })]).toEqual([null, null]);
    expect(colourProblem({ primaryColor: '#ffee00' })).toBeNull();
  });

  it('takes an address with a slash at its end as the site, and names the field of a page', async () => {
    await open();
    await leave('allowedOrigins', 'https://Havn.example/\nhttps://havn.example/blog');
    expect(remarkOf('allowedOrigins')).toContain('“https://havn.example/blog” is one page. Write https://havn.example');
    await leave('allowedOrigins', 'https://Havn.example/\nhttps://www.havn.example/');
    await press(button(shown.root, 'Save'));
    await expect
      .poll(() => sent)
      .toMatchObject([{ allowedOrigins: ['https://havn.example', 'https://www.havn.example'] }]);
  });

  it.each([
    ['https://shop.example', 'https://shop.example', null],
    ['http://localhost:4601/', 'http://localhost:4601', null],
    ['https://shop.example/?a=1', 'https://shop.example/?a=1', /is one page/],
    ['shop.example', 'shop.example', /needs https/],
    // Of these the server says more.
    ['capacitor://localhost', 'capacitor://localhost', null],
  ])('%s is %s', (address, origin, problem) => {
    expect(originOf(address)).toBe(origin);
    const found = originsProblem([originOf(address)]);
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeNull();
  });
});
