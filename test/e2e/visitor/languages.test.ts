/** The language of the chat, its text direction, and that the recorded consent is the text that the visitor read. */
import { createHash } from 'node:crypto';
import { consentText } from '@service/protocol';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { launcherOf } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

/** Long enough for a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

async function chatIn(page: Page, config: object, pageLanguage = 'en') {
  await page.goto(site.barePage);
  await page.evaluate(
    ([config, lang]) => {
      document.documentElement.lang = lang;
      window.ServiceWidget.init({ inboxId: 'demo', ...config });
    },
    [config, pageLanguage] as const,
  );
  return page.frameLocator('iframe[src*="/widget/"]');
}

describe('the language', () => {
  it.each([
    { config: {}, pageLanguage: 'de-AT', open: 'Chat öffnen', field: 'Nachricht' },
    { config: { locale: 'ja' }, pageLanguage: 'de', open: 'チャットを開く', field: 'メッセージ' },
    { config: {}, pageLanguage: '', open: 'Open chat', field: 'Message' },
    { config: { locale: 'zh-CN' }, pageLanguage: 'en', open: '打开聊天', field: '消息' },
  ])('is $field for $config on a page in "$pageLanguage"', async ({ config, pageLanguage, open, field }) => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const frame = await chatIn(page, config, pageLanguage);
    await page.getByRole('button', { name: open }).click();
    await frame.getByRole('textbox', { name: field }).waitFor();
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('is the only one that is loaded, also if it is not English', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const catalogues = () => [
      ...new Set(fetched.flatMap((path) => /\/assets\/(en|de|fr|es|pt-br|ar|ja|zh-hans)-/.exec(path)?.[1] ?? [])),
    ];
    let frame = await chatIn(page, {});
    await page.getByRole('button', { name: 'Open chat' }).click();
    await frame.getByRole('textbox').waitFor();
    expect(catalogues()).toEqual(['en']);
    // It was open, so it opens again by itself.
    frame = await chatIn(page, { locale: 'fr' });
    await frame.getByRole('textbox').waitFor();
    expect(catalogues()).toEqual(['en', 'fr']);
  });
});

describe('Arabic', () => {
  it('is laid out from right to left, with the launcher in the corner that the page chose', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const frame = await chatIn(page, { locale: 'ar' });
    await page.getByRole('button', { name: 'فتح المحادثة' }).click();
    const field = frame.getByRole('textbox', { name: 'الرسالة' });
    await field.waitFor();
    // Poll: the frame grows and the panel is animated.
    const leftOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.x ?? Number.NaN;
    await expect.poll(() => leftOf(launcherOf(page))).toBeGreaterThan(1_280 - 100);
    const isBefore = (one: Locator, other: Locator): Promise<void> =>
      expect.poll(async () => (await leftOf(one)) < (await leftOf(other))).toBe(true);
    await isBefore(frame.getByRole('button', { name: 'إرسال' }), field);
    await isBefore(frame.locator('.close'), frame.locator('.header-titles'));

    // Each message has the direction of its own text.
    await field.fill('Do you ship to Cairo?');
    await field.press('Enter');
    const own = frame.locator('.own-bubble');
    await own.waitFor();
    await expect.poll(() => own.evaluate((bubble) => getComputedStyle(bubble).direction)).toBe('ltr');
    await field.fill('هل تشحنون إلى القاهرة؟');
    await expect.poll(() => field.evaluate((area) => getComputedStyle(area).direction)).toBe('rtl');
  });
});

describe('a consent', () => {
  it.each(dailyNames(['de', 'ar', 'en'] as const, ['ar']))(
    'in %s is recorded with the hash of the text that was shown',
    async (locale) => {
      const visitor = await browser.newVisitor();
      const page = await visitor.context.newPage();
      const hellos: { consent?: unknown; locale?: string }[] = [];
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          const frame = JSON.parse(payload.toString());
          if (frame.t === 'hello') hellos.push(frame);
        }),
      );
      const frame = await chatIn(page, { locale, requireConsent: true });
      await launcherOf(page).click();
      const shown = frame.getByText(consentText('Havn & Hei', locale), { exact: true });
      await shown.waitFor();
      const textHash = createHash('sha256')
        .update((await shown.textContent()) ?? '')
        .digest('hex');
      await frame.locator('.choices button').first().click();
      await frame.getByRole('textbox').waitFor();
      await expect.poll(() => hellos.length, PATIENT).toBe(1);
      expect(hellos[0]).toMatchObject({ locale, consent: { locale, textHash } });

      // On the next visit, in another language, the visitor is not asked again and the recorded consent is the same.
      // The chat was open, so it opens again by itself.
      const again = await chatIn(page, { locale: 'es', requireConsent: true });
      await again.getByRole('textbox').waitFor();
      await expect.poll(() => hellos.length, PATIENT).toBe(2);
      expect(hellos[1]).toMatchObject({ consent: { locale, textHash } });
    },
  );
});
