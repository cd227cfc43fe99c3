/** The console: signing in, taking over a conversation, writing, and sending while the server is down. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { type Chat, chatOn } from '../../../support/chat/chat.js';
import { confirm, goTo } from '../../../support/chat/console-page.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { consoleOrigin, OWNER, sessionOf } from '../../../support/server/team-session.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

/** A visitor who has asked for a person, without a call to the inbox API: that would count as an operator's presence. */
async function queuedVisitor(question: string): Promise<{ chat: Chat; page: Page }> {
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(site.shop);
  const chat = chatOn(page);
  await chat.open();
  await chat.send(question);
  await page.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Talk to a person' }).click();
  await page.frameLocator('iframe[src*="/widget/"]').getByText('You asked for a person').waitFor();
  return { chat, page };
}

describe('an operator at the console', () => {
  it('takes over a waiting conversation, and both sides see each other’s messages and typing', async () => {
    const { chat, page: shop } = await queuedVisitor('do you sell bicycles?');
    const frame = shop.frameLocator('iframe[src*="/widget/"]');
    const { page, log, exceptions, consoleErrors } = await openConsole(browser, site);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: /do you sell bicycles\?/ }).click();
    await log.getByText('do you sell bicycles?', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Take over' }).click();
    await frame.getByText('You are talking to Ingrid').waitFor();

    // Typing signals are not guaranteed, and a busy server drops them, so keep typing until one is shown.
    const isShownTyping = (field: Locator, sign: Locator): Promise<void> =>
      expect
        .poll(
          async () => {
            await field.press('.');
            return sign.isVisible();
          },
          { interval: 200 },
        )
        .toBe(true);
    const box = page.getByRole('textbox', { name: 'Message' });
    // The visitor may be notified first; text typed into a disabled field is lost.
    await expect.poll(() => box.isEnabled()).toBe(true);
    await isShownTyping(box, frame.getByRole('img', { name: 'Ingrid is typing' }));
    await box.fill('Not yet, but we repair them.');
    await box.press('Enter');
    await chat.transcript.getByText('Not yet, but we repair them.').waitFor();

    await isShownTyping(chat.composer, log.getByText('The visitor is typing…'));
    await chat.composer.fill('Even old ones?');
    await chat.composer.press('Enter');
    await log.getByText('Even old ones?', { exact: true }).waitFor();
    expect(await log.getByText('Not yet, but we repair them.').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Hand back to the assistant' }).click();
    await chat.transcript.getByText('The assistant is answering again').waitFor();
    await page.getByText('No one has asked for a person.').waitFor();
    expect([exceptions, consoleErrors]).toEqual([[], []]);
  });

  it('sees a picture that a visitor sends, and can download other files', async () => {
    const { page: shop } = await queuedVisitor('do you sell kites?');
    const frame = shop.frameLocator('iframe[src*="/widget/"]');
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f7d6b' } })
      .png()
      .toBuffer();
    await frame.locator('input[type="file"]').setInputFiles([
      { name: 'sole.png', mimeType: 'image/png', buffer },
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
    ]);
    await frame.getByRole('list', { name: 'Files to send' }).getByText('receipt.pdf').waitFor();
    await frame.getByRole('button', { name: 'Send', exact: true }).click();
    const { page, log, exceptions, consoleErrors } = await openConsole(browser, site);
    await page.getByRole('link', { name: /sole\.png, receipt\.pdf/ }).click();
    const picture = log.getByRole('link', { name: 'Open sole.png' }).locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(60);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('link', { name: 'Save receipt.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('receipt.pdf');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect([exceptions, consoleErrors]).toEqual([[], []]);
  });

  it('has the newest in view when a picture comes after its message, and stays where it reads', async () => {
    const { chat, page: shop } = await queuedVisitor('do you sell canoes?');
    const { page, log } = await openConsole(browser, site);
    await page.setViewportSize({ width: 1_280, height: 500 });
    await page.getByRole('link', { name: /do you sell canoes\?/ }).click();
    await log.getByText('Asked for a person').waitFor();
    const buffer = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#2f7d6b' } })
      .png()
      .toBuffer();
    const files = shop.frameLocator('iframe[src*="/widget/"]').locator('input[type="file"]');
    await files.setInputFiles([{ name: 'canoe.png', mimeType: 'image/png', buffer }]);
    await shop.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Send', exact: true }).click();
    const picture = log.getByRole('link', { name: 'Open canoe.png' }).locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const fromEnd = () => log.evaluate((region) => region.scrollHeight - region.scrollTop - region.clientHeight);
    await expect.poll(fromEnd).toBeLessThan(2);
    await log.evaluate((region) => region.scrollTo(0, 0));
    await chat.send('it leaks');
    await log.getByText('it leaks', { exact: true }).waitFor();
    expect(await log.evaluate((region) => region.scrollTop)).toBe(0);
  });

  it('creates and sends a form, and reads the visitor’s answers', async () => {
    const { page: shop } = await queuedVisitor('do you sell tents?');
    const frame = shop.frameLocator('iframe[src*="/widget/"]');
    const { page, log } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell tents\?/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Create a form' }).click();
    const builder = page.getByRole('form', { name: 'Create a form' });
    await builder.getByLabel('Title').fill('Your tent');
    const first = builder.getByRole('group', { name: 'Field 1' });
    await first.getByLabel('Label').fill('Your password');
    await builder.getByRole('button', { name: 'Send form' }).click();
    await builder
      .getByRole('alert')
      .getByText(/asks for a secret/)
      .waitFor();
    await first.getByLabel('Label').fill('For how many');
    await first.getByLabel('Type').selectOption('Choice');
    await first.getByLabel('Options, one per line').fill('Two\nFour\n');
    await builder.getByRole('button', { name: 'Add a field' }).click();
    const second = builder.getByRole('group', { name: 'Field 2' });
    await second.getByLabel('Label').fill('Seen in the shop');
    await second.getByLabel('Type').selectOption('Checkbox');
    await second.getByLabel('Required').uncheck();
    expect(await accessibilityViolations(page)).toEqual([]);
    await builder.getByRole('button', { name: 'Send form' }).click();
    const form = frame.getByRole('form', { name: 'Your tent' });
    await form.getByLabel('Four').check();
    await form.getByRole('button', { name: 'Send answers' }).click();
    await frame.getByText('Answered', { exact: true }).waitFor();
    await log.getByText('Form “Your tent”: For how many · Seen in the shop').waitFor();
    await log.getByText('Four', { exact: true }).waitFor();
    expect(await log.getByRole('term').allTextContents()).toEqual(['For how many', 'Seen in the shop']);
    expect(await log.getByRole('definition').allTextContents()).toEqual(['Four', 'No']);
  });

  it('loses and repeats no message that was written while the server was down', async () => {
    const { chat } = await queuedVisitor('do you sell trains?');
    const { page, log } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell trains\?/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await log.getByText('Ingrid joined').waitFor();
    await site.service.kill9();
    const box = page.getByRole('textbox', { name: 'Message' });
    for (const text of ['only small ones', 'made of wood']) {
      await box.fill(text);
      await box.press('Enter');
    }
    await log.getByText('Sending…').first().waitFor();
    await site.service.start();
    // The page itself comes from the server. Unsent messages are still stored, or have been sent by now.
    await page.reload();
    await chat.transcript.getByText('made of wood').waitFor();
    for (const text of ['only small ones', 'made of wood']) {
      expect(await chat.transcript.getByText(text, { exact: true }).count(), text).toBe(1);
    }
  });

  it('takes over from the assistant without a request, writes, and gives the conversation back', async () => {
    const visitor = await browser.newVisitor();
    const shop = await visitor.visit(site.shop);
    const chat = chatOn(shop);
    await chat.open();
    await chat.send('can I return shoes I wore once?');
    const frame = shop.frameLocator('iframe[src*="/widget/"]');
    await frame.getByText('indoors only', { exact: false }).waitFor();
    const { page, log } = await openConsole(browser, site);
    const views = page.getByRole('navigation', { name: 'Conversations' });
    await views.getByRole('link', { name: 'Assistant', exact: true }).click();
    await views.getByRole('link', { name: /can I return shoes I wore once\?/ }).click();
    await page.getByText('The assistant answers here.', { exact: false }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take over' }).click();
    await frame.getByText('You are talking to Ingrid').waitFor();
    await page.getByRole('textbox', { name: 'Message', disabled: false }).fill('Send them to us, I will look.');
    await page.keyboard.press('Enter');
    await chat.transcript.getByText('Send them to us, I will look.').waitFor();
    await views.getByRole('link', { name: /^Mine/ }).click();
    await views.getByRole('link', { name: /Send them to us/ }).waitFor();
    await page.getByRole('button', { name: 'Hand back to the assistant' }).click();
    await log.getByText('The assistant is answering again').waitFor();
    await page.getByText('The assistant answers here.', { exact: false }).waitFor();
    await chat.send('how long does delivery take?');
    await frame.getByText('Delivery times').first().waitFor();
  });

  it('sees whose a conversation is, and takes it over from a colleague before writing in it', async () => {
    const { chat, page: shop } = await queuedVisitor('do you sell sleds?');
    const { page } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell sleds\?/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('heading', { name: 'With you' }).waitFor();
    const { page: other } = await openConsole(browser, site, 'Kim');
    await other.getByRole('link', { name: /With Ingrid.*do you sell sleds\?/ }).click();
    await other.getByText('Ingrid answers here.', { exact: false }).waitFor();
    expect(await other.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    expect(await accessibilityViolations(other)).toEqual([]);
    await other.getByRole('button', { name: 'Take over' }).click();
    await other.getByRole('textbox', { name: 'Message', disabled: false }).waitFor();
    await page.getByText('Kim answers here.', { exact: false }).waitFor();
    await shop.frameLocator('iframe[src*="/widget/"]').getByText('You are talking to Kim').waitFor();

    // What comes while Kim looks at another page is unread until Kim looks at it again. Ingrid doesn't look at it either.
    const counted = async (people: Page) => Number(/^\((\d+)\)/.exec(await people.title())?.[1] ?? 0);
    await page.getByRole('link', { name: /With Kim.*do you sell sleds\?/ }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/console#/team`);
    await goTo(other, 'Team');
    const [ofIngrid, ofKim] = [await counted(page), await counted(other)];
    await chat.send('a wooden one');
    await expect.poll(() => counted(other)).toBe(ofKim + 1);
    expect(await counted(page)).toBe(ofIngrid);
    await goTo(other, 'Conversations');
    await other.getByRole('link', { name: /^Unread With you.*a wooden one/ }).click();
    await expect.poll(() => counted(other)).toBe(ofKim);
    await other.getByRole('button', { name: 'Hand back to the assistant' }).click();
    await other.getByRole('link', { name: /a wooden one/ }).waitFor({ state: 'detached' });
  });

  it('closes a conversation only after a second click, and Cancel has the focus', async () => {
    const { page: shop } = await queuedVisitor('do you sell boats?');
    const { page } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell boats\?/ }).click();
    const isAt = () => page.getByRole('button', { name: 'Block…' }).boundingBox();
    const before = await isAt();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Close for good?' });
    await question.waitFor();
    expect(await isAt()).toEqual(before);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close');
    await page.keyboard.press('Enter');
    await confirm(page, 'Close for good?', 'Close');
    await page.getByText('This conversation is closed.').waitFor();
    await shop.frameLocator('iframe[src*="/widget/"]').getByText('This conversation is closed').first().waitFor();
  });
});

describe('a person without an account', () => {
  it('gets one answer for a wrong password and for an address without an account, and sees nothing else', async () => {
    await sessionOf(site.service);
    const { context } = await browser.newVisitor();
    const page = await context.newPage();
    await page.goto(`${consoleOrigin(site.service)}/console`);
    await page.getByLabel('Email').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const texts: string[] = [];
    for (const email of [OWNER.email, 'mallory@example.com']) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('a wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      texts.push(await alert.innerText());
    }
    expect(texts[0]).toBe(texts[1]);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });
});
