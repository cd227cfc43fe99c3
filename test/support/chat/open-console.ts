import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { useBrowser, Visitor } from '../browser/use-browser.js';
import type { Site } from '../sites/start-site.js';

export interface OpenConsole extends Visitor {
  readonly page: Page;
  /** The open conversation. */
  readonly log: Locator;
}

/** A person signs in at the console with the server's key. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  site: Site,
  name = 'Ingrid',
): Promise<OpenConsole> {
  const key = readFileSync(join(site.service.dataDir, 'operator.key'), 'utf8').trim();
  const person = await browser.newVisitor();
  const page = await person.context.newPage();
  await page.goto(`${site.service.origin}/console#key=${key}`);
  await page.getByLabel('Your name, as visitors see it').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  return { ...person, page, log: page.getByRole('log', { name: 'Conversation' }) };
}
