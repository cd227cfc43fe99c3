/**
 * Pages that a browser translates: its translator replaces text nodes, also those that come or change later. No word may be
 * lost, no state may stay that is over, and nothing may break: in the widget, at the console, and on a React page of its own.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { frameOf } from '../../support/chat/chat.js';
import { confirm } from '../../support/chat/console-page.js';
import { openChat } from '../../support/chat/open-chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { say } from '../../support/model-provider/reply.js';
import { translated, translatePage } from '../../support/page-checks/translate-page.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';

const browser = useBrowser();
let site: ModelSite;

beforeAll(async () => {
  site = await startModelSite();
});
afterAll(async () => site?.dispose());

/** Comes in pieces: a paragraph that gets bold words, a list that grows, a row of Arabic and Japanese words. */
const PIECES = [
  'One two ',
  'three **four',
  ' five** six ',
  'seven\n\n- eight ',
  'nine\n- **ten** eleven ',
  '\n\nثلاثة أربعة ',
  '五つ**「六つ」**七つ ',
  'twelve **end.**',
] as const;
const WORDS = 'One two three four five six seven eight nine ten eleven ثلاثة أربعة 五つ「六つ」七つ twelve end.'.split(
  ' ',
);

/** Scripts the next answer: each piece is sent only when the translator has replaced the one before. */
function scriptAnswer(page: () => Page | Frame): void {
  const last = (at: number): string =>
    (PIECES[at] as string)
      .trim()
      .split(/[\s*]+/)
      .filter(Boolean)
      .at(-1) as string;
  site.provider.script({
    kind: 'held',
    text: PIECES,
    until: (at) => (at === 0 ? Promise.resolve() : translated(page(), last(at - 1).replace(/[-「」]/g, ''))),
  });
}

const wordsOf = async (text: Promise<string>): Promise<readonly string[]> => (await text).split(/\s+/).filter(Boolean);

describe('a translated page', () => {
  it('the widget: loses no word of an answer that streams, and shows no state that is over', async () => {
    const { visitor, page, chat } = await openChat(browser, site.shop);
    const frame = frameOf(page);
    await translatePage(frame);
    scriptAnswer(() => frame);
    await chat.composer.fill('what do you know about numbers?');
    await chat.composer.press('Enter');
    const bubble = frame.locator('.agent-bubble').last();
    await frame.getByRole('button', { name: 'Good answer', exact: true }).waitFor();
    await translated(frame, 'end.');
    await expect.poll(() => wordsOf(bubble.innerText())).toEqual(WORDS);
    const own = frame.locator('.entry.own').last();
    await expect.poll(() => own.innerText()).not.toContain('Sending');

    // A counter that changes while it is translated.
    await chat.composer.fill('x'.repeat(7_900));
    await translated(frame, '100');
    await chat.composer.fill('x'.repeat(7_990));
    await expect.poll(() => frame.locator('#characters-left').innerText()).toContain('10');
    expect(await frame.locator('#characters-left').innerText()).not.toContain('100');
    await chat.composer.fill('');
    await frame.locator('#characters-left').waitFor({ state: 'detached' });

    // The header, which names who answers. An answer that fails offers a person.
    site.provider.script({ kind: 'status', status: 401 });
    await chat.send('I want a person');
    await frame.getByRole('button', { name: 'Talk to a person' }).first().click();
    await frame.getByText('You asked for a person').waitFor();
    await translated(frame, 'You asked for a person');
    const { conversations } = await inboxApi(site.service, '');
    const path = `/${conversations.at(-1)?.id}`;
    await inboxApi(site.service, `${path}/take`, { clientId: 'desk-translated-1', name: 'Ingrid' });
    await frame.getByText('You are talking to Ingrid').waitFor();
    await translated(frame, 'Ingrid');
    await inboxApi(site.service, `${path}/messages`, {
      clientId: 'desk-translated-2',
      name: 'Ingrid',
      text: 'Hello.\nHow can **I** help?',
    });
    await translated(frame, 'How can');
    expect(await frame.locator('.entry.person .agent-bubble').last().innerText()).toBe('Hello.\nHow can I help?');
    await inboxApi(site.service, `${path}/give-back`, { clientId: 'desk-translated-3', name: 'Ingrid' });
    await frame.getByText('The assistant is answering again').first().waitFor();
    await expect.poll(() => frame.getByText('You are talking to Ingrid').count()).toBe(0);
    expect([visitor.exceptions, visitor.consoleErrors]).toEqual([[], []]);
  });

  it('the console: its states and counters follow what a person does', async () => {
    site.provider.script(say('We do.'));
    const waiting = await waitingVisitor(browser, site, 'do you sell kites?');
    const { page, log, exceptions, consoleErrors } = await openConsole(browser, site);
    await translatePage(page);
    const status = page.locator('header [role="status"]').first();
    await expect.poll(() => status.innerText()).toMatch(/^\d+ waiting$/);
    const before = Number((await status.innerText()).split(' ')[0]);
    await page.getByRole('link', { name: /do you sell kites\?/ }).click();
    const heading = page.getByRole('heading', { level: 2 });
    await expect.poll(() => heading.innerText()).toBe('Waiting for a person');
    await translated(page, 'Waiting for a person');
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect.poll(() => heading.innerText()).toBe('With you');
    await expect.poll(() => status.innerText()).toBe(before === 1 ? 'No one waiting' : `${before - 1} waiting`);
    const reply = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => reply.isEnabled()).toBe(true);
    await reply.fill('We do, **all** of them.\nSee https://kites.example/all');
    await reply.press('Enter');
    await expect
      .poll(() => log.locator('.from-team .content').last().innerText())
      .toBe('We do, all of them.\nSee https://kites.example/all');
    await expect.poll(() => log.getByText('Sending…').count()).toBe(0);
    await waiting.chat.send('And boats?');
    await log.getByText('And boats?', { exact: true }).waitFor();
    await translated(page, 'And boats?');
    await page.getByRole('button', { name: 'Hand back to the assistant' }).click();
    await expect.poll(() => heading.innerText()).toBe('The assistant answers');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await confirm(page, 'Close for good?', 'Close');
    await expect.poll(() => heading.innerText()).toBe('Closed');
    expect([exceptions, consoleErrors]).toEqual([[], []]);
  });

  it('a React page on the headless client: loses no word, and nothing breaks', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(`${site.shop}/correspondence.html`);
    const letters = page.getByRole('log', { name: 'Letters' });
    await letters.waitFor();
    await translatePage(page);
    scriptAnswer(() => page);
    await page.getByLabel('Your letter').fill('what do you know about numbers?');
    await page.getByRole('button', { name: 'Post' }).click();
    const answer = letters.locator('[data-type="answer"] [data-chat="markdown"]').last();
    await expect.poll(() => wordsOf(answer.innerText())).toEqual(WORDS);
    await expect.poll(() => page.getByText('The assistant is reading…').count()).toBe(0);
    await expect.poll(() => letters.getByText('on the way').count()).toBe(0);
    expect([visitor.exceptions, visitor.consoleErrors]).toEqual([[], []]);
  });
});
