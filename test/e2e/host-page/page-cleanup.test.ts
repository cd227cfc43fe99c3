/** The chat as a guest on somebody's page: it explains its failures, stays out of pages that didn't ask, and leaves no trace. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { eventsOf, startChat } from '../../support/chat/scripted-chat.js';
import { drawn } from '../../support/page-checks/drawn.js';
import { leftoversOf, watchLeftovers } from '../../support/page-checks/page-leftovers.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('destroy()', () => {
  it('leaves no node, listener, timer, observer, channel or socket behind, after a whole conversation', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await watchLeftovers(page);
    await page.goto(site.barePage);
    const before = await page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      globals: Object.keys(window),
    }));

    await startChat(page, 'demo', ['destroy']);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('can I return shoes I wore once?');
    await expect.poll(() => site.door.sockets()).toBe(1);
    expect(await leftoversOf(page)).not.toEqual([]);

    await page.evaluate(() => window.ServiceWidget.destroy());
    await expect.poll(() => leftoversOf(page)).toEqual([]);
    await expect.poll(() => site.door.sockets()).toBe(0);
    const after = await page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      globals: Object.keys(window).filter((name) => name !== 'seen'),
    }));
    expect(after).toEqual(before);
    expect(await eventsOf(page)).toEqual([{ name: 'destroy', detail: {} }]);
  });

  it('lets the page start the chat again, with the conversation it had', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    await startChat(page, 'demo', ['ready']);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('how long does shipping take?');
    await chat.transcript.getByText(/days/).first().waitFor();

    await page.evaluate(() => window.ServiceWidget.destroy());
    await startChat(page, 'demo', ['ready']);
    await chat.open();
    await chat.transcript.getByText('how long does shipping take?', { exact: true }).waitFor();
    expect(await chat.count('how long does shipping take?')).toBe(1);
  });
});

describe('the focus', () => {
  it('goes to the field for whoever clicks the page’s own button, and back to it; a page that opens by itself takes it from nobody', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    await startChat(page, 'demo', ['ready']);
    const chat = chatOn(page);
    await page.waitForFunction(() => window.ServiceWidget.isReady());
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.localName);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('afterbegin', '<input aria-label="Search"><button>Ask us</button>');
      document.querySelector('input')?.focus();
      // Whatever a test has a page do counts as done by its visitor; here nobody has touched it.
      Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } });
      window.ServiceWidget.open();
      Reflect.deleteProperty(navigator, 'userActivation');
    });
    await chat.composer.waitFor();
    for (const document of [frameOf(page), page]) await drawn(document);
    expect(await focused()).toBe('input');
    await page.evaluate(() => window.ServiceWidget.close());
    await chat.panel.waitFor({ state: 'hidden' });

    await page.evaluate(() => {
      const button = document.querySelector('button') as HTMLButtonElement;
      button.onclick = () => window.ServiceWidget.open();
    });
    await page.getByRole('button', { name: 'Ask us' }).click();
    await expect.poll(() => frameOf(page).evaluate(() => document.activeElement?.localName)).toBe('textarea');
    await expect.poll(focused).toBe('iframe');
    await page.keyboard.type('do you sell bicycles?');
    await expect.poll(() => chat.composer.inputValue()).toBe('do you sell bicycles?');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('button');
  });
});

describe('the script', () => {
  it('brings no global but its own, and nothing at all to the page until it is asked to', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /service|widget|chat/i.test(name)))).toEqual([
      'ServiceWidget',
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('an inbox that does not exist', () => {
  it('F2: shows nothing, breaks nothing, and tells the page why', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.barePage);
    await startChat(page, 'nobody', ['error']);
    await expect.poll(() => eventsOf(page)).toHaveLength(1);
    const [event] = await eventsOf(page);
    expect(event?.detail.code).toBe('frame_unreachable');
    expect(event?.detail.message).toMatch(/inbox id is unknown/);
    expect(await chatOn(page).openButton.isVisible()).toBe(false);
    expect(visitor.exceptions).toEqual([]);
    expect(wire.sockets).toHaveLength(0);
  });
});

describe('a page whose origin the inbox does not allow', () => {
  it('F1: gets no chat, no socket, and an explanation', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.strangePage);
    await startChat(page, 'demo', ['error']);
    await expect.poll(() => eventsOf(page)).toHaveLength(1);
    const [event] = await eventsOf(page);
    expect(event?.detail.code).toBe('frame_unreachable');
    expect(event?.detail.message).toMatch(/origin/);
    expect(await chatOn(page).openButton.isVisible()).toBe(false);
    expect(visitor.exceptions).toEqual([]);
    expect(wire.sockets).toHaveLength(0);
  });
});
