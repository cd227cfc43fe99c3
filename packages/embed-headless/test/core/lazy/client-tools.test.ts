/**
 * Client tools: they are offered before the first message, a call runs once whatever happens to the socket and the page, and a call
 * is stored in the journal before it starts.
 */
import type { AnyTool, ClientFrame, ServerFrame, ToolContext } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { journalIn } from '../../../src/core/lazy/client-tools/journal.js';
import { loadFeature } from '../../../src/core/runtime/load-feature.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { Ports } from '../../../src/platform/ports.js';
import { Browser, CNV, OTHER_CNV, settled, Tab, tokenOf } from '../../support/browser.js';
import { storageOf } from '../../support/browser-ports.js';

const SESSION = tokenOf('s');
/** Of the arguments of `offerOf`. */
const HASH = '32ae99a7d4810a5d70c72808cae3219a14616acda903c6eb56da6426dae0dccd';
const LEASE = 'lea_0123456789abcdefghij';
const OTHER_LEASE = 'lea_abcdefghij0123456789';

/** A tool whose calls the test ends. */
function slowTool(over: Partial<AnyTool> = {}) {
  const begun: { readonly args: unknown; readonly context: ToolContext; end(result: unknown): void }[] = [];
  const tool: AnyTool = {
    name: 'cancel_order',
    description: 'Cancels an order.',
    effects: 'once',
    confirm: true,
    parameters: { type: 'object', properties: { order: { type: 'string' } } },
    handler: (args, context) => new Promise((end) => begun.push({ args, context, end })),
    ...over,
  };
  return { tool, begun };
}

const offerOf = (call: string, attempt = 1): ServerFrame => ({
  t: 'tool.offer',
  conversation: CNV,
  call,
  attempt,
  name: 'cancel_order',
  args: '{"order":"1042"}',
  hash: HASH,
});
const grantOf = (call: string, lease = LEASE): ServerFrame => ({
  t: 'tool.grant',
  conversation: CNV,
  call,
  attempt: 1,
  lease,
  name: 'cancel_order',
  args: '{"order":"1042"}',
  hash: HASH,
  key: HASH,
  timeoutMs: 20_000,
  confirmedBy: 'user',
});

const kinds = (tab: Tab): readonly string[] => tab.sent.map(({ t }) => t);
const framesOf = <T extends ClientFrame['t']>(tab: Tab, t: T): Extract<ClientFrame, { t: T }>[] =>
  tab.sent.filter((frame): frame is Extract<ClientFrame, { t: T }> => frame.t === t);

/** Waits until the tab has sent this many frames of type `t`. The code for tools is loaded first. */
async function sentFrames(tab: Tab, t: ClientFrame['t'], times = 1): Promise<void> {
  await vi.waitFor(() => expect(kinds(tab).filter((each) => each === t)).toHaveLength(times));
}

async function live(tab: Tab): Promise<Tab> {
  tab.client.connect();
  await tab.hello();
  await tab.welcome(SESSION);
  return tab;
}

/** A live page that offers `tool`. */
async function offering(tool: AnyTool, browser = new Browser()): Promise<Tab> {
  const tab = new Tab(browser);
  tab.client.registerTool(tool);
  await live(tab);
  await sentFrames(tab, 'tools');
  return tab;
}

/** A page that has claimed `call_1`. */
async function claiming(tool: AnyTool, browser = new Browser()): Promise<Tab> {
  const tab = await offering(tool, browser);
  tab.receive(offerOf('call_1'));
  await sentFrames(tab, 'tool.claim');
  return tab;
}

/** A page on which a granted call of `tool` runs. */
async function running(tool: AnyTool, begun: readonly unknown[], browser = new Browser()): Promise<Tab> {
  const tab = await claiming(tool, browser);
  tab.receive(grantOf('call_1'));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  return tab;
}

