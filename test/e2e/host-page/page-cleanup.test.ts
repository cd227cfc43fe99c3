/** The script on a customer's page: it adds nothing until it is asked to, reports its failures, and removes everything with `destroy()`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { eventsOf, startChat } from '../../support/chat/scripted-chat.js';
import { nextPaint } from '../../support/page-checks/next-paint.js';
import { openResources, trackOpenResources } from '../../support/page-checks/open-resources.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('destroy()', () => {
  it('leaves no node, listener, timer, observer, channel or socket after a whole conversation', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await trackOpenResources(page);
    await page.goto(site.barePage);
    const html = (): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);
    const globals = (): Promise<string[]> => page.evaluate(() => Object.keys(window).filter((name) => name !== 'seen'));
    const before = { html: await html(), globals: await globals() };

    await startChat(page, 'demo', ['destroy']);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('can I return shoes I wore once?');
    await expect.poll(() => site.proxy.sockets()).toBe(1);
    expect(await openResources(page)).not.toEqual([]);

    await page.evaluate(() => window.ServiceWidget.destroy());
    await expect.poll(() => openResources(page)).toEqual([]);
    await expect.poll(() => site.proxy.sockets()).toBe(0);
    // A script that is still on its way has a preload link until it arrives: a link that is removed earlier never says so.
    await expect.poll(html).toBe(before.html);
    expect(await globals()).toEqual(before.globals);
    expect(await eventsOf(page)).toEqual([{ name: 'destroy', detail: {} }]);
  });

  it('lets the page start the chat again with the same conversation', async () => {
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
  it('moves to the field and back when a visitor clicks the page’s button, and stays where it is when the page opens the chat by itself', async () => {
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
      // A script that a test runs counts as a user gesture. Hide that, so that the page opens the chat by itself.
      Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } });
      window.ServiceWidget.open();
      Reflect.deleteProperty(navigator, 'userActivation');
    });
    await chat.composer.waitFor();
    for (const document of [frameOf(page), page]) await nextPaint(document);
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
  it('adds one global, and no frame until the page asks for it', async () => {
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
  it('F2: shows nothing, breaks nothing, and reports the reason to the page', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.barePage);
    await startChat(page, 'missing', ['error']);
    await expect.poll(() => eventsOf(page)).toHaveLength(1);
    const [event] = await eventsOf(page);
    expect(event?.detail.code).toBe('frame_unreachable');
    expect(event?.detail.message).toMatch(/unknown inbox/);
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
    await page.goto(site.forbiddenPage);
    await startChat(page, 'demo', ['error']);
    await expect.poll(() => eventsOf(page)).toHaveLength(1);
    const [event] = await eventsOf(page);
    expect(event?.detail.code).toBe('frame_unreachable');
    expect(event?.detail.message).toMatch(/page not allowed by it.*Page: http/);
    expect(await chatOn(page).openButton.isVisible()).toBe(false);
    expect(visitor.exceptions).toEqual([]);
    expect(wire.sockets).toHaveLength(0);
  });
});
