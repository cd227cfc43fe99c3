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
import { chatOn, launcherOf } from '../../support/chat/chat.js';
import {
  bytesOf,
  meterTransfers,
  type Transfer,
  type TransferMeter,
} from '../../support/page-checks/transferred-bytes.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const KIB = 1_024;
/** Of bodies; the other limit counts headers, too. */
const LAUNCHER = { bytes: 8 * KIB };
const PANEL = { bytes: 42 * KIB };
/** Of one answer. */
const HEADERS = 600;
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

/** `untilLauncher`: requests that are let through before `release`. */
async function start(
  config: object,
  untilLauncher = Number.POSITIVE_INFINITY,
): Promise<TransferMeter & { readonly page: Page }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const scales = await meterTransfers(page, site.proxy.origin, untilLauncher);
  await page.goto(site.barePage);
  await page.evaluate(
    (config) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void } };
      ServiceWidget.init(config);
    },
    { inboxId: 'demo', ...config },
  );
  return { page, ...scales };
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
  it('until the launcher is shown: one request of at most 8 KiB for the script of an inbox', async () => {
    const { context } = await browser.newVisitor();
    const page = await context.newPage();
    const { counted } = await meterTransfers(page, site.proxy.origin, 1);
    await page.goto(new URL('/plain.html', site.shop).href);
    await chatOn(page).openButton.waitFor();
    expect(total('the script of an inbox, until the launcher is shown', await counted())).toBeLessThanOrEqual(
      LAUNCHER.bytes + HEADERS,
    );
    expect(await counted()).toHaveLength(1);
  });

  it('until the launcher is shown: two requests for /embed/v1.js; until a visitor can write: at most 42 KiB', async () => {
    const { page, counted, release, releaseLive: goLive } = await start({}, 2);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    total('/embed/v1.js, until the launcher is shown', await counted());
    release();
    await chat.openButton.click();
    await chat.panel.waitFor();
    await typeIn(page, 'and do you repair them?');
    expect(total('chat-widget, until a visitor can write', await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await isAnswered(page, 'and do you repair them?');
    total('chat-widget, until it is answered', await counted());
  });

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
    const { page, counted, release, releaseLive: goLive } = await start(config, 2);
    const frame = page.frameLocator('iframe');
    const launcher = launcherOf(page);
    await launcher.waitFor();
    expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(rgbOf(fill));
    release();
    await page.getByRole('button', { name: openChat }).click();
    const composer = frame.getByRole('textbox', { name: message });
    await composer.fill('do you sell bicycles?');
    await composer.press('Enter');
    await frame.getByText('do you sell bicycles?', { exact: true }).waitFor();
    expect(total(`${what}, until a visitor can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await frame.locator('.own-bubble:not(.sending)').waitFor();
  });

  it.each(['embedded', 'prompt-input'])('until a visitor can write: at most 42 KiB (%s)', async (mode) => {
    const { page, counted, releaseLive: goLive } = await start({ mode });
    const chat = chatOn(page);
    await chat.composer.waitFor();
    await chat.composer.fill('do you sell bicycles?');
    await chat.composer.press('Enter');
    await chat.transcript.getByText('do you sell bicycles?', { exact: true }).waitFor();
    expect(total(`${mode}, until a visitor can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await isAnswered(page, 'do you sell bicycles?');
    total(`${mode}, until it is answered`, await counted());
  });
});

/** As `getComputedStyle` writes `#rrggbb`. */
function rgbOf(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
