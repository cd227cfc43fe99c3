/** Client tools are offered before the first message. */
import { describe, expect, it, vi } from 'vitest';
import { loadFeature } from '../../../../src/core/runtime/load-feature.js';
import type { FeatureName } from '../../../../src/core/state/feature-names.js';
import type { Ports } from '../../../../src/platform/ports.js';
import { Browser, CNV, settled, Tab } from '../../../support/browser.js';
import { framesOf, kinds, live, offering, SESSION, sentFrames, slowTool } from './tool-page.js';

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