describe('a message that is written before the page has offered its tools', () => {
  it('is stored meanwhile, and sent after them, once and under its id', async () => {
    const browser = new Browser();
    const tab = new Tab(browser);
    tab.client.registerTool(slowTool().tool);
    const id = tab.client.sendMessage('Cancel my order');
    await tab.hello();
    await tab.welcome(SESSION);
    expect([...browser.storage.keys()].filter((key) => key.endsWith(id as string))).toHaveLength(1);
    await sentFrames(tab, 'append');
    expect(kinds(tab).filter((t) => t === 'tools' || t === 'append')).toEqual(['tools', 'append']);
    expect(framesOf(tab, 'append')).toMatchObject([{ clientId: id, body: { text: 'Cancel my order' } }]);
    tab.receive({ t: 'ack', conversation: CNV, clientId: id as string, seq: 1, at: 1 });
    expect([...browser.storage.keys()].filter((key) => key.endsWith(id as string))).toEqual([]);
    await browser.pass(60_000);
    expect(framesOf(tab, 'append')).toHaveLength(1);
  });

  it('waits no less than the server has asked for', async () => {
    const browser = new Browser();
    const tab = await live(new Tab(browser, {}, { load: () => new Promise<never>(() => undefined) }));
    const id = tab.client.sendMessage('Hello') as string;
    const refusal = { code: 'rate_limited', message: 'Later.', retry: true, retryAfterMs: 12_000 } as const;
    tab.receive({ t: 'error', re: id, ...refusal });
    tab.client.registerTool(slowTool().tool);
    await browser.pass(11_000);
    expect(tab.appends()).toEqual(['Hello']);
    await browser.pass(1_000);
    expect(tab.appends()).toEqual(['Hello', 'Hello']);
  });

  it.each<[string, Ports['load']]>([
    [
      'never loads',
      (name) => (name === 'clientTools' ? new Promise<never>(() => undefined) : loadFeature(name as FeatureName)),
    ],
    [
      'can’t be loaded',
      (name) => (name === 'clientTools' ? Promise.reject(new Error('gone')) : loadFeature(name as FeatureName)),
    ],
  ])('is sent without them when their code %s', async (_, load) => {
    const browser = new Browser();
    const tab = new Tab(browser, {}, { load: load as NonNullable<Ports['load']> });
    tab.client.registerTool(slowTool().tool);
    tab.client.sendMessage('Hello');
    await tab.hello();
    await tab.welcome(SESSION);
    expect(tab.appends()).toEqual([]);
    await browser.pass(5_000);
    expect(tab.appends()).toEqual(['Hello']);
  });

  it('waits for the tools that the page around the frame has announced, with a limit', async () => {
    const browser = new Browser();
    const tab = new Tab(browser);
    tab.client.registerTool({ coming: true });
    await live(tab);
    tab.client.sendMessage('Hello');
    await settled();
    expect(tab.appends()).toEqual([]);
    const runner = { prepare: vi.fn(), run: vi.fn() };
    tab.client.registerTool({ runner, manifests: [], instructions: null });
    await sentFrames(tab, 'append');
    expect(kinds(tab).indexOf('tools')).toBeLessThan(kinds(tab).indexOf('append'));

    const silent = new Tab(new Browser());
    silent.client.registerTool({ coming: true });
    await live(silent);
    silent.client.sendMessage('Hello');
    await silent.browser.pass(5_000);
    expect(silent.appends()).toEqual(['Hello']);
  });

  it('waits for a tool that is registered right before it, later on', async () => {
    const tab = await offering(slowTool().tool);
    tab.client.registerTool(slowTool({ name: 'get_order' }).tool);
    tab.client.sendMessage('Where is it?');
    await sentFrames(tab, 'append');
    expect(kinds(tab).slice(-2)).toEqual(['tools', 'append']);
    expect(
      framesOf(tab, 'tools')
        .at(-1)
        ?.tools.map(({ name }) => name),
    ).toEqual(['cancel_order', 'get_order']);
  });

  it('waits for nothing on a page without tools', async () => {
    const tab = await live(new Tab(new Browser()));
    tab.client.sendMessage('Hello');
    expect(tab.appends()).toEqual(['Hello']);
  });
});

