// @vitest-environment happy-dom
/** Lists of the console that are longer than one page of the server's answer. */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KnowledgeChoice } from '../src/team/setup/ai-agents/knowledge-choice.js';

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
