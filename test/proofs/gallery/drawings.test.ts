/**
 * The chat looks as it is kept in test/gallery: every state of the gallery once, a conversation in every template, scheme and
 * surface. Whoever changes the look on purpose keeps the new one with `npm run gallery -- --keep`, and sees in the diff what
 * else has changed.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { startGallery } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { useBrowser } from '../../support/browser/use-browser.js';
import { dailyShare } from '../../support/runs/daily.js';
import { cellsToKeep } from './chosen-cells.js';
import { type Drawing, drawingOf, holdStill, visit } from './drawing.js';
import { whatMoved } from './drawing-differences.js';
import { keepDrawings, readDrawings } from './recorded-drawings.js';

/** Set: keeps. To words: only the cells whose name has all of them. */
const { GALLERY_KEEP } = process.env;
const KEEPS = GALLERY_KEEP !== undefined;
/** What loads on its own comes when it comes; only a cell that stays different is different. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 300;
/** When so many are different it is the look that has changed, and not the machine that is slow. */
const ENOUGH = 3;
/** In a short run one of so many cells is drawn. */
const SHARE = 3;

const browser = useBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;
let cells: readonly GalleryCell[] = [];
beforeAll(async () => {
  gallery = await startGallery(0);
  cells = cellsToKeep(await gallery.cells());
});
afterAll(async () => gallery?.close());

async function stillPage(): Promise<Page> {
  const { context } = await browser.newVisitor({ timeZone: 'UTC' });
  const page = await context.newPage();
  await holdStill(page);
  return page;
}
const later = (page: Page): Promise<unknown> =>
  page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), LOOK_AGAIN_MS);

/** The cell as it stays. */
async function settled(page: Page): Promise<Drawing> {
  let before: Drawing = [];
  for (let same = 0; same < 4; ) {
    const now = await drawingOf(page);
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    before = now;
    await later(page);
  }
  return before;
}

async function differencesIn(page: Page, kept: Drawing, patienceMs: number): Promise<string[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const moved = whatMoved(kept, await drawingOf(page));
    if (moved.length === 0 || performance.now() > until) return moved;
    await later(page);
  }
}

if (KEEPS)
  describe('the look', () => {
    it('is kept', { timeout: 1_800_000 }, async () => {
      const page = await stillPage();
      const words = GALLERY_KEEP?.split(' ').filter(Boolean) ?? [];
      const before = readDrawings();
      const drawings = new Map<string, Drawing>();
      let anew = 0;
      for (const cell of cells) {
        const kept = before.get(cell.name);
        const wanted = words.every((word) => cell.name.split(' ').includes(word));
        if (!wanted && kept) drawings.set(cell.name, kept);
        if (!wanted) continue;
        await visit(page, gallery.origin, cell);
        drawings.set(cell.name, await settled(page));
        anew += 1;
      }
      keepDrawings(drawings);
      console.log(`${anew} drawings kept anew`);
    });
  });
else
  describe('the look', () => {
    it('is as it was kept, in every state', { timeout: 900_000 }, async () => {
      const kept = readDrawings();
      expect([...kept.keys()].sort(), 'what is kept, and what there is').toEqual(cells.map(({ name }) => name).sort());
      const page = await stillPage();
      const drawn = dailyShare(cells, SHARE, ({ surface }) => surface);
      const moved: Record<string, readonly string[]> = {};
      for (const cell of drawn) {
        await visit(page, gallery.origin, cell);
        const patience = Object.keys(moved).length < ENOUGH ? PATIENCE_MS : 0;
        const differences = await differencesIn(page, kept.get(cell.name) ?? [], patience);
        if (differences.length > 0) moved[cell.name] = differences;
      }
      expect(moved, 'Was it meant? Then keep it: npm run gallery -- --keep').toEqual({});
    });

    it.each([
      {
        what: 'less round',
        css: '.own-bubble { border-radius: 3px !important }',
        said: /^\.bubble\.own-bubble.*: border-radius \S.* → 3px/,
      },
      {
        what: 'of another colour',
        css: '.own-bubble { background: #123456 !important }',
        said: /^\.bubble\.own-bubble.*: background-color .* → rgb\(18, 52, 86\)/,
      },
      {
        what: 'tighter',
        css: '.own-bubble { padding: 1px !important }',
        said: /^\.bubble\.own-bubble.*: padding .* → 1px/,
      },
      { what: 'further down', css: '.log { translate: 0 5px }', said: /at \d+,\d+ → \d+,\d+/ },
      {
        what: 'covered',
        css: 'body::after { content: ""; position: fixed; inset: 0; z-index: 99; background: #800 }',
        said: /: looks #\w{6} → #8[0-9a-f]0000/,
      },
      { what: 'gone', css: '.composer { display: none !important }', said: /^\.composer: 1 of them → 0/ },
    ])('is seen to change when a part is $what', async ({ css, said }) => {
      const cell = cells.find(({ name }) => name === 'modern light chat-widget conversation') as GalleryCell;
      const page = await stillPage();
      await visit(page, gallery.origin, cell);
      const kept = readDrawings().get(cell.name) ?? [];
      await expect.poll(async () => whatMoved(kept, await drawingOf(page))).toEqual([]);
      await page.addStyleTag({ content: css });
      await expect
        .poll(async () => whatMoved(kept, await drawingOf(page)))
        .toEqual(expect.arrayContaining([expect.stringMatching(said)]));
    });
  });
