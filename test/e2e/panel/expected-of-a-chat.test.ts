/**
 * What everybody expects of a chat, with a real server: a text in the field that is not sent, an element of the page that opens, the
 * same question once more, and one request for a person. `npm test` runs one language, `npm run test:long` all.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, ready } from '../../support/chat/chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const QUESTIONS = {
  English: 'do you sell bicycles?',
  Japanese: '自転車は売っていますか？',
  Arabic: 'هل تبيعون الدراجات؟',
  'several lines': 'do you sell\nbicycles,\n\nor kites?',
} as const;
const LANGUAGES = dailyNames(Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[], ['Japanese']);

describe('a question of the page’s, in', () => {
  it.each(LANGUAGES)(
    '%s, is in the field, is sent by the visitor alone, and is asked again by one press',
    async (language) => {
      const question = QUESTIONS[language];
      const visitor = await browser.newVisitor();
      const page = await visitor.visit(site.barePage);
      await page.evaluate((question) => {
        document.body.insertAdjacentHTML('beforeend', '<p data-service-open>Ask us</p>');
        window.ServiceWidget.init({ inboxId: 'plain' });
        (window.ServiceWidget as unknown as { prefill(text: string): void }).prefill(question);
      }, question);
      await ready(page);
      const chat = chatOn(page);
      await page.getByText('Ask us').click();
      await expect.poll(() => chat.composer.inputValue()).toBe(question);
      const bubbles = chat.transcript.locator('.own-bubble');
      expect(await bubbles.count()).toBe(0);
      await chat.composer.press('Enter');

      const answers = chat.transcript.locator('.agent-bubble');
      const again = chat.transcript.getByRole('button', { name: 'Ask again' });
      await again.waitFor();
      const [asked, answered] = [await bubbles.first().innerText(), await answers.count()];
      await again.click();
      await expect.poll(() => bubbles.count()).toBe(2);
      await expect.poll(() => answers.count()).toBe(2 * answered);
      // Below the latest answer alone, and the question is what it was, sign by sign.
      await expect.poll(() => again.count()).toBe(1);
      expect(await bubbles.allInnerTexts()).toEqual([asked, asked]);
      expect(await chat.composer.inputValue()).toBe('');
      expect(visitor.exceptions).toEqual([]);
    },
  );
});

describe('a request for a person', () => {
  it('is one line in words for the visitor and for people, in every tab, and after a reload', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await chat.open();
    await chat.send('do you sell submarines?');
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    const request = frame.getByText('You asked for a person');
    await request.waitFor();
    const other = await visitor.visit(site.shop);
    await ready(other);
    const there = chatOn(other);
    await there.open();
    const sameRequest = other.frameLocator('iframe[src*="/widget/"]').getByText('You asked for a person');
    await sameRequest.waitFor();
    await page.reload();
    await chat.reopened();
    await request.waitFor();

    const { page: people } = await openConsole(browser, site);
    await people.getByRole('link', { name: /do you sell submarines/ }).click();
    const log = people.getByRole('log', { name: 'Conversation' });
    await log.getByText('do you sell submarines?').waitFor();
    expect(await log.getByText(/asked for a person/i).count()).toBe(1);
    for (const shown of [request, sameRequest]) expect(await shown.count()).toBe(1);
    // Nothing else says it once more: the offer is gone, and one place tells what becomes of it.
    expect(await frame.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0);
    expect(await frame.getByRole('button', { name: 'Back to the assistant' }).count()).toBe(1);
    expect(visitor.exceptions).toEqual([]);
  });
});
