/**
 * Several conversations of a visitor: starting another, going back, downloading and erasing one, withdrawing consent. Also
 * ratings of answers and the delivery status of messages.
 */

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { recordActivity, recordedActivity } from '../../support/page-checks/browser-activity.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const ANSWER = /Yes, you can return shoes you wore once/;
const QUESTION = 'can I return shoes I wore once?';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

interface Opened extends ReturnType<typeof chatOn> {
  readonly page: Page;
  readonly wire: Wire;
  readonly frame: ReturnType<Page['frameLocator']>;
  button(name: string): Locator;
  /** Chooses from the menu in the header. */
  choose(item: string): Promise<void>;
}

async function openTab(visitor: Visitor, url = site.shop): Promise<Opened> {
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(url);
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  const button = (name: string): Locator => frame.getByRole('button', { name, exact: true });
  const choose = async (item: string): Promise<void> => {
    await button('Menu').click();
    await frame.getByRole('menuitem', { name: item, exact: true }).click();
  };
  return { ...chat, page, wire, frame, button, choose };
}

/** There are no messages, and the field is enabled. */
async function expectEmpty({ transcript, composer }: Opened): Promise<void> {
  await expect.poll(() => transcript.locator('.entry').count()).toBe(0);
  await expect.poll(() => composer.isEnabled()).toBe(true);
}

/** The chat's keys and values in localStorage and sessionStorage. */
const storedBy = (page: Page): Promise<string[]> =>
  frameOf(page).evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat());

describe('several conversations', () => {
  it('can be started, listed and reopened, and each shows only its own messages', async () => {
    const chat = await openTab(await browser.newVisitor());
    await chat.open();
    await chat.send(QUESTION);
    await chat.transcript.getByText(ANSWER).waitFor();
    // Wait for the end of the answer, or its last event would make the first conversation the most recent one.
    await chat.transcript.getByRole('button', { name: 'Good answer', exact: true }).waitFor();

    await chat.choose('New conversation');
    await expectEmpty(chat);
    await chat.send('how long does shipping take?');
    await chat.transcript
      .getByText(/working days/)
      .first()
      .waitFor();
    expect(await chat.count(QUESTION)).toBe(0);

    await chat.choose('Your conversations');
    const items = chat.frame.getByRole('region', { name: 'Your conversations' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(2);
    await expect.poll(() => items.first().getByRole('button').getAttribute('aria-current')).toBe('true');
    // The conversation below the list is inert.
    await expect
      .poll(() => frameOf(chat.page).evaluate(() => document.querySelector('textarea')?.closest('[inert]') !== null))
      .toBe(true);
    await items.nth(1).getByRole('button').click();

    await chat.transcript.getByText(ANSWER).waitFor();
    expect(await chat.count('how long does shipping take?')).toBe(0);
    await expect
      .poll(() => frameOf(chat.page).evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Menu');
    await chat.send('and hats?');

    // After a reload the visitor is in the same conversation.
    await chat.page.reload();
    await chat.reopened();
    await chat.transcript.getByText('and hats?', { exact: true }).waitFor();
    expect(await chat.count('how long does shipping take?')).toBe(0);
  });

  it('can be open in one tab each, without effect on each other', async () => {
    const visitor = await browser.newVisitor();
    const [one, two] = [await openTab(visitor), await openTab(visitor)];
    await one.open();
    await one.send('written in the first');
    await two.open();
    await two.transcript.getByText('written in the first', { exact: true }).waitFor();

    await two.choose('New conversation');
    await expectEmpty(two);
    await two.send('written in the second');
    await one.send('still in the first');
    await expect.poll(() => one.wire.all('ack').length).toBe(2);
    expect(await one.count('written in the second')).toBe(0);
    expect(await two.count('still in the first')).toBe(0);
    // Neither had to connect anew. A busy server may have sent a socket away before.
    expect(one.wire.all('welcome')).toHaveLength(1);
    expect(two.wire.all('welcome')).toHaveLength(1);
  });
});

describe('a conversation that its visitor has erased', () => {
  it('is deleted from every tab, from the browser’s storage and from the inbox, together with the draft', async () => {
    const visitor = await browser.newVisitor();
    const [one, two] = [await openTab(visitor), await openTab(visitor)];
    await one.open();
    await one.send('my code word is nightingale');
    await expect.poll(() => one.wire.all('ack').length).toBe(1);
    await two.open();
    await two.transcript.getByText('my code word is nightingale', { exact: true }).waitFor();
    const { conversation } = one.wire.all('welcome')[0] as { conversation: string };
    expect(await inboxApi(site.service, `/${conversation}`)).toMatchObject({ conversation: { handler: 'agent' } });
    await one.composer.fill('and more of nightingale');
    await expect.poll(async () => (await storedBy(one.page)).join()).toContain('nightingale');

    await one.choose('Erase this conversation');
    const question = one.frame.getByRole('alertdialog', { name: 'Erase this conversation for good?' });
    await question.waitFor();
    await expect.poll(() => frameOf(one.page).evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await question.getByRole('button', { name: 'Erase', exact: true }).click();

    for (const tab of [one, two]) {
      await expectEmpty(tab);
      await expect.poll(() => tab.composer.inputValue()).toBe('');
      await expect.poll(async () => (await storedBy(tab.page)).join()).not.toContain('nightingale');
    }
    await expect(inboxApi(site.service, `/${conversation}`)).rejects.toThrow('404');
    await one.choose('Your conversations');
    await one.frame.getByText('No conversations yet.').waitFor();
    await one.button('Back').click();

    await one.send('a new beginning');
    await two.transcript.getByText('a new beginning', { exact: true }).waitFor();
    await one.page.reload();
    await one.reopened();
    await one.transcript.getByText('a new beginning', { exact: true }).waitFor();
    expect(await one.count('my code word is nightingale')).toBe(0);
  });
});

describe('a download of a conversation', () => {
  it('is available as text and as JSON, and is complete', async () => {
    const chat = await openTab(await browser.newVisitor());
    await chat.open();
    await chat.send(QUESTION);
    // Wait for the end of the answer.
    await chat.button('Good answer').waitFor();
    const save = async (item: string): Promise<{ name: string; content: string }> => {
      const event = chat.page.waitForEvent('download');
      await chat.choose(item);
      const download = await event;
      return { name: download.suggestedFilename(), content: readFileSync(await download.path(), 'utf8') };
    };
    const words = await save('Download as text');
    expect(words.name).toMatch(/^conversation-\d{4}-\d\d-\d\d\.txt$/);
    expect(words.content).toContain(`You:\n${QUESTION}`);
    expect(words.content).toMatch(ANSWER);
    const data = await save('Download as data (JSON)');
    expect(data.name).toMatch(/\.json$/);
    const { events } = JSON.parse(data.content) as { events: { seq: number; body: { kind: string } }[] };
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.map(({ body }) => body.kind)).toEqual(['message', 'answer.started', 'answer.completed']);
  });
});

describe('a withdrawn consent', () => {
  it('leaves no stored data and no connection in any tab, and the consent gate is shown again', async () => {
    const visitor = await browser.newVisitor();
    const begin = async (): Promise<Opened> => {
      const tab = await openTab(visitor, 'about:blank');
      await recordActivity(tab.page);
      await tab.page.goto(site.barePage);
      await tab.page.evaluate(() => {
        const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void; open(): void } };
        ServiceWidget.init({ inboxId: 'demo', requireConsent: true });
        ServiceWidget.open();
      });
      return tab;
    };
    const one = await begin();
    await one.button('Agree and continue').click();
    await one.send('my code word is nightingale');
    await expect.poll(() => one.wire.all('ack').length).toBe(1);
    const two = await begin();
    await two.transcript.getByText('my code word is nightingale', { exact: true }).waitFor();

    // The other tab also shows it in search results.
    await two.searchFromMenu('nightingale');
    const sockets = one.wire.sockets.length;
    await one.choose('Withdraw consent');
    for (const tab of [one, two]) await tab.button('Agree and continue').waitFor();
    await expect.poll(() => frameOf(two.page).content()).not.toMatch(/nightingale/);
    await one.frame.getByText('You have withdrawn your consent.').waitFor();
    expect(await one.count('my code word is nightingale')).toBe(0);
    for (const tab of [one, two]) {
      // Only a marker for pages in the back/forward cache.
      await expect.poll(() => storedBy(tab.page)).toEqual([expect.stringMatching(/:session$/), 'withdrawn']);
      await expect.poll(() => tab.wire.sockets.every((socket) => socket.isClosed())).toBe(true);
    }
    const { conversation } = one.wire.all('welcome')[0] as { conversation: string };
    await expect
      .poll(() => inboxApi(site.service, `/${conversation}`))
      .toMatchObject({ conversation: { handler: 'closed' } });

    // Showing the page or coming online does not reconnect.
    const before = (await recordedActivity(one.page)).length;
    await one.page.bringToFront();
    await one.page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await recordedActivity(one.page)).slice(before)).toEqual([]);
    expect(one.wire.sockets).toHaveLength(sockets);

    await one.button('Agree and continue').click();
    await expectEmpty(one);
    await one.send('a new visitor');
    await expect.poll(() => one.wire.all('ack').length).toBe(2);
    expect(one.wire.all('welcome')[0]?.visitor.id).not.toBe(one.wire.all('welcome').at(-1)?.visitor.id);
  });
});

