// @vitest-environment happy-dom
/** What is written in a form of the team's pages and not saved is there after another page or a reload, and gone when it is saved. */
import type { ComponentChild } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentForm } from '../../src/team/setup/ai-agents/agent-form.js';
import type { Agent } from '../../src/team/setup/ai-agents/shown.js';
import { InboxEditor } from '../../src/team/setup/inboxes/inbox-editor.js';
import type { Inbox } from '../../src/team/setup/inboxes/written-inbox.js';
import { WrittenEditor } from '../../src/team/setup/knowledge/written-editor.js';
import { button, type Drawn, drawn, press, write } from '../support.js';

let shown: Drawn;
/** By the end of the path. What is not in it is never answered. */
let answers: Record<string, (input: Record<string, unknown>) => Response>;
beforeEach(() => {
  sessionStorage.clear();
  answers = {};
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    const found = Object.entries(answers).find(([path]) => new URL(request.url).pathname.endsWith(path));
    if (!found) return new Promise(() => undefined);
    return found[1](request.method === 'GET' ? {} : ((await request.json()) as Record<string, unknown>));
  });
});
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

const nothing = (): void => undefined;
const field = (selector: string) => shown.root.querySelector<HTMLInputElement>(selector);
const status = () => shown.root.querySelector('[role="status"]')?.textContent ?? '';
async function reopen(what: ComponentChild): Promise<void> {
  await shown.close();
  shown = await drawn(what);
}
const outdated = (version: number, fields: readonly string[]): Response =>
  Response.json(
    { code: 'PRECONDITION_FAILED', message: 'Changed.', status: 412, defined: true, data: { version, fields } },
    { status: 412 },
  );

describe('an AI agent', () => {
  const at = '2026-11-28T10:00:00.000Z';
  const agent = {
    ...{ aiAgentId: 'agt_1', name: 'Hei', version: 2, published: 1, lastRun: null, createdAt: at, updatedAt: at },
    ...{ title: null, instructions: null, model: null, linkHosts: [], tests: [], inboxes: [], versions: [] },
    handoff: { onUnknown: 'offer', afterTurns: null },
    knowledgeIds: [],
  } as unknown as Agent;
  const form = (fields: Partial<Agent> = {}) => (
    <AgentForm
      {...{ orgId: 'org_1', agent: { ...agent, ...fields }, models: [], mayManage: true }}
      onSaved={nothing}
      onChanged={nothing}
    />
  );
  const save = () => act(async () => shown.root.querySelector('form')?.requestSubmit());

  it('shows what was written before, says that it is not saved, and forgets it when it is discarded', async () => {
    shown = await drawn(form());
    await write(field('input'), 'Hei du');
    await write(field('textarea'), 'Be short.');
    await reopen(form());
    expect([field('input')?.value, field('textarea')?.value]).toEqual(['Hei du', 'Be short.']);
    expect(status()).toContain('is not saved yet');
    await press(button(shown.root, 'Discard changes'));
    expect([field('input')?.value, status()]).toEqual(['Hei', '']);
    await reopen(form());
    expect([field('input')?.value, status()]).toEqual(['Hei', '']);
  });

  it('is saved on the version that was seen, so another’s change in between is noticed', async () => {
    const sent: unknown[] = [];
    answers['/aiAgents/update'] = (input) => {
      sent.push([input.version, input.name]);
      return sent.length === 1 ? outdated(3, ['title']) : Response.json({ ...agent, version: 4 });
    };
    shown = await drawn(form());
    await write(field('input'), 'Hei du');
    await reopen(form({ version: 3, title: 'Of another' }));
    await save();
    await expect.poll(() => shown.root.querySelector('[role="alert"]')?.textContent).toContain('the title');
    await save();
    await expect.poll(status).toContain('Saved as version 4');
    expect(sent).toEqual([
      [2, 'Hei du'],
      [3, 'Hei du'],
    ]);
    await reopen(form({ version: 4, name: 'Hei du' }));
    expect(status()).toBe('');
  });
});

