/** A call of a client tool runs once, whatever happens to the socket and the page. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { Browser, CNV, OTHER_CNV, settled, Tab, tokenOf } from '../../../support/browser.js';
import {
  claiming,
  framesOf,
  grantOf,
  HASH,
  LEASE,
  live,
  offering,
  offerOf,
  running,
  SESSION,
  sentFrames,
  slowTool,
} from './tool-page.js';

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