describe('a call', () => {
  it('is prepared, claimed with the page’s question, and started when it is granted', async () => {
    const { tool, begun } = slowTool({ title: 'Cancel an order' });
    const tab = await offering(tool);
    tab.receive(offerOf('call_1'), offerOf('call_1'));
    await sentFrames(tab, 'tool.claim');
    expect(framesOf(tab, 'tool.claim')).toMatchObject([{ call: 'call_1', confirm: { title: 'Cancel an order' } }]);
    expect(begun).toEqual([]);
    tab.receive(grantOf('call_1'));
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]).toMatchObject({
      args: { order: '1042' },
      context: { idempotencyKey: HASH, attempt: 1, confirmedBy: 'user' },
    });
    begun[0]?.end({ cancelled: true });
    await sentFrames(tab, 'tool.result');
    expect(framesOf(tab, 'tool.result')[0]?.report).toEqual({ ok: true, json: '{"cancelled":true}' });
  });

  it('that the page can’t serve is refused with a code', async () => {
    const tab = await offering(slowTool({ available: () => false }).tool);
    tab.receive(offerOf('call_1'), { ...offerOf('call_2'), name: 'nowhere' } as ServerFrame);
    await sentFrames(tab, 'tool.refuse', 2);
    expect(framesOf(tab, 'tool.refuse').map(({ code }) => code)).toEqual(['unavailable', 'not_registered']);
  });

  it('granted twice runs once: the second grant is answered from memory, before its end and after it', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    tab.receive(grantOf('call_1'));
    expect(framesOf(tab, 'tool.started')).toHaveLength(2);
    begun[0]?.end(1);
    await sentFrames(tab, 'tool.result');
    tab.receive(grantOf('call_1'));
    expect(framesOf(tab, 'tool.result').map(({ report }) => report)).toEqual([
      { ok: true, json: '1' },
      { ok: true, json: '1' },
    ]);
    expect(begun).toHaveLength(1);
  });

  it('is reported as started only after it was stored in the journal', async () => {
    const { tool, begun } = slowTool();
    const tab = await claiming(tool);
    const isStored = (): boolean => [...tab.browser.storage.keys()].some((key) => key.endsWith('tool:call_1'));
    let storedWhenSent = false;
    vi.spyOn(tab.sent, 'push').mockImplementation((frame) => {
      if (frame.t === 'tool.started') storedWhenSent = isStored();
      return tab.sent.length;
    });
    tab.receive(grantOf('call_1'));
    expect(storedWhenSent).toBe(true);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
  });

  it('continues while the socket is closed, and its result is sent on the next one', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    await tab.closes(1006);
    begun[0]?.end('done');
    await settled();
    expect(framesOf(tab, 'tool.result')).toEqual([]);
    await tab.reconnected();
    await tab.welcome(SESSION);
    expect(framesOf(tab, 'tool.result')).toMatchObject([{ lease: LEASE, report: { ok: true, json: '"done"' } }]);
    expect(begun).toHaveLength(1);
  });

  it('that still runs on the next socket is reported as started, and not started again', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    await tab.closes(1006);
    await tab.reconnected();
    await tab.welcome(SESSION);
    tab.receive(grantOf('call_1'));
    expect(framesOf(tab, 'tool.started').map(({ lease }) => lease)).toEqual([LEASE, LEASE, LEASE]);
    expect(begun).toHaveLength(1);
  });

  it('that is cancelled is aborted, its result is dropped, and a late grant starts nothing', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    tab.receive({ t: 'tool.cancel', conversation: CNV, call: 'call_1' });
    expect(begun[0]?.context.signal.aborted).toBe(true);
    begun[0]?.end('too late');
    tab.receive(grantOf('call_1'));
    await settled();
    expect(framesOf(tab, 'tool.result')).toEqual([]);
    expect(begun).toHaveLength(1);
    expect([...tab.browser.storage.keys()].filter((key) => key.includes('tool:'))).toEqual([]);
  });

  it('is aborted after its timeout', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    await tab.browser.pass(20_000);
    expect(begun[0]?.context.signal.aborted).toBe(true);
  });

  it('continues when its tool is unregistered, and when the visitor is in another conversation', async () => {
    const { tool, begun } = slowTool();
    const tab = new Tab(new Browser());
    const unregister = tab.client.registerTool(tool);
    await live(tab);
    await sentFrames(tab, 'tools');
    tab.receive(offerOf('call_1'));
    await sentFrames(tab, 'tool.claim');
    tab.receive(grantOf('call_1'));
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    unregister();
    await sentFrames(tab, 'tools', 2);
    expect(framesOf(tab, 'tools').at(-1)?.tools).toEqual([]);
    await tab.closes(1006);
    await tab.reconnected();
    await tab.welcome(SESSION, { conversation: OTHER_CNV });
    expect(framesOf(tab, 'tools').at(-1)?.conversation).toBe(OTHER_CNV);
    begun[0]?.end(7);
    await vi.waitFor(() =>
      expect(framesOf(tab, 'tool.result').at(-1)).toMatchObject({ conversation: CNV, report: { ok: true, json: '7' } }),
    );
    expect(tab.client.getState().timeline).toEqual([]);
  });

  it('sends its progress at most twice a second, as plain data within the limits', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    for (const fraction of [0.1, 0.2, 0.3]) begun[0]?.context.progress({ fraction });
    await tab.browser.pass(500);
    begun[0]?.context.progress({ text: 'x'.repeat(999), fraction: 7 });
    expect(framesOf(tab, 'tool.progress')).toMatchObject([{ fraction: 0.1 }, { text: 'x'.repeat(200), fraction: 1 }]);
  });
});

