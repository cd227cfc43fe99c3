/**
 * The bytes that the chat transfers, as the browser counts them: headers and bodies from the real server. Each test prints the
 * files with their sizes, to show what has grown when a limit is exceeded. Later requests are held back during a measurement,
 * which proves that the measured state does not need them.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ar } from '../../../packages/widget-app/src/i18n/ar.js';
import { de } from '../../../packages/widget-app/src/i18n/de.js';
import { en } from '../../../packages/widget-app/src/i18n/en.js';
import { es } from '../../../packages/widget-app/src/i18n/es.js';
import { fr } from '../../../packages/widget-app/src/i18n/fr.js';
import { ja } from '../../../packages/widget-app/src/i18n/ja.js';
import { ptBr } from '../../../packages/widget-app/src/i18n/pt-br.js';
import { zhHans } from '../../../packages/widget-app/src/i18n/zh-hans.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import {
  bytesOf,
  meterTransfers,
  type Transfer,
  type TransferMeter,
  UNTIL_LAUNCHER,
} from '../../support/page-checks/transferred-bytes.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const KIB = 1_024;
const LAUNCHER = { bytes: 15 * KIB };
const PANEL = { bytes: 40 * KIB };
const SAVED_COLOUR = '#1f5c4d';
const OWN_COLOUR = '#7a3cff';
/** For an inbox without a saved theme. */
const OWN_THEME = {
  inboxId: 'plain',
  theme: { template: 'playful', primaryColor: OWN_COLOUR, fontFamily: 'Georgia, serif', headerTitle: 'Ask us' },
};

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

function total(what: string, transfers: readonly Transfer[]): number {
  const sum = bytesOf(transfers);
  const lines = transfers.map(({ path, bytes }) => `  ${String(bytes).padStart(6)}  ${path}`);
  console.log([`${what}: ${sum} bytes in ${transfers.length} requests`, ...lines].join('\n'));
  return sum;
}

async function start(mode: string, config: object = {}): Promise<TransferMeter & { readonly page: Page }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const scales = await meterTransfers(page, site.proxy.origin);
  await page.goto(site.barePage);
  await page.evaluate(
    (config) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void } };
      ServiceWidget.init(config);
    },
    { inboxId: 'demo', mode, ...config },
  );
  return { page, ...scales };
}

/** Resolves when the frame is shown, which is when its first script runs, and the browser has reported the requests until then. */
async function launcherShows(page: Page, counted: TransferMeter['counted']): Promise<void> {
  await page.locator('iframe[title="Chat"]').waitFor();
  await expect.poll(async () => (await counted()).length).toBe(UNTIL_LAUNCHER);
}

/** Types into the focused field and sends with Enter; the message is shown. */
async function typeIn(page: Page, text: string): Promise<void> {
  const { composer, transcript } = chatOn(page);
  await composer.focus();
  await page.keyboard.type(text);
  await expect.poll(() => composer.inputValue()).toBe(text);
  await page.keyboard.press('Enter');
  await transcript.getByText(text, { exact: true }).waitFor();
  await expect.poll(() => composer.inputValue()).toBe('');
}

/** Resolves when a message is answered that was written before the connection; it must be there once. */
async function isAnswered(page: Page, text: string): Promise<void> {
  const { transcript } = chatOn(page);
  await transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
  expect(await transcript.getByText(text, { exact: true }).count()).toBe(1);
}

describe('transferred bytes', () => {
  it.each(['chat-widget', 'prompt-input'])(
    'until the launcher is shown: at most 15 KiB in 3 requests; until a visitor can write: at most 40 KiB (%s)',
    async (mode) => {
      const { page, counted, release, releaseLive: goLive } = await start(mode);
      const chat = chatOn(page);
      const first = mode === 'chat-widget' ? chat.openButton : chat.composer;
      await first.waitFor();
      await launcherShows(page, counted);
      expect(total(`${mode}, until the launcher is shown`, await counted())).toBeLessThanOrEqual(LAUNCHER.bytes);
      release();
      if (mode === 'chat-widget') await chat.openButton.click();
      else {
        await first.fill('do you sell bicycles?');
        await first.press('Enter');
      }
      await chat.panel.waitFor();
      await typeIn(page, 'and do you repair them?');
      expect(total(`${mode}, until a visitor can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
      goLive();
      await isAnswered(page, 'and do you repair them?');
      total(`${mode}, until it is answered`, await counted());
    },
  );

  it.each([
    { what: 'in German', config: { locale: 'de' }, fill: SAVED_COLOUR, words: de },
    { what: 'in French', config: { locale: 'fr' }, fill: SAVED_COLOUR, words: fr },
    { what: 'in Spanish', config: { locale: 'es' }, fill: SAVED_COLOUR, words: es },
    { what: 'in Portuguese', config: { locale: 'pt-BR' }, fill: SAVED_COLOUR, words: ptBr },
    { what: 'in Arabic', config: { locale: 'ar' }, fill: SAVED_COLOUR, words: ar },
    { what: 'in Japanese', config: { locale: 'ja' }, fill: SAVED_COLOUR, words: ja },
    { what: 'in Chinese', config: { locale: 'zh-Hans' }, fill: SAVED_COLOUR, words: zhHans },
    { what: 'in a theme of the page’s own', config: OWN_THEME, fill: OWN_COLOUR, words: en },
    { what: 'in such a theme, dark', config: { ...OWN_THEME, colorScheme: 'dark' }, fill: OWN_COLOUR, words: en },
  ])('the limits hold $what', async ({ what, config, fill, words }) => {
    const { openChat, message } = words;
    const { page, counted, release, releaseLive: goLive } = await start('chat-widget', config);
    const frame = page.frameLocator('iframe[title="Chat"]');
    const launcher = frame.locator('#launcher');
    await launcher.waitFor();
    await launcherShows(page, counted);
    await expect.poll(() => launcher.locator('circle').getAttribute('fill')).toBe(fill);
    expect(total(`${what}, until the launcher is shown`, await counted())).toBeLessThanOrEqual(LAUNCHER.bytes);
    release();
    await frame.getByRole('button', { name: openChat }).click();
    const composer = frame.getByRole('textbox', { name: message });
    await composer.fill('do you sell bicycles?');
    await composer.press('Enter');
    await frame.getByText('do you sell bicycles?', { exact: true }).waitFor();
    expect(total(`${what}, until a visitor can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await frame.locator('.own-bubble:not(.sending)').waitFor();
  });

  it('until a visitor can write: at most 40 KiB (embedded)', async () => {
    const { page, counted, release, releaseLive: goLive } = await start('embedded');
    release();
    await chatOn(page).composer.waitFor();
    await typeIn(page, 'do you sell bicycles?');
    expect(total('embedded, until a visitor can write', await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await isAnswered(page, 'do you sell bicycles?');
    total('embedded, until it is answered', await counted());
  });
});