describe('a source', () => {
  const source = {
    ...{ sourceId: 'src_1', type: 'article', managedBy: 'console', title: 'Returns', state: 'ready', problem: null },
    ...{ text: 'Thirty days.', url: null, passages: 1, version: 1, aiAgentIds: [], inboxIds: [] },
  };
  const editor = () => <WrittenEditor orgId="org_1" sourceId="src_1" onClose={nothing} onSaved={nothing} />;
  const serve = (fields: object = {}): void => {
    answers['/knowledge/get'] = () => Response.json({ source: { ...source, ...fields }, items: [] });
  };
  const isOpen = () => expect.poll(() => field('[name="text"]')).not.toBeNull();

  it('shows what was written before, and Cancel discards it', async () => {
    serve();
    shown = await drawn(editor());
    await isOpen();
    await write(field('[name="text"]'), 'Sixty days.');
    await reopen(editor());
    await isOpen();
    expect([field('[name="title"]')?.value, field('[name="text"]')?.value]).toEqual(['Returns', 'Sixty days.']);
    expect(status()).toContain('is not saved yet');
    await press(button(shown.root, 'Cancel'));
    await reopen(editor());
    await isOpen();
    expect([field('[name="text"]')?.value, status()]).toEqual(['Thirty days.', '']);
  });

  it('says when someone else has changed it since, and Save replaces their change', async () => {
    serve();
    shown = await drawn(editor());
    await isOpen();
    await write(field('[name="text"]'), 'Sixty days.');
    serve({ version: 2, text: 'Ninety days.' });
    await reopen(editor());
    await isOpen();
    expect(status()).toContain('Someone else has changed this source since');
    const sent: unknown[] = [];
    answers['/knowledge/update'] = (input) => {
      sent.push([input.version, input.text]);
      return Response.json({ ...source, version: 3 });
    };
    await act(async () => shown.root.querySelector('form')?.requestSubmit());
    await expect.poll(() => sent).toEqual([[2, 'Sixty days.']]);
    serve({ version: 3, text: 'Sixty days.' });
    await reopen(editor());
    await isOpen();
    expect(status()).toBe('');
  });
});

describe('an inbox', () => {
  const inbox = {
    ...{ inboxId: 'inb_1', name: 'Havn', agentName: 'Hei', aiAgentId: null, version: 1, state: 'draft' },
    ...{ allowedOrigins: ['https://havn.example'], greeting: null, questions: [], theme: null, people: null },
    ...{ otherContact: null, requireConsent: false, privacyUrl: null, install: [], readOnlyBecause: null },
  } as unknown as Inbox;
  const editor = (given = inbox) => <InboxEditor orgId="org_1" inbox={given} onClose={nothing} onSaved={nothing} />;

  it('shows what was written before, and Cancel discards it', async () => {
    shown = await drawn(editor());
    await write(field('[name="greeting"]'), 'Hello there');
    await reopen(editor());
    expect(field('[name="greeting"]')?.value).toBe('Hello there');
    expect(status()).toContain('is not saved yet');
    await press(button(shown.root, 'Cancel'));
    await reopen(editor());
    expect([field('[name="greeting"]')?.value, status()]).toEqual(['', '']);
  });

  it('is saved on the version that was seen: another’s change is shown, and what was written stays', async () => {
    const newer = { ...inbox, version: 2, name: 'Havn & Co' } as Inbox;
    const sent: unknown[] = [];
    answers['/inboxes/update'] = ({ version, name, greeting }) => {
      sent.push([version, name, greeting]);
      return sent.length === 1 ? outdated(2, ['name']) : Response.json({ ...newer, version: 3 });
    };
    answers['/inboxes/get'] = () => Response.json(newer);
    shown = await drawn(editor());
    await write(field('[name="greeting"]'), 'Hello there');
    await reopen(editor(newer));
    await press(button(shown.root, 'Save'));
    await expect.poll(() => field('[name="name"]')?.value).toBe('Havn & Co');
    expect(field('[name="greeting"]')?.value).toBe('Hello there');
    await press(button(shown.root, 'Save'));
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent).toEqual([
      [1, undefined, 'Hello there'],
      [2, undefined, 'Hello there'],
    ]);
  });
});