describe('a grant', () => {
  /** As the log has it: the visitor can see it, and decide. */
  const called: ServerFrame = {
    t: 'events',
    conversation: CNV,
    epoch: 'epoch-0001',
    events: [
      {
        seq: 1,
        at: 0,
        by: { kind: 'ai', id: 'agent' },
        clientId: 'tool-called-1',
        body: {
          kind: 'tool.called',
          call: 'call_1',
          run: 'run_0123456789abcdefghij',
          name: 'cancel_order',
          args: '{"order":"1042"}',
          effects: 'once',
        },
      },
    ],
  };
  const decided = async (approved: boolean) => {
    const { tool, begun } = slowTool();
    const tab = await offering(tool);
    tab.receive(called);
    tab.client.resolveToolCall({ call: 'call_1', args: '{"order":"1042"}' }, approved);
    await sentFrames(tab, 'tool.decide');
    return { tab, begun };
  };
  const starts = async (tab: Tab, begun: readonly unknown[], over: object = {}): Promise<number> => {
    tab.receive({ ...grantOf('call_1'), ...over } as ServerFrame);
    await settled();
    expect(framesOf(tab, 'tool.started')).toHaveLength(begun.length);
    return begun.length;
  };

  it('of a call that this page has not claimed starts nothing', async () => {
    const { tool, begun } = slowTool();
    expect(await starts(await offering(tool), begun)).toBe(0);
  });

  it.each([
    ['another function', { name: 'delete_account' }],
    ['other arguments', { args: '{"order":"1043"}' }],
    ['other arguments under the hash that was claimed', { args: '{}', hash: HASH }],
    ['another call', { call: 'call_2' }],
  ])('of %s than this page has claimed starts nothing', async (_, over) => {
    const { tool, begun } = slowTool();
    const other = slowTool({ name: 'delete_account' }).tool;
    const tab = await claiming(tool);
    tab.client.registerTool({ ...other, handler: tool.handler });
    await sentFrames(tab, 'tools', 2);
    expect(await starts(tab, begun, over)).toBe(0);
    expect(await starts(tab, begun)).toBe(1);
  });

  it('under a second lease starts nothing: a claim is good for one', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    expect(await starts(tab, begun, { lease: OTHER_LEASE })).toBe(1);
  });

  it('of a call that was cancelled after its claim starts nothing', async () => {
    const { tool, begun } = slowTool();
    const tab = await claiming(tool);
    tab.receive({ t: 'tool.cancel', conversation: CNV, call: 'call_1' });
    expect(await starts(tab, begun)).toBe(0);
  });

  it('of what the visitor has confirmed here starts, though another page has claimed it', async () => {
    const { tab, begun } = await decided(true);
    tab.receive(grantOf('call_1'));
    await vi.waitFor(() => expect(begun).toHaveLength(1));
  });

  it('of what the visitor has declined here starts nothing', async () => {
    const { tab, begun } = await decided(false);
    expect(await starts(tab, begun)).toBe(0);
  });
});

describe('a page that is reloaded', () => {
  /** The page and its locks are gone. Its storage remains. */
  const reloaded = async (tab: Tab, tool: AnyTool): Promise<Tab> => {
    tab.client.destroy();
    tab.browser.held.clear();
    return offering(tool, tab.browser);
  };

  it('while its tool runs reports an unknown outcome, and runs nothing again', async () => {
    const { tool, begun } = slowTool();
    const next = await reloaded(await running(tool, begun), tool);
    await sentFrames(next, 'tool.result');
    const report = { ok: false, code: 'client_gone', outcome: 'unknown' };
    expect(framesOf(next, 'tool.result')).toMatchObject([{ call: 'call_1', lease: LEASE, report }]);
    expect(begun).toHaveLength(1);
  });

  it('before its result could be sent sends it', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    await tab.closes(1006);
    begun[0]?.end('done');
    await settled();
    const next = await reloaded(tab, tool);
    await sentFrames(next, 'tool.result');
    expect(framesOf(next, 'tool.result')).toMatchObject([{ lease: LEASE, report: { ok: true, json: '"done"' } }]);
  });

  it('reports nothing about a call of another open page', async () => {
    const { tool, begun } = slowTool();
    const first = await running(tool, begun);
    const second = await offering(tool, first.browser);
    await settled();
    expect(framesOf(second, 'tool.result')).toEqual([]);
    begun[0]?.end(1);
    await sentFrames(first, 'tool.result');
  });
});

