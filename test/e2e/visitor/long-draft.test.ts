/** A visitor writes a message of many lines: the end of the conversation stays in view while the field grows. */
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

it('the end of the conversation stays in view while the field grows and shrinks', async () => {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(site.barePage);
  await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
  const chat = chatOn(page);
  await chat.open();
  const question = 'Do you sell laces for boots, and how long should they be? '.repeat(12).trim();
  await chat.send(question);
  await chat.transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
  const measures = () =>
    frameOf(page).evaluate(() => {
      const box = document.querySelector('.transcript') as HTMLElement;
      const { scrollHeight, scrollTop, clientHeight } = box;
      return { hidden: scrollHeight - clientHeight, below: Math.round(scrollHeight - clientHeight - scrollTop) };
    });
  await expect.poll(measures).toMatchObject({ hidden: expect.any(Number), below: 0 });
  expect((await measures()).hidden).toBeGreaterThan(100);

  await chat.composer.focus();
  for (const line of ['Thank you!', 'I have three pairs:', 'black ones,', 'brown ones,', 'and red ones.']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Shift+Enter');
  }
  await page.keyboard.type('The red ones are the oldest.');
  await expect.poll(async () => (await chat.composer.boundingBox())?.height).toBeGreaterThan(100);
  await expect.poll(async () => (await measures()).below).toBe(0);
  // Also when the text is deleted.
  await chat.composer.fill('');
  await expect.poll(async () => (await chat.composer.boundingBox())?.height).toBeLessThan(50);
  await expect.poll(async () => (await measures()).below).toBe(0);
});
