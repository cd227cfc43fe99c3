/**
 * An operator sets a picture at the console. The visitor sees it in the header and beside messages from the next takeover on,
 * and not after it was removed. A file that is not a usable picture is refused with an explanation.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { accessibilityViolations } from '../../support/page-checks/accessibility-violations.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

async function signIn(name: string) {
  const person = await openConsole(browser, site, name);
  const own = person.page.getByRole('button', { name, exact: true });
  return { ...person, own, sheet: person.page.getByRole('region', { name: 'Your profile' }) };
}

it('a picture is set at the console, shown from the next takeover on, and not shown after it was removed', async () => {
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(site.shop);
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/people')) pictures.push(request.url());
  });
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  const header = frame.locator('.header .portrait');
  const beside = chat.transcript.locator('.portrait');
  /** The picture's width in pixels, or 0 if it is not loaded. */
  const width = (): Promise<number> =>
    header.evaluate((place) => place.querySelector('img')?.naturalWidth ?? 0).catch(() => 0);
  const asksForPerson = async (question: string): Promise<void> => {
    await chat.send(question);
    await frame.getByRole('button', { name: 'Talk to a person' }).last().click();
    await frame.locator('.queue-status').waitFor();
  };
  await chat.open();
  await asksForPerson('do you sell bicycles?');

  const { page: console, own, sheet, consoleErrors, exceptions } = await signIn('Ingrid Solheim');
  await own.click();
  await sheet.getByText('Visitors see your initials beside your name.').waitFor();
  const chosen = (buffer: Buffer, name: string, mimeType: string) =>
    sheet.locator('input[type="file"]').setInputFiles([{ name, mimeType, buffer }]);
  await chosen(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.png', 'image/png');
  await sheet.getByRole('alert').getByText('Choose a PNG, JPEG, WebP or GIF.').waitFor();
  await chosen(Buffer.alloc(5 * 1_048_576 + 1), 'me.jpg', 'image/jpeg');
  await sheet.getByRole('alert').getByText('This file is larger than 5 MB. Choose a smaller one.').waitFor();
  expect(await accessibilityViolations(console)).toEqual([]);
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b45309' } })
    .jpeg()
    .toBuffer();
  await chosen(photo, 'me.jpg', 'image/jpeg');
  await sheet.getByRole('status').getByText('Visitors see this picture beside your name.').waitFor();
  await sheet.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(() => sheet.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(144);
  expect(await accessibilityViolations(console)).toEqual([]);
  expect(pictures).toEqual([]);
  await console.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });

  const queue = console.getByRole('navigation', { name: 'Conversations' });
  await queue.getByRole('link', { name: /do you sell bicycles\?/ }).click();
  await console.getByRole('button', { name: 'Take over' }).click();
  await frame.getByText('You are talking to Ingrid Solheim').waitFor();
  await expect.poll(width).toBe(144);
  const box = console.getByRole('textbox', { name: 'Message' });
  for (const text of ['Not yet, but we repair them.', 'Which one is it?']) {
    await box.fill(text);
    await box.press('Enter');
    await chat.transcript.getByText(text).waitFor();
  }
  // One picture for consecutive messages.
  await expect.poll(() => beside.locator('img').count()).toBe(1);
  expect(await beside.count()).toBe(1);
  // Pictures are only loaded from the chat's own server.
  expect(new Set(pictures.map((url) => new URL(url).origin))).toEqual(new Set([site.service.origin]));

  await console.getByRole('button', { name: 'Hand back to the assistant' }).click();
  await header.waitFor({ state: 'detached' });
  await own.click();
  await sheet.getByRole('button', { name: 'Remove picture' }).click();
  await sheet.getByRole('status').getByText('Visitors see your initials.').waitFor();
  await console.keyboard.press('Escape');
  await asksForPerson('do you sell kites?');
  await queue.getByRole('link', { name: /do you sell kites\?/ }).click();
  await console.getByRole('button', { name: 'Take over' }).click();
  await header.getByText('IS', { exact: true }).waitFor();
  await expect.poll(() => frame.locator('.portrait img').count()).toBe(0);

  await page.reload();
  await chat.reopened();
  await header.getByText('IS', { exact: true }).waitFor();
  await beside.first().getByText('IS', { exact: true }).waitFor();
  expect(await frame.locator('.portrait img').count()).toBe(0);
  expect([visitor.consoleErrors, visitor.exceptions, exceptions]).toEqual([[], [], []]);
  // The browser logs the two refused uploads.
  expect(consoleErrors.filter((error) => !/status of (413|415)/.test(error))).toEqual([]);
});

it('a headless page shows the picture of the operator too, and requests none before an operator answers', async () => {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/people')) pictures.push(request.url());
  });
  await page.goto(`${site.shop}/correspondence.html`);
  await page.getByRole('textbox', { name: 'Your letter' }).fill('do you sell sledges?');
  await page.getByRole('button', { name: 'Post' }).click();
  await page.getByRole('button', { name: 'Ask a person' }).click();
  await page.getByText('You asked for a person', { exact: true }).waitFor();
  expect(pictures).toEqual([]);

  const { page: console, own, sheet } = await signIn('Kim Berg');
  await own.click();
  const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#15803d' } })
    .png()
    .toBuffer();
  const file = { name: 'me.png', mimeType: 'image/png', buffer: photo };
  await sheet.locator('input[type="file"]').setInputFiles([file]);
  await sheet.getByRole('status').getByText('Visitors see this picture beside your name.').waitFor();
  await console.keyboard.press('Escape');
  await console.getByRole('link', { name: /do you sell sledges\?/ }).click();
  await console.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('Kim Berg of the shop answers.').waitFor();
  const portrait = page.locator('.portrait img');
  await expect
    .poll(() => portrait.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.hidden]))
    .toEqual([144, false]);
  expect(new Set(pictures.map((url) => new URL(url).origin))).toEqual(new Set([site.service.origin]));
  expect([visitor.consoleErrors, visitor.exceptions]).toEqual([[], []]);
});
