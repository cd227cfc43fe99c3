/** What a grant of a call starts, and what it does not. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { CNV, settled, type Tab } from '../../../support/browser.js';
import {
  claiming,
  framesOf,
  grantOf,
  HASH,
  OTHER_LEASE,
  offering,
  running,
  sentFrames,
  slowTool,
} from './tool-page.js';

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
