/** The console's pages, as a person with a password sees them. */
import type { Locator, Page } from 'playwright-core';
import type { useBrowser, Visitor } from '../browser/use-browser.js';
import type { Service } from '../server/start-service.js';
import { consoleOrigin, type Member } from '../server/team-session.js';

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Opens a page of the console by its link in the bar. */
export const goTo = (
  page: Page,
  name: 'Conversations' | 'Inboxes' | 'Knowledge' | 'AI agents' | 'Team',
): Promise<void> => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();

/** Says yes where the console asks before it does what can't be undone. `action`: the word on the button. */
export const confirm = (within: Page | Locator, question: string, action: string): Promise<void> =>
  within.getByRole('alertdialog', { name: question }).getByRole('button', { name: action, exact: true }).click();

export async function enterPassword(page: Page, { email, password }: Member): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
}

/** A browser in which the password was entered. */
export async function openSignedIn(
  browser: ReturnType<typeof useBrowser>,
  service: Service,
  member: Member,
): Promise<Visitor & { readonly page: Page }> {
  const person = await browser.newVisitor();
  const page = await person.context.newPage();
  await page.goto(`${consoleOrigin(service)}/console`);
  await enterPassword(page, member);
  return { ...person, page };
}

/** Resolves when the console is open. */
export const isSignedIn = (page: Page): Promise<void> => page.getByRole('navigation', { name: 'Console' }).waitFor();