describe('a logout', () => {
  it('aborts running calls, and offers the page’s tools to the next visitor', async () => {
    const { tool, begun } = slowTool();
    const tab = await running(tool, begun);
    tab.client.logout();
    await vi.waitFor(() => expect(begun[0]?.context.signal.aborted).toBe(true));
    begun[0]?.end('too late');
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('n'), { conversation: OTHER_CNV });
    await sentFrames(tab, 'tools', 2);
    expect(framesOf(tab, 'tools').at(-1)).toMatchObject({ conversation: OTHER_CNV, tools: [{ name: 'cancel_order' }] });
    expect(framesOf(tab, 'tool.result')).toEqual([]);
    expect([...tab.browser.storage.keys()].filter((key) => key.includes('tool:'))).toEqual([]);
  });
});

describe('a decision of the visitor', () => {
  it('is sent on every connection until the log has it, and a second one changes nothing', async () => {
    const tab = await offering(slowTool().tool);
    tab.client.resolveToolCall({ call: 'call_1', args: '{}' }, true);
    tab.client.resolveToolCall({ call: 'call_1', args: '{}' }, false);
    await sentFrames(tab, 'tool.decide');
    await tab.closes(1006);
    await tab.reconnected();
    await tab.welcome(SESSION);
    expect(framesOf(tab, 'tool.decide').map(({ approved }) => approved)).toEqual([true, true]);
    tab.receive({
      t: 'events',
      conversation: CNV,
      epoch: 'epoch-0001',
      events: [
        {
          seq: 1,
          at: 0,
          by: { kind: 'visitor', id: 'kim' },
          clientId: 'tool-decided-1',
          body: { kind: 'tool.decided', call: 'call_1', hash: HASH, approved: true },
        },
      ],
    });
    tab.receive({ t: 'live', conversation: CNV, head: 1 });
    expect(framesOf(tab, 'tool.decide')).toHaveLength(2);
  });
});

describe('the journal', () => {
  const entry = { conversation: CNV, call: 'call_1', lease: LEASE, at: 1_700_000_000_000, report: null };
  const open = (browser: Browser, held: ReadonlySet<string> | null) =>
    journalIn(
      {
        storage: storageOf(browser, {}),
        clock: { now: () => browser.now, after: () => () => undefined },
        tabs: { alone: (_, work) => work(), present: () => () => undefined, held: async () => held },
      },
      'tool:',
    );

  it('returns the calls that closed pages have begun, and only those', async () => {
    const browser = new Browser();
    open(browser, null).note(entry);
    expect(await open(browser, new Set()).abandoned()).toEqual([entry]);
    expect(await open(browser, new Set([`tool:${LEASE}`])).abandoned()).toEqual([]);
  });

  it('returns only ended calls when the browser has no locks', async () => {
    const browser = new Browser();
    open(browser, null).note(entry);
    expect(await open(browser, null).abandoned()).toEqual([]);
    const ended = { ...entry, report: { ok: true, json: '1' } } as const;
    open(browser, null).note(ended);
    expect(await open(browser, null).abandoned()).toEqual([ended]);
  });

  it('removes entries that are too old, and those it can’t read', async () => {
    const browser = new Browser();
    const journal = open(browser, new Set());
    journal.note(entry);
    journal.note({ ...entry, call: 'call_2', lease: OTHER_LEASE, at: entry.at + 3_600_000 });
    for (const text of ['', 'null', '{"lease":1}', '[]']) browser.storage.set(`tool:broken-${text.length}`, text);
    browser.now = entry.at + 3_600_001;
    expect((await journal.abandoned()).map(({ call }) => call)).toEqual(['call_2']);
    expect([...browser.storage.keys()]).toEqual(['tool:call_2']);
    journal.drop('call_2');
    expect(browser.storage.size).toBe(0);
  });
});
