/**
 * Every cell of the gallery under a checker for WCAG 2.2 AA, and under one for what only a picture shows: nothing reaches out
 * of its surface, no text is cut without saying so, nothing lies over what can be pressed. All of them in a long run, otherwise
 * a sample in which each template, scheme, surface and state occurs. A broken one leaves its picture in test/.artifacts.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GalleryCell } from '../../packages/widget-app/gallery/start-gallery.mjs';
import { startGallery } from '../../packages/widget-app/gallery/start-gallery.mjs';
import { misplaced } from '../harness/misplaced.js';
import { useBrowser } from '../harness/use-browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = resolve(import.meta.dirname, '../.artifacts/gallery');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const ALL = process.env.LONG === '1';
/** Thousands of cells take their time, and nothing here is about how long. */
const PATIENCE_MS = ALL ? 7_200_000 : 600_000;

const browser = useBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;

beforeAll(async () => {
  gallery = await startGallery(0);
});
afterAll(async () => gallery?.close());

/** One of each state, every time in another template, scheme and surface. */
function sampleOf(all: readonly GalleryCell[]): GalleryCell[] {
  const states = [...new Set(all.map(({ state }) => state))];
  return states.map((state, nth) => {
    const cells = all.filter((cell) => cell.state === state);
    return cells[(nth * 7) % cells.length] as GalleryCell;
  });
}

it('the widget breaks no rule, whatever it looks like and whatever happens in it', {
  timeout: PATIENCE_MS,
}, async () => {
  const all = await gallery.cells();
  const cells = ALL ? all : sampleOf(all);
  for (const axis of ['template', 'scheme', 'surface', 'state'] as const) {
    expect(new Set(cells.map((cell) => cell[axis]))).toEqual(new Set(all.map((cell) => cell[axis])));
  }
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  // A day in the same week for every run, because the chat writes dates as they are seen from today.
  await page.clock.setFixedTime(Date.UTC(2026, 2, 12, 12));
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
    const problems = [...(violations as string[]), ...(await page.evaluate(misplaced))];
    if (problems.length === 0) continue;
    broken[name] = problems;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name.replaceAll(' ', '_')}.png`) });
  }
  console.log(`${cells.length} cells checked`);
  expect(broken).toEqual({});
  expect(visitor.exceptions).toEqual([]);
});
