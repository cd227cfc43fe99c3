/** A page that offers a tool, and the frames of its server. */
import type { AnyTool, ClientFrame, ServerFrame, ToolContext } from '@service/protocol';
import { expect, vi } from 'vitest';
import { Browser, CNV, Tab, tokenOf } from '../../../support/browser.js';

export const SESSION = tokenOf('s');
/** Of the arguments of `offerOf`. */
export const HASH = '32ae99a7d4810a5d70c72808cae3219a14616acda903c6eb56da6426dae0dccd';
export const LEASE = 'lea_0123456789abcdefghij';
export const OTHER_LEASE = 'lea_abcdefghij0123456789';

/** A tool whose calls the test ends. */
export function slowTool(over: Partial<AnyTool> = {}) {
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

export const offerOf = (call: string, attempt = 1): ServerFrame => ({
  t: 'tool.offer',
  conversation: CNV,
  call,
  attempt,
  name: 'cancel_order',
  args: '{"order":"1042"}',
  hash: HASH,
});
export const grantOf = (call: string, lease = LEASE): ServerFrame => ({
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

export const kinds = (tab: Tab): readonly string[] => tab.sent.map(({ t }) => t);
export const framesOf = <T extends ClientFrame['t']>(tab: Tab, t: T): Extract<ClientFrame, { t: T }>[] =>
  tab.sent.filter((frame): frame is Extract<ClientFrame, { t: T }> => frame.t === t);

/** Waits until the tab has sent this many frames of type `t`. The code for tools is loaded first. */
export async function sentFrames(tab: Tab, t: ClientFrame['t'], times = 1): Promise<void> {
  await vi.waitFor(() => expect(kinds(tab).filter((each) => each === t)).toHaveLength(times));
}

export async function live(tab: Tab): Promise<Tab> {
  tab.client.connect();
  await tab.hello();
  await tab.welcome(SESSION);
  return tab;
}

/** A live page that offers `tool`. */
export async function offering(tool: AnyTool, browser = new Browser()): Promise<Tab> {
  const tab = new Tab(browser);
  tab.client.registerTool(tool);
  await live(tab);
  await sentFrames(tab, 'tools');
  return tab;
}

/** A page that has claimed `call_1`. */
export async function claiming(tool: AnyTool, browser = new Browser()): Promise<Tab> {
  const tab = await offering(tool, browser);
  tab.receive(offerOf('call_1'));
  await sentFrames(tab, 'tool.claim');
  return tab;
}

/** A page on which a granted call of `tool` runs. */
export async function running(tool: AnyTool, begun: readonly unknown[], browser = new Browser()): Promise<Tab> {
  const tab = await claiming(tool, browser);
  tab.receive(grantOf('call_1'));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  return tab;
}
