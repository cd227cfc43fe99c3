/**
 * What the chat does to the page while it comes, opens, talks and goes: nothing on the page moves, and nothing on the way to
 * the launcher keeps a slow phone busy for longer than a blink.
 *
 * The rule for what moves: the launcher lies over the page, `embedded` fills a container, `prompt-input` is a line in the
 * page's text. Where the page has kept the container's or the line's room free, nothing ever moves; a line that nobody has
 * kept room for pushes down what comes after it, once, as any element does that is put into a page.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, frameOf } from '../harness/chat.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';

/** A long task, in milliseconds: from here on a page is felt to hang. */
const LONG_TASK_MS = 50;
/** How much slower a phone is than this machine. */
const SLOWER = 4;
/** A machine that does something else at the same moment proves nothing: the quietest of so many counts. */
const ATTEMPTS = 6;

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

declare global {
  interface Window {
    moved: number[];
    longTasks: number[];
  }
}

/** Notes in every document what is moved on it, and how long its long tasks were. Before the first navigation. */
async function watchManners(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [moved, longTasks]: [number[], number[]] = [[], []];
    Object.assign(window, { moved, longTasks });
    new PerformanceObserver((list) => {
      // Also what follows a click: nothing of the page's has a reason to move because of the chat.
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longTasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** Waits until what has been drawn has also been told to the observers. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

describe('nothing on the page moves', () => {
  it.each(['chat-widget', 'embedded', 'prompt-input'])(
    'while the chat comes, opens, talks, closes and goes: %s',
    async (mode) => {
      const visitor = await browser.newVisitor();
      const page = await visitor.context.newPage();
      await watchManners(page);
      await page.goto(site.barePage);
      // Text around the place of the chat, so that whatever moves is seen; the page keeps the room free.
      const room = { 'chat-widget': '', embedded: 'height: 560px', 'prompt-input': 'height: 72px' }[mode] ?? '';
      await page.evaluate((room) => {
        const text = '<p>Words that somebody is reading, and that must stay where they are.</p>'.repeat(12);
        document.body.insertAdjacentHTML('beforeend', `${text}<div id="here" style="${room}"></div>${text.repeat(4)}`);
      }, room);
      await settle(page);
      await page.evaluate(() => {
        window.moved.length = 0;
      });

      await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode, containerId: 'here' }), mode);
      const chat = chatOn(page);
      if (mode === 'chat-widget') await chat.open();
      await chat.composer.waitFor();
      await chat.send('can I return shoes I wore once?');
      await chat.transcript
        .getByText(/30 days/)
        .first()
        .waitFor();
      if (mode !== 'embedded') {
        await chat.composer.press('Escape');
        await chat.panel.waitFor({ state: 'hidden' });
      }
      await page.evaluate(() => window.ServiceWidget.destroy());
      await settle(page);
      expect(await page.evaluate(() => window.moved)).toEqual([]);

      // The instrument sees what it is there for.
      await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<p style="height: 90px">New.</p>'));
      await expect.poll(() => page.evaluate(() => window.moved.length)).toBeGreaterThan(0);
    },
  );
});

describe('on a phone four times slower than this machine', () => {
  it.each(['chat-widget', 'prompt-input'])('no task on the way to the launcher is a long one: %s', async (mode) => {
    const tries: number[][] = [];
    while (tries.length < ATTEMPTS && tries.at(-1)?.length !== 0) tries.push(await longTasksUntilLauncher(mode));
    console.log(`${mode}: long tasks on the way to the launcher, in ms, by attempt: ${JSON.stringify(tries)}`);
    expect(tries.at(-1)).toEqual([]);
  });

  /** Durations of the tasks over the limit, on the page and in the frame, from the page's first byte to the launcher. */
  async function longTasksUntilLauncher(mode: string): Promise<number[]> {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await watchManners(page);
    const slow = (tools: CDPSession) => tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await slow(await visitor.context.newCDPSession(page));
    // A frame of another site is a process of its own: it is slowed down before its first script arrives.
    await page.route('**/assets/boot-*.js', async (route) => {
      await slow(await visitor.context.newCDPSession(frameOf(page)));
      await route.continue();
    });
    await page.goto(site.barePage);
    await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode }), mode);
    const chat = chatOn(page);
    await (mode === 'chat-widget' ? chat.openButton : chat.composer).waitFor();
    await page.waitForFunction(() => window.ServiceWidget.isReady());
    await settle(page);
    const tasks = await Promise.all(
      [page.mainFrame(), frameOf(page)].map((frame) => frame.evaluate(() => window.longTasks)),
    );
    await sees(page, frameOf(page));
    return tasks.flat().filter((ms) => ms > LONG_TASK_MS);
  }

  /** The instrument sees a long task where there is one, and the frame is slow indeed. */
  async function sees(page: Page, frame: ReturnType<typeof frameOf>): Promise<void> {
    for (const each of [page.mainFrame(), frame]) {
      const before = await each.evaluate(() => window.longTasks.length);
      await each.evaluate(
        () =>
          new Promise<void>((resolve) =>
            setTimeout(() => {
              const until = performance.now() + 80;
              while (performance.now() < until);
              resolve();
            }),
          ),
      );
      await expect.poll(() => each.evaluate(() => window.longTasks.length)).toBeGreaterThan(before);
    }
  }
});
