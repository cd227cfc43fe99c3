/**
 * Every cell of the gallery under a checker for WCAG 2.2 AA: all of them in a long run, otherwise a sample in which each
 * template, scheme, surface and state occurs.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGallery } from '../../packages/widget-app/gallery/start-gallery.mjs';
import { useBrowser } from '../harness/use-browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Shares no factor with the number of cells of a template, a scheme or a surface, so that it walks through all of them. */
const EVERY = process.env.LONG === '1' ? 1 : 23;

const browser = useBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;

beforeAll(async () => {
  gallery = await startGallery(0);
});
afterAll(async () => gallery?.close());

it('the widget breaks no rule, whatever it looks like and whatever happens in it', async () => {
  const all = await gallery.cells();
  const cells = all.filter((_, i) => i % EVERY === 0);
  for (const axis of ['template', 'scheme', 'surface', 'state'] as const) {
    expect(new Set(cells.map((cell) => cell[axis]))).toEqual(new Set(all.map((cell) => cell[axis])));
  }
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  // Without motion, so that nothing is measured half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const broken: Record<string, unknown> = {};
  for (const { name, path, width, height } of cells) {
    await page.setViewportSize({ width, height });
    await page.goto(`${gallery.origin}/${path}`);
    await page.locator('[data-drawn]').waitFor({ state: 'attached' });
    const violations = await page.evaluate(`(async () => {
      ${axe};
      const { violations } = await axe.run(document, { runOnly: ${JSON.stringify(RULES)} });
      return violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 200) + ' ' + node.any.map((any) => any.message).join(' ')).join(' | '));
    })()`);
    if ((violations as string[]).length > 0) broken[name] = violations;
  }
  console.log(`${cells.length} cells checked`);
  expect(broken).toEqual({});
  expect(visitor.exceptions).toEqual([]);
});
