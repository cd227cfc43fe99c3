/**
 * The focus is visible in the page's colours and in forced colours. With reduced motion nothing is animated, including parts
 * of the chat that load late.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const toolCss = readFileSync('packages/widget-app/src/client-tools/tool-card.css', 'utf8');
const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

async function shop(colours: 'active' | 'none'): Promise<Page> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.emulateMedia({ forcedColors: colours, reducedMotion: 'reduce' });
  await page.goto(site.shop);
  return page;
}

describe('the focus', () => {
  it('is visible on a link in the visitor’s own bubble, whose background has the colour of the ring', async () => {
    const page = await shop('none');
    const chat = chatOn(page);
    await chat.open();
    await chat.send('This one: https://shop.example/boots');
    const link = frameOf(page).locator('.own-bubble a');
    await page.keyboard.press('Shift+Tab');
    await link.focus();
    const seen = () =>
      link.evaluate((element) => {
        const { outlineColor, outlineStyle } = getComputedStyle(element);
        const bubble = getComputedStyle(element.closest('.own-bubble') as Element);
        return { outlineStyle, ring: outlineColor, words: bubble.color, under: bubble.backgroundColor };
      });
    await expect.poll(async () => (await seen()).outlineStyle).toBe('solid');
    const { ring, words, under } = await seen();
    expect(ring).toBe(words);
    expect(ring).not.toBe(under);
  });

  it('is an outline around the field with forced colours, where shadows are not drawn, and a border marks the current list item', async () => {
    const page = await shop('active');
    const chat = chatOn(page);
    await chat.open();
    const outline = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return `${outlineWidth} ${outlineStyle}`;
    };
    await chat.composer.focus();
    await expect.poll(() => chat.composer.evaluate(outline)).toBe('2px solid');
    await chat.send('How do I waterproof leather boots?');
    await chat.arrived('How do I waterproof leather boots?');
    const frame = frameOf(page);
    await frame.getByRole('button', { name: 'Menu' }).click();
    await frame.getByRole('menuitem', { name: 'Your conversations' }).click();
    const here = frame.locator('.conversations [aria-current]');
    await here.waitFor();
    await expect.poll(() => here.evaluate((element) => getComputedStyle(element).borderInlineStartWidth)).toBe('6px');

    await page.goto(site.barePage);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo', mode: 'prompt-input' }));
    await chat.composer.focus();
    await expect.poll(() => chat.composer.evaluate(outline)).toBe('2px solid');
  });
});

describe('with reduced motion', () => {
  it('styles that are loaded later do not animate either', async () => {
    const page = await shop('none');
    await chatOn(page).open();
    const running = await frameOf(page).evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const spinner = document.createElement('span');
      spinner.className = 'tool-spinner';
      document.querySelector('.panel')?.append(spinner);
      return { width: getComputedStyle(spinner).width, moving: document.getAnimations().length };
    }, toolCss);
    expect(running).toEqual({ width: '10px', moving: 0 });
  });
});
