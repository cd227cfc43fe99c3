/**
 * The bytes that the chat transfers, as the browser counts them: headers and bodies from the real server. Each test prints the
 * files with their sizes, to show what has grown when a limit is exceeded. Later requests are held back during a measurement,
 * which proves that the measured state does not need them.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_STUB } from '../../../packages/embed-js/src/script-tag/queue-stub.js';
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
import { dailyShare } from '../../support/runs/daily.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const KIB = 1_024;
/** With headers, like every limit here. */
const INBOX_SCRIPT = { bytes: 8 * KIB };
/** By the address with the inbox, the one that the documentation gives. */
const PANEL = { bytes: 42 * KIB };
/** By the address for any inbox: one more script, and one more round trip before it. */
const PANEL_OF_ANY_INBOX = { bytes: 43 * KIB };
/** With the rule for the colours of a page’s own theme, on a page whose inbox has none saved. */
const PANEL_IN_OWN_THEME = { bytes: 44.5 * KIB };
const SAVED_COLOUR = '#1f5c4d';
const OWN_COLOUR = '#7a3cff';
/** For an inbox without a saved theme. */
const OWN_THEME = {
  inboxId: 'plain',
  theme: { template: 'playful', primaryColor: OWN_COLOUR, fontFamily: 'Georgia, serif', headerTitle: 'Ask us' },
};

type Config = { readonly inboxId: string; readonly [option: string]: unknown };

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
async function meter(address: string, untilLauncher: number): Promise<TransferMeter & { readonly page: Page }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const scales = await meterTransfers(page, site.proxy.origin, untilLauncher);
  await page.goto(address);
  return { page, ...scales };
}

/** A page that loads the script of its inbox; one that configures more calls `init` before, as the documentation says. */
async function startByInbox({ lang = 'en', config }: { lang?: string; config?: Config }, untilLauncher: number) {
  const metered = await meter(site.emptyPage, untilLauncher);
  const { page } = metered;
  await page.evaluate((lang) => document.documentElement.setAttribute('lang', lang), lang);
  if (config) {
    await page.addScriptTag({ content: QUEUE_STUB });
    await initOn(page, config);
  }
  await page.evaluate(
    (src) => void document.body.append(Object.assign(document.createElement('script'), { src, async: true })),
    `${site.proxy.origin}/embed/v1/${config?.inboxId ?? 'demo'}.js`,
  );
  return metered;
}

async function startAny(config: Config, untilLauncher = Number.POSITIVE_INFINITY) {
  const metered = await meter(site.barePage, untilLauncher);
  await initOn(metered.page, config);
  return metered;
}

const initOn = (page: Page, config: Config): Promise<void> =>
  page.evaluate((config) => {
    (window as unknown as { ServiceWidget: { init(config: object): void } }).ServiceWidget.init(config);
  }, config);

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
  it('by the address with the inbox: 8 KiB in one request until the launcher is shown, 42 KiB until a visitor can write', async () => {
    const { page, counted, release, releaseLive: goLive } = await startByInbox({}, 1);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    expect(total('the script of an inbox, until the launcher is shown', await counted())).toBeLessThanOrEqual(
      INBOX_SCRIPT.bytes,
    );
    expect(await counted()).toHaveLength(1);
    release();
    await chat.openButton.click();
    await chat.panel.waitFor();
    await typeIn(page, 'and do you repair them?');
    expect(total('the script of an inbox, until a visitor can write', await counted())).toBeLessThanOrEqual(
      PANEL.bytes,
    );
    goLive();
    await isAnswered(page, 'and do you repair them?');
    total('the script of an inbox, until it is answered', await counted());
  });

  it('by the address for any inbox: two requests until the launcher is shown, 43 KiB until a visitor can write', async () => {
    const { page, counted, release, releaseLive: goLive } = await startAny({ inboxId: 'demo' }, 2);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    total('/embed/v1.js, until the launcher is shown', await counted());
    release();
    await chat.openButton.click();
    await typeIn(page, 'and do you repair them?');
    expect(total('/embed/v1.js, until a visitor can write', await counted())).toBeLessThanOrEqual(
      PANEL_OF_ANY_INBOX.bytes,
    );
    goLive();
    await isAnswered(page, 'and do you repair them?');
  });

  it.each(
    dailyShare(
      [
        { what: 'in German', lang: 'de', words: de },
        { what: 'in French', lang: 'fr', words: fr },
        { what: 'in Spanish', lang: 'es', words: es },
        { what: 'in Portuguese', lang: 'pt-BR', words: ptBr },
        { what: 'in Arabic', lang: 'ar', words: ar },
        { what: 'in Japanese', lang: 'ja', words: ja },
        { what: 'in Chinese', lang: 'zh-Hans', words: zhHans },
        { what: 'in a theme of the page’s own', config: OWN_THEME, fill: OWN_COLOUR, limit: PANEL_IN_OWN_THEME },
        {
          what: 'in such a theme, dark',
          config: { ...OWN_THEME, colorScheme: 'dark' },
          fill: OWN_COLOUR,
          limit: PANEL_IN_OWN_THEME,
        },
      ],
      3,
    ),
  )('the limits hold $what', async ({ what, lang, config, fill = SAVED_COLOUR, words = en, limit = PANEL }) => {
    // The rule for the colours of a page’s own theme is a request of its own.
    const {
      page,
      counted,
      release,
      releaseLive: goLive,
    } = await startByInbox({ ...(lang && { lang }), ...(config && { config }) }, config ? 2 : 1);
    const frame = page.frameLocator('iframe');
    const launcher = launcherOf(page);
    await launcher.waitFor();
    expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(rgbOf(fill));
    release();
    await page.getByRole('button', { name: words.openChat }).click();
    const composer = frame.getByRole('textbox', { name: words.message });
    await composer.fill('do you sell bicycles?');
    await composer.press('Enter');
    await frame.getByText('do you sell bicycles?', { exact: true }).waitFor();
    expect(total(`${what}, until a visitor can write`, await counted())).toBeLessThanOrEqual(limit.bytes);
    goLive();
    await frame.locator('.own-bubble:not(.sending)').waitFor();
  });

  it.each(['embedded', 'prompt-input'] as const)('until a visitor can write: at most 42 KiB (%s)', async (mode) => {
    const { page, counted, releaseLive: goLive } = await startAny({ inboxId: 'demo', mode });
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
