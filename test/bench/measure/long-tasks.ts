/**
 * The longest task of our scripts on a slow phone, from the page's first byte until the launcher, or the field of `prompt-input`,
 * is usable. A task of 50 ms or more is a long task: a page feels slow.
 */
import { chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';
import { cpuMs, mainThreadEvents, recordTrace, tasksIn, threadOf } from '../../support/browser/main-thread-trace.js';
import { phoneSlowdown } from '../../support/browser/slow-phone.js';
import { chatOn } from '../../support/chat/chat.js';
import type { Site } from '../../support/sites/start-site.js';
import type { Part } from '../part.js';

/** The best of so many counts: other load can only slow a round down. */
const ROUNDS = 5;
const MODES = ['chat-widget', 'prompt-input'] as const;
type Mode = (typeof MODES)[number];
/** Added to a script of ours, to see that a long task would be found. */
const BUSY_MS = 500;

export const longTasks: Part = {
  title: 'The longest task until the launcher',
  needsBrowser: true,
  canBePaired: false,
  async run({ site }) {
    const started = await site();
    const rows: string[] = [];
    for (const mode of MODES) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await longestTask(started, mode));
      rows.push(`| \`${mode}\` | ${Math.min(...rounds).toFixed(1)} |`);
    }
    const busy = `for (const until = performance.now() + ${BUSY_MS}; performance.now() < until; );`;
    const found = await longestTask(started, 'chat-widget', busy);
    const report = `
Processor milliseconds of a page's or frame's main thread on a slow phone, the best of ${ROUNDS} rounds, each in a new browser. From 50
on a task is a long task. A loop of ${BUSY_MS} ms that was added to our first script is seen as ${found.toFixed(0)} ms.

| mode | longest task |
|---|--:|
${rows.join('\n')}
`;
    return { report, figures: [] };
  },
};

/** `before`: code that is added to our first script. */
async function longestTask(site: Site, mode: Mode, before = ''): Promise<number> {
  const tracing = await chromium.launch(launchOptions(findBrowser() as string));
  try {
    const page = await tracing.newPage();
    if (before)
      await page.route('**/assets/boot-*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${before}${await response.text()}` });
      });
    const events = await recordTrace(tracing, page, async () => {
      await page.goto(site.barePage);
      await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode }), mode);
      const chat = chatOn(page);
      await (mode === 'chat-widget' ? chat.openButton : chat.composer).waitFor();
      await page.waitForFunction(() => window.ServiceWidget.isReady());
    });
    const done = mainThreadEvents(events);
    // The trace does not name an evaluated module; the page has no module of its own.
    const ours = done.filter(
      ({ name, args }) =>
        name === 'v8.evaluateModule' || (args?.data?.url ?? args?.fileName ?? '').startsWith(site.proxy.origin),
    );
    const tasks = tasksIn(done).filter((task) =>
      ours.some(
        (event) =>
          threadOf(event) === threadOf(task) && event.ts >= task.ts && event.ts <= task.ts + (task.dur as number),
      ),
    );
    const slower = await phoneSlowdown(tracing, page);
    return Math.max(...tasks.map((task) => cpuMs(task) * slower));
  } finally {
    await tracing.close();
  }
}
