/** A whole conversation by keyboard alone, and as the browser exposes it to a screen reader. */
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { focused, press } from '../../support/browser/keyboard.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, frameOf, ready } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

/** Long enough for a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

interface AxNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
}

/** The accessibility tree of the chat, without ignored nodes and bare text. */
async function tree(page: Page): Promise<AxNode[]> {
  const tools: CDPSession = await page
    .context()
    .newCDPSession(frameOf(page))
    .catch(() => page.context().newCDPSession(page));
  await tools.send('Accessibility.enable');
  const { nodes } = await tools.send('Accessibility.getFullAXTree');
  await tools.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && !/StaticText|InlineTextBox|generic|none/.test(String(role?.value)))
    .map(({ role, name, description }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
    }));
}

describe('a visitor with a keyboard', () => {
  it('opens the chat, asks, reads the answer and its source, and returns to the page without losing the focus', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const isOn = () => expect.poll(() => focused(page), PATIENT);
    await ready(page);
    await page.locator('a').last().focus();
    await press(page, 'Tab');
    await isOn().toBe('button Open chat');

    await page.keyboard.press('Enter');
    await chat.composer.waitFor();
    await isOn().toBe('textarea Message');
    await page.keyboard.type('How do I waterproof leather boots?');
    await page.keyboard.press('Enter');
    const source = page.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: /^1 Caring for leather/ });
    await source.waitFor();
    expect(await focused(page)).toBe('textarea Message');

    // Shift+Tab from the field reaches its first button, the rating of the latest answer, its sources and the answer. No other
    // part of the transcript is a tab stop.
    await press(page, 'Shift+Tab');
    await isOn().toBe('button Attach files');
    for (const action of ['Ask again', 'Copy answer', 'Bad answer', 'Good answer']) {
      await press(page, 'Shift+Tab');
      await isOn().toBe(`button ${action}`);
    }
    // The sources: the article that answers is the first, those that are near come after it.
    for (let near = 0; near < 4 && !/^button 1/.test(await focused(page)); near++) await press(page, 'Shift+Tab');
    await isOn().toMatch(/^button 1Caring for leather/);
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe[src*="/widget/"]').getByRole('link', { name: 'Read the article' }).waitFor();
    const stops: string[] = [];
    while (stops.length < 12 && !/^article/.test(stops.at(-1) ?? '')) {
      await press(page, 'Shift+Tab');
      stops.push(await focused(page));
    }
    const answer = stops.at(-1) as string;
    expect(answer).toMatch(/^article msg_/);
    // The answer is longer than the view: the arrow scrolls to its beginning before it leaves it.
    let question = answer;
    for (let presses = 0; presses < 20 && question === answer; presses++) {
      await press(page, 'ArrowUp');
      question = await focused(page);
    }
    expect(question).toMatch(/^article /);
    await press(page, 'End');
    await isOn().toBe(answer);
    await press(page, 'Home');
    await isOn().toBe(question);
    await press(page, 'Shift+Tab');
    await isOn().toBe('button Close chat');
    await press(page, 'Shift+Tab');
    await isOn().toBe('button Menu');

    await page.keyboard.press('Escape');
    await chat.panel.waitFor({ state: 'hidden' });
    // The frame asks the page to take the focus back, which takes a moment.
    await isOn().toBe('button Open chat');
  });

  it('sends nothing with the Enter that ends an IME composition', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    const tools = await page
      .context()
      .newCDPSession(frameOf(page))
      .catch(() => page.context().newCDPSession(page));
    await chat.composer.focus();
    await tools.send('Input.imeSetComposition', { text: 'かわ', selectionStart: 2, selectionEnd: 2 });
    await chat.composer.evaluate((field) => {
      const enter = (more: object) =>
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }));
      enter({ isComposing: true });
      // Some browsers end the composition first, but the key still belongs to it.
      enter({ keyCode: 229 });
    });
    await tools.send('Input.insertText', { text: '革' });
    await expect.poll(() => chat.composer.inputValue()).toBe('革');
    expect(await chat.transcript.getByRole('article').count()).toBe(0);
    await chat.composer.press('Enter');
    await chat.transcript.getByText('革', { exact: true }).waitFor();
  });
});

