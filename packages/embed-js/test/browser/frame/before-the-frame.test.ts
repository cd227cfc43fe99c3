// @vitest-environment node
/** What the page may do before there is a frame, and what the launcher shows. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  inline,
  launcher,
  ready,
  record,
  say,
  seen,
  type TestWindow,
  useSitePages,
} from '../site-pages.js';
import { ENDLESS, expectNoFrame, INTENT, KEY } from './frame-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { open, tag, inboxTag } = pages;

describe('before there is a frame', () => {
  it('`isReady()` is true exactly while a frame accepts commands', async () => {
    const { page } = await open(html(inboxTag('demo', INTENT)));
    await launcher(page).waitFor();
    const isReady = (): Promise<boolean> => page.evaluate(() => window.ServiceWidget.isReady());
    expect(await isReady()).toBe(false);
    await launcher(page).hover();
    await ready(page);
    const gone = page.waitForFunction(() => !window.ServiceWidget.isReady());
    await chatFrame(page).evaluate(() => location.assign('about:blank'));
    await gone;
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await isReady()).toBe(false);
  });

  it('commands, context, questions and the color scheme are stored, and applied in the order of the calls', async () => {
    const { page, warnings } = await open(html(inboxTag('demo', INTENT)));
    await launcher(page).waitFor();
    await page.evaluate(() => {
      const { ServiceWidget: widget } = window;
      widget.updateContext({ name: 'Ada', company: 'Engines Ltd' });
      widget.setQuestions(['One?']);
      widget.updateColorScheme('dark');
      widget.updateContext({ name: 'Grace' });
      widget.setQuestions(['Two?']);
    });
    await expectNoFrame(pages, page);
    await page.evaluate(() => {
      window.ServiceWidget.sendMessage('first');
      window.ServiceWidget.sendMessage('second');
    });
    await ready(page);
    expect(await chatFrame(page).evaluate(() => window.connect)).toMatchObject({
      scheme: 'dark',
      config: { user: { name: 'Grace', company: 'Engines Ltd' }, questions: ['Two?'] },
    });
    await eventually(async () =>
      expect(await chatFrame(page).evaluate(() => window.heard.map(({ t, text }) => text ?? t))).toEqual([
        'context',
        'questions',
        'context',
        'questions',
        'first',
        'second',
      ]),
    );
    expect(warnings).toEqual([]);
  });

  it('more than 100 calls are an error, and the first 100 are carried out', async () => {
    const { page } = await open(html(inboxTag('demo', INTENT)));
    await launcher(page).waitFor();
    await page.evaluate(record('error'));
    await page.evaluate(() => {
      for (let i = 0; i < 101; i++) window.ServiceWidget.setQuestions([`${i}`]);
    });
    expect(await seen(page)).toMatchObject([{ code: 'calls_dropped' }]);
    // A visitor's click is carried out all the same.
    await launcher(page).click();
    await ready(page);
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    expect(await heardBy(page, 'questions')).toHaveLength(100);
  });

  it('a click of the launcher that comes first is a click all the same, and a second one does not take it back', async () => {
    const { page } = await open(html(inboxTag('demo', 'data-prefetch="none"')));
    await launcher(page).dblclick();
    await eventually(async () =>
      expect(await heardBy(page, 'open')).toEqual([
        { t: 'open', byVisitor: true },
        { t: 'open', byVisitor: true },
      ]),
    );
  });
});

describe('diagnose()', () => {
  it('of a chat at rest makes its frame, and finds that it runs', async () => {
    const { page } = await open(html(inboxTag('demo', INTENT)));
    await launcher(page).waitFor();
    await expectNoFrame(pages, page);
    const findings = await page.evaluate(() => window.ServiceWidget.diagnose());
    expect(findings[0]?.code).toBe('ok');
    expect(await page.locator('iframe').count()).toBe(1);
  });
});

describe('where something may be unread', () => {
  const leave = (count: string): string => inline(`localStorage.setItem('${KEY}', '${count}')`);
  const stored = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), KEY);

  it('the frame is made at once and learns of it, and the launcher shows the number', async () => {
    const { page } = await open(
      html(ENDLESS + leave('3') + inboxTag('demo', INTENT)),
      {},
      { until: 'domcontentloaded' },
    );
    await ready(page);
    expect((await chatFrame(page).evaluate(() => window.connect)).unread).toBe(true);
    await page.getByRole('button', { name: 'Open chat, 3 unread messages' }).waitFor();
  });

  it('without it, the frame learns of nothing', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    expect((await chatFrame(page).evaluate(() => window.connect)).unread).toBeUndefined();
    expect(await stored(page)).toBeNull();
  });

  it('one key of the page’s storage has the number, as the frame says it', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await say(page, { t: 'unread-marker', count: 0 });
    await eventually(async () => expect(await stored(page)).toBe('0'));
    await say(page, { t: 'unread-marker', count: 2 });
    await eventually(async () => expect(await stored(page)).toBe('2'));
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
    await say(page, { t: 'unread-marker', count: null });
    await eventually(async () => expect(await stored(page)).toBeNull());
  });

  it('an event of the frame changes the launcher’s number, and stores nothing', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await say(page, { t: 'event', name: 'unread', detail: { count: 2 } });
    await page.getByRole('button', { name: 'Open chat, 2 unread messages' }).waitFor();
    expect(await stored(page)).toBeNull();
  });

  it.each(['logout', 'destroy'] as const)('%s() removes the key', async (call) => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await say(page, { t: 'unread-marker', count: 1 });
    await eventually(async () => expect(await stored(page)).toBe('1'));
    await page.evaluate((name) => window.ServiceWidget[name](), call);
    expect(await stored(page)).toBeNull();
  });

  it('destroy() removes the key of an embedded chat that has no frame yet, too', async () => {
    const far = '<div style="height:5000px"></div><div id="chat" style="height:400px"></div>';
    const attributes = 'data-inbox-id="demo" data-mode="embedded" data-container-id="chat"';
    const { page } = await open(html(far + tag(attributes)));
    await page.waitForFunction(() => window.ServiceWidget.version);
    await page.evaluate(`localStorage.setItem('${KEY}', '1')`);
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await stored(page)).toBeNull();
  });

  it('an embedded chat far away has its frame at once', async () => {
    const far = '<div style="height:5000px"></div><div id="chat" style="height:400px"></div>';
    const attributes = 'data-inbox-id="demo" data-mode="embedded" data-container-id="chat"';
    const { page } = await open(html(leave('1') + far + tag(attributes)));
    await ready(page);
  });

  it('a page without storage has a chat all the same', async () => {
    const refuse = inline(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError') } })",
    );
    const { page, warnings, exceptions } = await open(html(inboxTag(), refuse));
    await ready(page);
    await say(page, { t: 'unread-marker', count: 1 });
    await say(page, { t: 'shape', shape: 'panel' });
    await page.locator('iframe').waitFor({ state: 'visible' });
    expect([...warnings, ...exceptions]).toEqual([]);
  });
});
