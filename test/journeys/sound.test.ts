/** The soft tone for what comes while nobody looks: never before a gesture, never while reading, and not when it is off. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { desk } from '../harness/desk.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';

/** Long enough for a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

/** How many tones were begun in the chat. */
const tones = (page: Page): Promise<number> =>
  page
    .frames()
    .find((each) => each.url().includes('/widget/'))
    ?.evaluate(() => (window as unknown as { tones: number }).tones) as Promise<number>;

it('is heard for a message that comes while the chat is closed, unless the visitor has switched it off for good', async () => {
  const visitor = await browser.newVisitor();
  await visitor.context.addInitScript(() => {
    Object.assign(window, { tones: 0 });
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        (window as unknown as { tones: number }).tones++;
      }
    };
  });
  const page = await visitor.visit(site.shop);
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[title="Chat"]');
  let sent = 0;
  const write = (id: string, text: string): Promise<unknown> =>
    desk(site.service, `/${id}/messages`, { clientId: `desk-sound-${++sent}`, name: 'Ingrid', text });

  await chat.open();
  await chat.send('do you sell bicycles?');
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  const id = (await desk(site.service, '')).conversations[0]?.id as string;
  await desk(site.service, `/${id}/take`, { clientId: 'desk-sound-take', name: 'Ingrid' });
  await write(id, 'While you look');
  await chat.transcript.getByText('While you look').waitFor();
  await page.waitForFunction(() => true);
  expect(await tones(page)).toBe(0);

  await chat.closeButton.click();
  await chat.openButton.waitFor();
  await write(id, 'While you are away');
  await expect.poll(() => tones(page), PATIENT).toBe(1);

  await chat.openButton.click();
  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.getByRole('menuitemcheckbox', { name: 'Sound for new messages' }).click();
  await page.reload();
  await chat.openButton.click();
  await frame.getByRole('button', { name: 'Menu' }).click();
  expect(await frame.getByRole('menuitemcheckbox').getAttribute('aria-checked')).toBe('false');
  await page.keyboard.press('Escape');
  await chat.closeButton.click();
  await chat.openButton.waitFor();
  await write(id, 'In silence');
  await frame.locator('#unread').getByText('1').waitFor();
  await write(id, 'Again in silence');
  await frame.locator('#unread').getByText('2').waitFor();
  expect(await tones(page)).toBe(0);
});
