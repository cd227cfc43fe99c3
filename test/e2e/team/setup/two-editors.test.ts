/** Two members have the same form open at the console: the second reads what the first has changed, and both changes are stored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { goTo } from '../../../support/chat/console-page.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { Service } from '../../../support/server/start-service.js';
import { memberCalled, OWNER } from '../../../support/server/team-session.js';
import { type OwnerCalls, ownerOf } from '../../../support/server/workspace-calls.js';

const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), 'service-empty-'));
let service: Service;
let owner: OwnerCalls;
beforeAll(async () => {
  service = await Service.start({ inboxDir: folder });
  owner = await ownerOf(service);
});
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** The owner, and an admin whom the owner has invited. */
async function twoConsoles(): Promise<readonly [Page, Page]> {
  const { page: first } = await openConsole(browser, { service }, OWNER.name);
  const { page: second } = await openConsole(browser, { service }, 'Adam');
  const { items } = await owner.read('members.list');
  const adam = items.find(({ name }: { name: string }) => name === 'Adam');
  await owner.ask('members.update', { memberId: adam.memberId, role: 'admin' });
  // Their session has ended with the role that they had.
  await box(second, 'Email').fill(memberCalled('Adam').email);
  await second.getByLabel('Password').fill(OWNER.password);
  await press(second, 'Sign in');
  return [first, second];
}

it('an inbox and an AI agent are edited by two members at once, and nothing of either is lost', async () => {
  const { aiAgentId } = await owner.ask('aiAgents.create', { name: 'Hei' });
  const theme = { template: 'minimal', primaryColor: '#0f766e' };
  const { inboxId } = await owner.ask('inboxes.create', {
    name: 'Havn',
    allowedOrigins: ['https://havn.example'],
    theme,
  });
  const [first, second] = await twoConsoles();

  for (const page of [first, second]) {
    await goTo(page, 'Inboxes');
    await press(page, 'Edit Havn');
    await page.getByRole('combobox', { name: 'AI agent' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Template' }).inputValue()).toBe('minimal');
  }
  await box(first, 'Greeting').fill('Hei!');
  await first.getByRole('combobox', { name: 'Template' }).selectOption('playful');
  await first.getByRole('combobox', { name: 'AI agent' }).selectOption(aiAgentId);
  await press(first, 'Save');
  await first.getByRole('button', { name: 'Edit Havn' }).waitFor();

  await box(second, 'Suggested questions, one a line').fill('Where are you?');
  await box(second, 'Colour, such as #0f766e').fill('#7c2d12');
  await press(second, 'Save');
  await second.getByRole('alert').getByText('the AI agent, the greeting, and the look', { exact: false }).waitFor();
  await expect.poll(() => box(second, 'Greeting').inputValue()).toBe('Hei!');
  expect(await second.getByRole('combobox', { name: 'Template' }).inputValue()).toBe('playful');
  expect(await box(second, 'Colour, such as #0f766e').inputValue()).toBe('#7c2d12');
  await press(second, 'Save');
  await second.getByRole('button', { name: 'Edit Havn' }).waitFor();
  expect(await owner.read('inboxes.get', { inboxId })).toMatchObject({
    ...{ greeting: 'Hei!', questions: ['Where are you?'], aiAgentId },
    theme: { template: 'playful', primaryColor: '#7c2d12' },
  });

  for (const page of [first, second]) {
    await goTo(page, 'AI agents');
    await press(page, 'Open Hei');
    await box(page, 'Title below the name').waitFor();
  }
  await second.getByRole('textbox', { name: 'Instructions' }).fill('Be brief.');
  await box(first, 'Title below the name').fill('Answers at once');
  await press(first, 'Save the draft');
  await first.getByText('Saved as version 2, a draft.').waitFor();
  await press(second, 'Save the draft');
  await second.getByRole('alert').getByText('Someone else has changed the title', { exact: false }).waitFor();
  await press(second, 'Save the draft');
  await second.getByText('Saved as version 3, a draft.').waitFor();
  expect(await owner.read('aiAgents.get', { aiAgentId })).toMatchObject({
    ...{ title: 'Answers at once', instructions: 'Be brief.', version: 3 },
  });
});
