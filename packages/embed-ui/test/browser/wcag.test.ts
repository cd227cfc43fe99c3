// @vitest-environment node
/** A WCAG 2.2 AA checker finds nothing in a chat of the primitives, in the look that is there to copy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { protocolTables } from '../../../../scripts/setup/protocol-tables.mjs';
import { useBrowser } from '../../../../test/support/browser/use-browser.js';
import { accessibilityViolations } from '../../../../test/support/page-checks/accessibility-violations.js';

const browser = useBrowser();
let script = '';
const style = readFileSync(join(import.meta.dirname, '../../../../examples/storybook/src/own-look.css'), 'utf8');

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [protocolTables],
    logLevel: 'silent',
  });
  script = outputFiles[0]?.text ?? '';
});

async function shown(how: { width: number; colorScheme: 'light' | 'dark'; dir: 'ltr' | 'rtl' }): Promise<Page> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.setViewportSize({ width: how.width, height: 800 });
  await page.emulateMedia({ colorScheme: how.colorScheme, reducedMotion: 'reduce' });
  await page.route('https://shop.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en" dir="${how.dir}"><title>Shop</title><meta name="viewport" content="width=device-width">
        <style>${style}</style><main id="app"></main><script type="module" src="/page.js"></script></html>`,
    }),
  );
  await page.route('https://shop.test/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.goto('https://shop.test/');
  await page.waitForFunction(() => 'shown' in window);
  await page.getByRole('group', { name: 'Suggestions' }).waitFor({ state: 'detached' });
  await page.locator('[data-chat="markdown"] strong').first().waitFor();
  return page;
}

describe.each([
  { width: 1_280, colorScheme: 'light', dir: 'ltr' },
  { width: 360, colorScheme: 'dark', dir: 'rtl' },
] as const)('a chat of the primitives, $width pixels wide, $colorScheme, $dir', (how) => {
  it('breaks no rule, and fits its page', async () => {
    const page = await shown(how);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${how.width}.png` });
    expect(await accessibilityViolations(page)).toEqual([]);
    const { scrollWidth, scrollHeight } = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(scrollWidth).toBeLessThanOrEqual(how.width);
    // The page is the chat's own: as high, and of the same colour beside it.
    expect(scrollHeight).toBe(800);
    const colours = await page.evaluate(() =>
      ['body', '.own-look'].map((each) => getComputedStyle(document.querySelector(each) as Element).backgroundColor),
    );
    expect(colours[0]).toBe(colours[1]);
    const log = page.getByRole('log', { name: 'Messages' });
    await expect
      .poll(() => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
      .toBeLessThan(2);
    await log.evaluate((element) => element.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'detached' });
  });
});