describe('a visitor with a screen reader', () => {
  it('is in a named dialog and finds a log of named messages, the field and the buttons', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('How do I waterproof leather boots?');
    await page.frameLocator('iframe[src*="/widget/"]').locator('.citations').waitFor();
    const nodes = await tree(page);
    const one = (role: string, name: string | RegExp): AxNode | undefined =>
      nodes.find(
        (node) => node.role === role && (typeof name === 'string' ? node.name === name : name.test(node.name)),
      );
    expect(one('dialog', 'Havn & Hei')).toBeTruthy();
    expect(one('log', 'Conversation')).toBeTruthy();
    expect(one('textbox', 'Message')).toBeTruthy();
    expect(one('button', 'Send')).toBeTruthy();
    expect(nodes.filter(({ role, name }) => role === 'button' && name === 'Close chat').length).toBeGreaterThan(0);
    expect(one('article', /^You, \d/)?.description).toContain('How do I waterproof leather boots?');
    expect(one('article', /· AI, \d/)?.description).toContain('waterproofing wax');
    expect(one('button', 'Source 1: Caring for leather and waterproofing')).toBeTruthy();
    expect(nodes.filter(({ role, name }) => /button|link|textbox|dialog|menu/.test(role) && name === '')).toEqual([]);
  });

  it('hears each answer once, when it is complete, and no word before', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    // The live region comes after the field, with the chunk that connects to the server.
    await frameOf(page).locator('[data-live]').waitFor({ state: 'attached' });
    await frameOf(page).evaluate(() => {
      const announced: string[] = [];
      Object.assign(window, { announced });
      const region = document.querySelector('[data-live]') as Element;
      new MutationObserver((changes) => {
        for (const { addedNodes, type } of changes) {
          if (type === 'characterData') announced.push('(changed)');
          for (const node of addedNodes) announced.push(node.textContent ?? '');
        }
      }).observe(region, { childList: true, characterData: true, subtree: true });
    });
    const announced = (): Promise<string[]> =>
      frameOf(page).evaluate(() => (window as unknown as { announced: string[] }).announced);
    await chat.send('How do I waterproof leather boots?');
    await expect.poll(announced, PATIENT).toHaveLength(1);
    await chat.send('How do I waterproof leather boots?');
    await expect.poll(announced, PATIENT).toHaveLength(2);
    const [first, second] = await announced();
    expect(first).toMatch(/^Havn & Hei help: .*polish with a cloth\./s);
    expect(second).toBe(first);
    // The only other live region is the status of the connection.
    const live = () =>
      frameOf(page).evaluate(() =>
        [...document.querySelectorAll('[aria-live], [role="status"], [role="alert"]')]
          .map((element) => element.getAttribute('aria-live') ?? element.getAttribute('role'))
          .sort(),
      );
    await expect.poll(live).toEqual(['off', 'polite', 'status']);
  });
});

describe('a window zoomed to 400 %', () => {
  it('has no horizontal scrolling, and Tab reaches everything and stays in view', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(site.shop);
    const chat = chatOn(page);
    await ready(page);
    await chat.openButton.focus();
    await page.keyboard.press('Enter');
    await chat.composer.waitFor();
    await chat.send('How do I waterproof leather boots?');
    const frame = frameOf(page);
    await page.frameLocator('iframe[src*="/widget/"]').locator('.citations').waitFor();
    const wider = () =>
      frame.evaluate(() =>
        [...document.querySelectorAll('.panel, .transcript-content, .log, .entry, .header, .composer')]
          .filter(
            (element) => element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().right > 320,
          )
          .map((element) => element.className),
      );
    await expect.poll(wider).toEqual([]);
    await expect
      .poll(() => frame.evaluate(() => document.querySelector('.transcript')?.clientHeight ?? 0))
      .toBeGreaterThanOrEqual(100);
    await chat.composer.focus();
    const seen = new Set<string>();
    for (let i = 0; i < 30; i++) {
      await press(page, 'Tab');
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
      seen.add(await focused(page));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['button Menu', 'button Close chat', 'textarea Message']));
  });
});

it('every click target is at least 24 pixels high and wide, or is part of a sentence', async () => {
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(site.shop);
  const chat = chatOn(page);
  await chat.open();
  await chat.send('do you sell bicycles?');
  await page.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Talk to a person' }).waitFor();
  const small = () =>
    frameOf(page).evaluate(() =>
      [...document.querySelectorAll('button, a[href], textarea')]
        .filter((element) => !element.closest('sup, p, li') || element.closest('.suggestions'))
        .map((element) => ({
          name: element.textContent || element.getAttribute('aria-label'),
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name }) => name),
    );
  await expect.poll(small).toEqual([]);
  const fontSize = await chat.composer.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  expect(fontSize).toBeGreaterThanOrEqual(16);
});
