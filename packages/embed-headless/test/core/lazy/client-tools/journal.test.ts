/** A call is stored in the journal before it starts, and the next page reports it. */
import type { AnyTool } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { journalIn } from '../../../../src/core/lazy/client-tools/journal.js';
import { Browser, CNV, settled, type Tab } from '../../../support/browser.js';
import { storageOf } from '../../../support/browser-ports.js';
import { framesOf, LEASE, OTHER_LEASE, offering, running, sentFrames, slowTool } from './tool-page.js';

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
