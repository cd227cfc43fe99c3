/**
 * What the chat does to the page while it comes, opens, talks and goes: nothing on the page moves, and nothing on the way to
 * the launcher keeps a slow phone busy for longer than a blink.
 *
 * The rule for what moves: the launcher lies over the page, `embedded` fills a container, `prompt-input` is a line in the
 * page's text. Where the page has kept the container's or the line's room free, nothing ever moves; a line that nobody has
 * kept room for pushes down what comes after it, once, as any element does that is put into a page.
 */
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';
import { onMainThreads, processorMs, tasksIn, threadOf, traceOf } from '../../support/browser/main-thread-trace.js';
import { timesSlowerThanHere } from '../../support/browser/slow-phone.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { drawn } from '../../support/page-checks/drawn.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

/** A long task, in milliseconds: from here on a page is felt to hang. */
const LONG_TASK_MS = 50;
const ROUNDS = 5;

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

declare global {
  interface Window {
    moved: number[];
  }
}

/** Notes in every document what is moved on it. Before the first navigation. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      // Also what follows a click: nothing of the page's has a reason to move because of the chat.
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

describe('nothing on the page moves', () => {
  it.each(['chat-widget', 'embedded', 'prompt-input'])(
    'while the chat comes, opens, talks, closes and goes: %s',
    async (mode) => {
      const visitor = await browser.newVisitor();
      const page = await visitor.context.newPage();
      await watchMoves(page);
      await page.goto(site.barePage);
      // Text around the place of the chat, so that whatever moves is seen; the page keeps the room free.
      const room = { 'chat-widget': '', embedded: 'height: 560px', 'prompt-input': 'height: 72px' }[mode] ?? '';
      await page.evaluate((room) => {
        const text = '<p>Words that somebody is reading, and that must stay where they are.</p>'.repeat(12);
        document.body.insertAdjacentHTML('beforeend', `${text}<div id="here" style="${room}"></div>${text.repeat(4)}`);
      }, room);
      await drawn(page);
      await page.evaluate(() => {
        window.moved.length = 0;
      });

      await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode, containerId: 'here' }), mode);
      const chat = chatOn(page);
      if (mode === 'chat-widget') await chat.open();
      await chat.composer.waitFor();
      await chat.send('can I return shoes I wore once?');
      await chat.transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
      if (mode !== 'embedded') {
        await chat.composer.press('Escape');
        await chat.panel.waitFor({ state: 'hidden' });
      }
      await page.evaluate(() => window.ServiceWidget.destroy());
      await drawn(page);
      expect(await page.evaluate(() => window.moved)).toEqual([]);

      // The instrument sees what it is there for.
      await page.evaluate(() => {
        window.scrollTo(0, 0);
        document.body.insertAdjacentHTML('afterbegin', '<p style="height: 90px">New.</p>');
      });
      await expect.poll(() => page.evaluate(() => window.moved.length)).toBeGreaterThan(0);
    },
  );
});

describe('on a slow phone', () => {
  it.each(['chat-widget', 'prompt-input'])(
    'no task of ours on the way to the launcher is a long one: %s',
    async (mode) => {
      // Whatever else this machine does takes caches and clock speed away and gives none: the best of several tells about us.
      let longest = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS && longest > LONG_TASK_MS; round++)
        longest = Math.min(longest, Math.max(...(await ourTasks(mode))));
      console.log(`${mode}: longest task on the way to the launcher: ${longest.toFixed(1)} ms on a slow phone`);
      expect(longest).toBeLessThanOrEqual(LONG_TASK_MS);
    },
  );

  it('a long task of ours would be seen', async () => {
    // Long by the clock on the wall, so that it is long enough by the processor's, however little of that this machine has left.
    const busy = `for (const until = performance.now() + ${10 * LONG_TASK_MS}; performance.now() < until; );`;
    const tasks = await ourTasks('chat-widget', busy);
    expect(Math.max(...tasks)).toBeGreaterThan(LONG_TASK_MS);
  });
});

/**
 * Milliseconds that a slow phone needs for each task of a main thread, the page's or the frame's, in which a script of ours
 * ran, from the page's first byte until the launcher takes commands. Counted on the processor's own clock. `before` runs in
 * our first script.
 */
async function ourTasks(mode: string, before = ''): Promise<number[]> {
  const tracing = await chromium.launch(launchOptions(findBrowser() as string));
  try {
    const page = await tracing.newPage();
    if (before)
      await page.route('**/assets/boot-*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${before}${await response.text()}` });
      });
    const events = await traceOf(tracing, page, async () => {
      await page.goto(site.barePage);
      await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode }), mode);
      const chat = chatOn(page);
      await (mode === 'chat-widget' ? chat.openButton : chat.composer).waitFor();
      await page.waitForFunction(() => window.ServiceWidget.isReady());
    });
    const done = onMainThreads(events);
    // A module's evaluation is told without its name; the page has none of its own.
    const ours = done.filter(
      ({ name, args }) =>
        name === 'v8.evaluateModule' || (args?.data?.url ?? args?.fileName ?? '').startsWith(site.door.origin),
    );
    const tasks = tasksIn(done).filter((task) =>
      ours.some(
        (event) =>
          threadOf(event) === threadOf(task) && event.ts >= task.ts && event.ts <= task.ts + (task.dur as number),
      ),
    );
    const slower = await timesSlowerThanHere(tracing, page);
    return tasks.map((task) => processorMs(task) * slower);
  } finally {
    await tracing.close();
  }
}
