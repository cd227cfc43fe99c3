/**
 * The chat looks as recorded in drawings.txt: every state of the gallery once, and a conversation in every template, scheme
 * and surface. After a change of its appearance, `npm run gallery -- --keep` records the new one, and the diff shows whether
 * anything else has changed.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { startGallery } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { useBrowser } from '../../support/browser/use-browser.js';
import { dailyShare } from '../../support/runs/daily.js';
import { recordedCells } from './chosen-cells.js';
import { type Drawing, drawingOf, fixAppearance, visit } from './drawing.js';
import { differencesBetween } from './drawing-differences.js';
import { readDrawings, writeDrawings } from './recorded-drawings.js';

/** If set, the drawings are recorded. Words choose the cells whose name has all of them. */
const { GALLERY_KEEP } = process.env;
const RECORDS = GALLERY_KEEP !== undefined;
/** Images and code may load late, so a cell counts as different only when it stays different. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 300;
/** When this many cells differ, the appearance has changed: the others get no patience. */
const ENOUGH = 3;
/** A short run draws one of so many cells. */
const SHARE = 6;

const browser = useBrowser();
let gallery: Awaited<ReturnType<typeof startGallery>>;
let cells: readonly GalleryCell[] = [];
beforeAll(async () => {
  gallery = await startGallery(0);
  cells = recordedCells(await gallery.cells());
});
afterAll(async () => gallery?.close());

async function newPage(): Promise<Page> {
  const { context } = await browser.newVisitor({ timeZone: 'UTC' });
  const page = await context.newPage();
  await fixAppearance(page);
  return page;
}
const later = (page: Page): Promise<unknown> =>
  page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), RETRY_MS);

/** The drawing of the cell once it no longer changes. */
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

async function differencesIn(page: Page, recorded: Drawing, patienceMs: number): Promise<string[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const differences = differencesBetween(recorded, await drawingOf(page));
    if (differences.length === 0 || performance.now() > until) return differences;
    await later(page);
  }
}

if (RECORDS)
  describe('the appearance', () => {
    it('is recorded', { timeout: 1_800_000 }, async () => {
      const page = await newPage();
      const words = GALLERY_KEEP?.split(' ').filter(Boolean) ?? [];
      const before = readDrawings();
      const drawings = new Map<string, Drawing>();
      let recorded = 0;
      for (const cell of cells) {
        const old = before.get(cell.name);
        const wanted = words.every((word) => cell.name.split(' ').includes(word));
        if (!wanted && old) drawings.set(cell.name, old);
        if (!wanted) continue;
        await visit(page, gallery.origin, cell);
        drawings.set(cell.name, await settled(page));
        recorded += 1;
      }
      writeDrawings(drawings);
      console.log(`${recorded} drawings recorded`);
    });
  });
else
  describe('the appearance', () => {
    it('is as recorded, in every state', { timeout: 900_000 }, async () => {
      const recorded = readDrawings();
      expect([...recorded.keys()].sort(), 'recorded cells').toEqual(cells.map(({ name }) => name).sort());
      const page = await newPage();
      const drawn = dailyShare(cells, SHARE, ({ surface }) => surface);
      const changed: Record<string, readonly string[]> = {};
      for (const cell of drawn) {
        await visit(page, gallery.origin, cell);
        const patience = Object.keys(changed).length < ENOUGH ? PATIENCE_MS : 0;
        const differences = await differencesIn(page, recorded.get(cell.name) ?? [], patience);
        if (differences.length > 0) changed[cell.name] = differences;
      }
      expect(changed, 'If the change is intended, record it: npm run gallery -- --keep').toEqual({});
    });

    it.each([
      {
        what: 'less round',
        css: '.own-bubble { border-radius: 3px !important }',
        difference: /^\.bubble\.own-bubble.*: border-radius \S.* → 3px/,
      },
      {
        what: 'of another colour',
        css: '.own-bubble { background: #123456 !important }',
        difference: /^\.bubble\.own-bubble.*: background-color .* → rgb\(18, 52, 86\)/,
      },
      {
        what: 'tighter',
        css: '.own-bubble { padding: 1px !important }',
        difference: /^\.bubble\.own-bubble.*: padding .* → 1px/,
      },
      { what: 'further down', css: '.log { translate: 0 5px }', difference: /at \d+,\d+ → \d+,\d+/ },
      {
        what: 'covered',
        css: 'body::after { content: ""; position: fixed; inset: 0; z-index: 99; background: #800 }',
        difference: /: colour #\w{6} → #8[0-9a-f]0000/,
      },
      { what: 'gone', css: '.composer { display: none !important }', difference: /^\.composer: 1 of them → 0/ },
    ])('is reported as changed when a part is $what', async ({ css, difference }) => {
      const cell = cells.find(({ name }) => name === 'modern light chat-widget conversation') as GalleryCell;
      const page = await newPage();
      await visit(page, gallery.origin, cell);
      const recorded = readDrawings().get(cell.name) ?? [];
      await expect.poll(async () => differencesBetween(recorded, await drawingOf(page))).toEqual([]);
      await page.addStyleTag({ content: css });
      await expect
        .poll(async () => differencesBetween(recorded, await drawingOf(page)))
        .toEqual(expect.arrayContaining([expect.stringMatching(difference)]));
    });
  });
