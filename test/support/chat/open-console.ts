import type { Locator, Page } from 'playwright-core';
import type { useBrowser, Visitor } from '../browser/use-browser.js';
import { consoleOrigin, OWNER, sessionOf } from '../server/team-session.js';
import type { Site } from '../sites/start-site.js';

export interface OpenConsole extends Visitor {
  readonly page: Page;
  /** The open conversation. */
  readonly log: Locator;
}

/** The console of a person who is signed in. `name`: of the owner, or of another member, whose account is made first. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  site: Pick<Site, 'service'>,
  name: string = OWNER.name,
): Promise<OpenConsole> {
  const { cookie = '' } = await sessionOf(site.service, name);
  const [cookieName = '', value = ''] = cookie.split('=');
  const person = await browser.newVisitor();
  const url = consoleOrigin(site.service);
  await person.context.addCookies([{ name: cookieName, value, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await person.context.newPage();
  await page.goto(`${url}/console`);
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  return { ...person, page, log: page.getByRole('log', { name: 'Conversation' }) };
}
