/**
 * Checks the cells of the gallery against WCAG 2.2 AA, and for layout faults: nothing reaches out of its surface, no text is
 * cut without an ellipsis, nothing covers a control. A long run checks all cells, a short one a third of a sample with each
 * template, scheme, surface and state, each time another third. The picture of a broken cell is saved in test/.artifacts.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { startGallery } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { useBrowser } from '../../support/browser/use-browser.js';
import { layoutFaults } from '../../support/page-checks/layout-faults.js';
import { dailyShare } from '../../support/runs/daily.js';
import { ARTIFACTS } from '../../support/runs/repository.js';
import { oneOfEachState } from './chosen-cells.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = resolve(ARTIFACTS, 'gallery');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL = process.env.LONG === '1';
/** Thousands of cells take long; this is no test of speed. */
const PATIENCE_MS = ALL ? 7_200_000 : 600_000;
/** Pages at a time: a cell mostly waits until it is drawn. */
const PAGES = 3;
/** Progress is logged after so many cells. */
const LOG_EVERY = 250;

const browser = useBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;

beforeAll(async () => {
  gallery = await startGallery(0);
});
afterAll(async () => gallery?.close());

/** A line for every rule that the cell breaks. */
async function problemsOf(page: Page, { path, width, height }: GalleryCell): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.goto(`${gallery.origin}/${path}`);
  await page.locator('[data-drawn]').waitFor({ state: 'attached' });
  const violations = await page.evaluate(`(async () => {
    ${axe};
    const { violations } = await axe.run(document, { runOnly: ${JSON.stringify(RULES)} });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 200) + ' ' + node.any.map((any) => any.message).join(' ')).join(' | '));
  })()`);
  return [...(violations as string[]), ...(await page.evaluate(layoutFaults))];
}

it('the widget breaks no rule in any template, scheme, surface and state', {
  timeout: PATIENCE_MS,
}, async () => {
  const all = await gallery.cells();
  const sample = oneOfEachState(all);
  for (const axis of ['template', 'scheme', 'surface', 'state'] as const) {
    expect(new Set(sample.map((cell) => cell[axis]))).toEqual(new Set(all.map((cell) => cell[axis])));
  }
  const cells = ALL ? all : dailyShare(sample, 3);
  const visitor = await browser.newVisitor();
  // A fixed day, because the chat shows dates relative to today. Set it before there are pages: all pages share the clock,
  // and setting it in one page also changes others that are just opening.
  await visitor.context.clock.setFixedTime(Date.UTC(2026, 2, 12, 12));
  const broken: Record<string, unknown> = {};
  const left = cells.values();
  let checked = 0;
  const checkCells = async (): Promise<void> => {
    const page = await visitor.context.newPage();
    // Without motion, or an element might be measured half faded in.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const cell of left) {
      const problems = await problemsOf(page, cell);
      if (problems.length > 0) {
        broken[cell.name] = problems;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: join(PICTURES, `${cell.name.replaceAll(' ', '_')}.png`) });
      }
      checked += 1;
      if (checked % LOG_EVERY === 0)
        console.log(`${checked} of ${cells.length} cells: ${JSON.stringify(broken)} broken`);
    }
  };
  await Promise.all(Array.from({ length: PAGES }, checkCells));
  console.log(`${cells.length} cells checked`);
  expect(broken).toEqual({});
  expect(visitor.exceptions).toEqual([]);
});
