/**
 * What a visitor waits for until they can write is named in the frame's document, so it arrives in one round trip after it: any
 * other file is held back here, and they can write all the same.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { de } from '../../../packages/widget-app/src/i18n/de.js';
import { en } from '../../../packages/widget-app/src/i18n/en.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
  const { allowedOrigins } = JSON.parse(readFileSync(join(site.inboxDir, 'plain/inbox.json'), 'utf8')) as object & {
    allowedOrigins: readonly string[];
  };
  mkdirSync(join(site.inboxDir, 'asking'));
  writeFileSync(
    join(site.inboxDir, 'asking/inbox.json'),
    JSON.stringify({ name: 'Asking Goods', allowedOrigins, requireConsent: true }),
  );
});
afterAll(async () => site?.dispose());

interface Assets {
  /** Names of the files that the document names. */
  readonly named: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
}

/** Holds back what the document doesn't name. Call before the page is visited. */
async function holdTheRest(page: Page): Promise<Assets> {
  const [named, asked] = [new Set<string>(), new Set<string>()];
  await page.route('**/widget/*', async (route) => {
    const response = await route.fetch();
    for (const [, name = ''] of (await response.text()).matchAll(/\/assets\/([\w.-]+)/g)) named.add(name);
    await route.fulfill({ response });
  });
  await page.route('**/assets/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop() ?? '';
    if (!named.has(name)) return;
    asked.add(name);
    await route.continue();
  });
  return { named, asked };
}

it.each([
  ['as it is', { inboxId: 'demo' }, en],
  ['in the page’s language', { inboxId: 'demo', locale: 'de' }, de],
  ['after a consent', { inboxId: 'asking' }, en],
  ['as a part of the page', { inboxId: 'demo', mode: 'embedded' }, en],
])('a visitor can write when the document and what it names have arrived: %s', async (_, config, texts) => {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const { named, asked } = await holdTheRest(page);
  await page.goto(site.barePage);
  await page.evaluate((config) => {
    const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void; open(): void } };
    ServiceWidget.init(config);
    ServiceWidget.open();
  }, config);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  if (config.inboxId === 'asking') await frame.getByRole('button', { name: texts.agree }).click();
  const field = frame.getByRole('textbox', { name: texts.message });
  await field.fill('do you sell bicycles?');
  await expect.poll(() => field.inputValue()).toBe('do you sell bicycles?');
  expect([...asked].sort()).toEqual([...named].sort());
});
