/** The team adds what visitors are answered from at the console, and makes an article of a question that nothing answered. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { confirm, goTo } from '../../../support/chat/console-page.js';
import { openChat } from '../../../support/chat/open-chat.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a source is added, answers a visitor, and a question without an answer becomes an article', async () => {
  const { chat } = await openChat(browser, site.shop);
  await chat.send('do you rent out kayaks?');
  await chat.transcript.getByText(/I can’t answer that from our help articles/).waitFor();

  const { page, consoleErrors, exceptions } = await openConsole(browser, site);
  await goTo(page, 'Knowledge');
  const sources = page.getByRole('region', { name: 'Sources' });
  await sources.getByText('Folder on the server').first().waitFor();

  const form = page.getByRole('form', { name: 'Add a source' });
  await form.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Article' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Waxing a canvas');
  await form.getByRole('textbox', { name: 'Text' }).fill('A canvas is waxed with beeswax once in spring.');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const article = sources.getByRole('listitem').filter({ hasText: 'Waxing a canvas' }).first();
  await article.getByText('Ready · 1 passage').waitFor();
  await sources.getByText('Files', { exact: true }).nth(1).click();
  await sources.getByText('returns.md').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await chat.send('when is a canvas waxed?');
  await chat.transcript.getByText(/beeswax once in spring/).waitFor();

  const gaps = page.getByRole('region', { name: 'Questions without an answer' });
  await gaps.getByRole('button', { name: 'Write an article about: do you rent out kayaks?' }).click();
  await sources.getByRole('button', { name: 'Edit do you rent out kayaks?' }).click();
  const editor = page.getByRole('form', { name: 'Edit do you rent out kayaks?' });
  await editor.getByRole('textbox', { name: 'Title' }).fill('Kayaks');
  await editor.getByRole('textbox', { name: 'Text' }).fill('Kayaks cost 30 euros a day at the lake.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await sources.getByRole('listitem').filter({ hasText: 'Kayaks' }).getByText('Ready · 1 passage').waitFor();
  await gaps.getByText('There are none.').waitFor();
  await chat.send('do you rent out kayaks?');
  await chat.transcript.getByText(/30 euros a day/).waitFor();

  const kayaks = sources.getByRole('listitem').filter({ hasText: 'Kayaks' }).first();
  await kayaks.getByRole('button', { name: 'Delete Kayaks' }).click();
  await confirm(kayaks, 'Delete for good?', 'Delete');
  await kayaks.waitFor({ state: 'detached' });
  expect([consoleErrors, exceptions]).toEqual([[], []]);
});