describe('a rating of an answer', () => {
  it('takes one click, is shown in the console, and is still there after a reload', async () => {
    const chat = await openTab(await browser.newVisitor());
    await chat.open();
    await chat.send('do you sell bicycles?');
    await chat.button('Bad answer').click();
    await expect.poll(() => chat.button('Bad answer').getAttribute('aria-pressed')).toBe('true');
    await chat.button('Good answer').click();
    await expect.poll(() => chat.wire.all('ack').length).toBe(3);
    await expect.poll(() => chat.button('Bad answer').getAttribute('aria-pressed')).toBe('false');
    await chat.button('Talk to a person').click();

    const { page: console } = await openConsole(browser, site);
    await console
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('listitem')
      .getByRole('link')
      .first()
      .click();
    await console.getByText('The visitor rated this a good answer').waitFor();
    expect(await console.getByText('The visitor rated this a bad answer').count()).toBe(0);

    await chat.page.reload();
    await chat.reopened();
    await expect.poll(() => chat.button('Good answer').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the status under a message', () => {
  it('is sent, delivered when an operator has it, and read when an operator has opened the conversation', async () => {
    const chat = await openTab(await browser.newVisitor());
    await chat.open();
    await chat.send('do you sell bicycles?');
    await chat.button('Talk to a person').click();
    await chat.frame.getByText('You asked for a person').waitFor();
    await chat.send('is anybody there?');
    await chat.transcript.getByText('Sent', { exact: true }).waitFor();

    const { conversation: waiting } = chat.wire.all('welcome')[0] as { conversation: string };
    await inboxApi(site.service, `/${waiting}`);
    await chat.transcript.getByText('Read', { exact: true }).waitFor();

    await inboxApi(site.service, `/${waiting}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    await chat.frame.getByText('Ingrid joined').first().waitFor();
    await chat.send('there you are');
    await chat.transcript.getByText('Delivered', { exact: true }).waitFor();
    await inboxApi(site.service, `/${waiting}`);
    await chat.transcript.getByText('Read', { exact: true }).waitFor();
  });
});
