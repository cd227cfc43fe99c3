// @vitest-environment happy-dom
/** Lists of the console that are longer than one page of the server's answer. */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConversationApi, ListedBlock } from '../src/api/conversation-api.js';
import { BlockedContacts } from '../src/queue/blocked-contacts.js';
import { KnowledgeChoice } from '../src/team/setup/ai-agents/knowledge-choice.js';
import { Inboxes } from '../src/team/setup/inboxes/inboxes.js';
import { Gaps } from '../src/team/setup/knowledge/gaps.js';
import { WaitingOrganizations } from '../src/team/waiting-organizations.js';

interface Row {
  readonly [field: string]: unknown;
}

/** Answers GET requests for a list from these rows, as the server does. */
function serve(rows: readonly Row[]): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    const [from, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit') ?? 50)];
    const end = from + limit;
    const items = rows.slice(from, end);
    return Response.json({ items, ...(end < rows.length && { nextCursor: String(end) }) });
  });
}

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.unstubAllGlobals();
});

const sourceIds = Array.from({ length: 200 }, (_, n) => `kno_${String(n).padStart(3, '0')}`);

it('the sources of an AI agent can be chosen from all 200, and one that was deleted is not sent back', async () => {
  serve(sourceIds.map((sourceId) => ({ sourceId, type: 'article', title: `Source ${sourceId}` })));
  const sent: (readonly string[])[] = [];
  const chosen = ['kno_deleted', 'kno_007'];
  render(<KnowledgeChoice orgId="org_1" chosen={chosen} onChange={(next) => sent.push(next)} />, root);
  const boxes = () => [...root.querySelectorAll<HTMLInputElement>('input')];
  await vi.waitFor(() => expect(boxes().length).toBe(200), 60_000);
  await act(() => boxes()[199]?.click());
  expect(sent).toEqual([['kno_007', 'kno_199']]);
});

const inbox = (n: number) => ({
  ...{ inboxId: `ibx_${n}`, name: `Shop ${n}`, version: 1, readOnlyBecause: null, install: [] },
  ...{ state: n < 110 ? 'archived' : 'live', allowedOrigins: ['https://shop.example'] },
});
const waiting = (n: number) => ({
  orgId: `org_${n}`,
  name: `Shop ${n}`,
  owner: null,
  createdAt: '2026-11-01T00:00:00Z',
});
const rows = () => root.querySelectorAll('li').length;

it.each([
  ['inboxes', 230, inbox, () => <Inboxes orgId="org_1" mayManage />],
  ['organizations that wait', 130, waiting, () => <WaitingOrganizations />],
] as const)('all %s are shown', async (_what, count, row, list) => {
  serve(Array.from({ length: count }, (_, n) => row(n)));
  render(list(), root);
  await vi.waitFor(() => expect(rows()).toBe(count), 60_000);
});

it('open questions beyond the first have a hint that they follow', async () => {
  const asked = { inboxId: 'demo', inboxName: 'Demo', aiAgentId: null, count: 1 };
  serve(Array.from({ length: 51 }, (_, n) => ({ ...asked, key: `k${n}`, text: `Question ${n}` })));
  render(<Gaps orgId="org_1" mayManage sources={[]} onChanged={() => undefined} />, root);
  await vi.waitFor(() => expect(rows()).toBe(50), 60_000);
  expect(root.textContent).toContain('There are more');
});

it('blocked visitors are shown page by page', async () => {
  const blocks = Array.from({ length: 60 }, (_, n) => {
    const block = { id: `blk_${n}`, conversation: `cnv_${n}`, inbox: 'demo', inboxName: 'Demo', name: 'Ada' };
    return { ...block, at: 1_000 - n, reason: '', ended: null } as unknown as ListedBlock;
  });
  const api = {
    async blocks(before: number | null) {
      const left = blocks.filter(({ at }) => before === null || at < before);
      const page = left.slice(0, 50);
      return { ok: true, value: { blocks: page, next: left.length > 50 ? (page.at(-1)?.at ?? null) : null } };
    },
  } as unknown as ConversationApi;
  render(<BlockedContacts api={api} />, root);
  const details = root.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  await vi.waitFor(() => expect(rows()).toBe(50), 60_000);
  const more = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more');
  await act(() => more?.click());
  await vi.waitFor(() => expect(rows()).toBe(60), 60_000);
  expect(root.textContent).not.toContain('Show more');
});
