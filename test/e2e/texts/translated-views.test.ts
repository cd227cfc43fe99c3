/**
 * What changes elsewhere in a translated chat: the search, the list of conversations, a form, and the question for consent. Each
 * shows what is now, and no word of what was before.
 */
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { type Chat, frameOf, SEARCH_RESULTS } from '../../support/chat/chat.js';
import { translated, translatePage } from '../../support/page-checks/translate-page.js';
import { dailyNames } from '../../support/runs/daily.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

interface Translated {
  readonly frame: Frame;
  readonly chat: Chat;
  readonly conversation: string;
}

const VIEWS: Readonly<Record<string, (opened: Translated) => Promise<void>>> = {
  'a form': async ({ frame, conversation }) => {
    const fields = [{ type: 'email', name: 'mail', label: 'Email', required: true }];
    const form = { type: 'form', title: 'Where shall we write?', fields };
    const path = `/${conversation}/messages`;
    await inboxApi(site.service, path, { clientId: 'desk-form-translated', name: 'Ingrid', parts: [form] });
    await translated(frame, 'Where shall we write?');
    const wrong = frame.getByText('Enter an email address like name@example.com.');
    await frame.getByLabel('Email').fill('kim@shop');
    await frame.getByRole('button', { name: 'Send answers' }).click();
    await wrong.waitFor();
    await translated(frame, 'Enter an email address');
    await frame.getByLabel('Email').fill('kim@shop.example');
    await frame.getByRole('button', { name: 'Send answers' }).click();
    await frame.getByText('Answered', { exact: true }).waitFor();
    expect(await wrong.count()).toBe(0);
    await expect.poll(() => frame.getByText('Sending your answers…').count()).toBe(0);
  },
  'the search': async ({ frame, chat }) => {
    const state = frame.locator('.search-state').first();
    await chat.searchFromMenu('kites');
    await translated(frame, 'Messages found');
    for (const [text, answer] of [
      ['zeppelins', /^No messages contain these words\.$/],
      ['kites', SEARCH_RESULTS],
    ] as const) {
      await chat.search(text, answer);
      await expect.poll(() => state.innerText()).toMatch(answer);
    }
    await expect.poll(() => frame.locator('.search-results').innerText()).toContain('do you sell kites?');
    await frame.locator('.search-results button').first().press('Escape');
    await chat.composer.waitFor();
  },
  'the list of conversations': async ({ frame, chat }) => {
    await frame.getByRole('button', { name: 'Menu' }).click();
    await frame.getByRole('menuitem', { name: 'Your conversations' }).click();
    await translated(frame, 'Your conversations');
    await frame.getByRole('button', { name: 'Start a new conversation' }).click();
    await chat.send('مرحبا، 今日は');
    await chat.arrived('مرحبا، 今日は');
    await frame.getByRole('button', { name: 'Menu' }).click();
    await frame.getByRole('menuitem', { name: 'Your conversations' }).click();
    const latest = frame.locator('.conversations li').first();
    await expect.poll(() => latest.locator('.last-message').innerText()).not.toBe('');
    await expect.poll(() => frame.locator('.conversations li').count()).toBe(2);
    await frame.locator('.conversations li').last().getByRole('button').click();
    await chat.transcript.getByText('do you sell kites?', { exact: true }).waitFor();
    expect(await chat.count('مرحبا، 今日は')).toBe(0);
  },
};

describe('a translated chat shows what is now in', () => {
  it('each of its views', async () => {
    const { visitor, page, chat, conversation } = await waitingVisitor(browser, site, 'do you sell kites?');
    const frame = frameOf(page);
    await translatePage(frame);
    for (const name of dailyNames(Object.keys(VIEWS), ['a form'])) await VIEWS[name]?.({ frame, chat, conversation });
    expect([visitor.exceptions, visitor.consoleErrors]).toEqual([[], []]);
  });

  it.each(dailyNames(['en', 'ar', 'ja'] as const, ['ar']))('the question for consent, in "%s"', async (locale) => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.barePage);
    await page.evaluate((locale) => {
      window.ServiceWidget.init({ inboxId: 'plain', requireConsent: true, locale });
      window.ServiceWidget.open();
    }, locale);
    const buttons = page.frameLocator('iframe[src*="/widget/"]').locator('.consent-gate button');
    await buttons.first().waitFor();
    const frame = frameOf(page);
    await translatePage(frame);
    const words = (): Promise<string> => frame.locator('[role="dialog"]').innerText();
    const asked = await words();
    const [agree, decline] = [await buttons.nth(0).innerText(), await buttons.nth(1).innerText()];
    await frame.getByRole('button', { name: decline }).click();
    await expect.poll(words).not.toBe(asked);
    await frame.getByRole('button', { name: agree }).click();
    // Before the first message the transcript has no height.
    await frame.getByRole('log').waitFor({ state: 'attached' });
    await expect.poll(words).not.toContain(agree);
    expect([visitor.exceptions, visitor.consoleErrors]).toEqual([[], []]);
  });
});
