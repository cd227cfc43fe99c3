/**
 * Describes a cell of the gallery part by part: the place and style of each named part, and its mean colour in the
 * screenshot. The screenshot itself is not stored: its pixels differ between machines in every letter, need much space in the
 * repository, and a comparison of pixels doesn't show what has changed.
 *
 * Everything that differs without a change of ours is fixed: fonts (see blocks-font.ts), motion, the cursor, the time and its
 * zone, coloured characters.
 */
import type { Page } from 'playwright-core';
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { blocksFont } from './blocks-font.js';

export interface Part {
  /** Its id, its classes, or its element name. */
  readonly name: string;
  /** Left, top, width, height, in whole CSS pixels. */
  readonly place: readonly [number, number, number, number];
  /** `property value; …`, without properties that have their initial value. */
  readonly style: string;
  /** The mean colour of its place in the screenshot, `#rrggbb`. It reveals what covers the part, or is missing in it. */
  readonly colour: string;
}

/** In the order of the document. */
export type Drawing = readonly Part[];

const FIXED_CSS = `
  * { font-family: Blocks !important; font-variant-emoji: text !important; caret-color: transparent !important; }
  *, *::before, *::after { animation: none !important; transition: none !important; }
`;

/** Makes `page` draw the same on every machine. Call it once, before its first cell. */
export async function fixAppearance(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.UTC(2026, 2, 12, 12));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(
    ({ css, font }) => {
      // One face for every weight, or the browser would synthesize a bold one.
      const face = new FontFace('Blocks', font, { weight: '1 1000' });
      document.fonts.add(face);
      void face.load();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    { css: FIXED_CSS, font: `url(data:font/ttf;base64,${blocksFont().toString('base64')})` },
  );
}

/** Opens a cell. Resolves when the cell reports that it is drawn; images and code may still load. */
export async function visit(page: Page, origin: string, { path, width, height }: GalleryCell): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`${origin}/${path}`);
  await page.locator('[data-drawn]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.load('16px Blocks'));
}

/** The drawing of the page as it is now. */
export async function drawingOf(page: Page): Promise<Drawing> {
  await page.evaluate(removeColourSelectors);
  const parts = await page.evaluate(partsInView);
  const picture = (await page.screenshot()).toString('base64');
  const colours = await page.evaluate(meanColours, { picture, places: parts.map(({ place }) => place) });
  return parts.map((part, at) => ({ ...part, colour: colours[at] ?? '' }));
}

/** Runs in the page. A character with an emoji selector ("❤️") is drawn with the machine's emoji font, if there is one. */
function removeColourSelectors(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue?.includes('\ufe0f')) text.nodeValue = text.nodeValue.replaceAll('\ufe0f', '');
}

/** Runs in the page. */
function partsInView(): Omit<Part, 'colour'>[] {
  /** The recorded properties with their initial values. Only other values are recorded. */
  const INITIAL: Readonly<Record<string, string>> = {
    color: '',
    'background-color': 'rgba(0, 0, 0, 0)',
    'background-image': 'none',
    'border-radius': '0px',
    'box-shadow': 'none',
    opacity: '1',
    padding: '0px',
    'font-size': '16px',
    'font-weight': '400',
    'text-align': 'start',
    'text-decoration-line': 'none',
  };
  const SIDES = ['top', 'right', 'bottom', 'left'];
  const styleOf = (element: Element): string => {
    const computed = getComputedStyle(element);
    const changed = Object.entries(INITIAL).flatMap(([name, initial]) => {
      const value = computed.getPropertyValue(name);
      return value === initial ? [] : [`${name} ${value}`];
    });
    const borders = SIDES.map((side) =>
      ['width', 'style', 'color'].map((what) => computed.getPropertyValue(`border-${side}-${what}`)).join(' '),
    );
    const drawn = SIDES.flatMap((side, at) =>
      borders[at]?.startsWith('0px') ? [] : [`border-${side} ${borders[at]}`],
    );
    return [...changed, ...drawn].join('; ');
  };
  const nameOf = (element: Element): string => {
    const classes = [...element.classList].map((each) => `.${each}`).join('');
    return element.id && !element.id.startsWith('entry-') ? `#${element.id}` : classes || element.localName;
  };
  const elements = [...document.body.querySelectorAll('*')].filter((element) => {
    if (element.closest('svg, [hidden], .visually-hidden, script')) return false;
    return element.matches('[id], [class], button, a, input, textarea, select') && element.checkVisibility();
  });
  return elements.flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 1 || height < 1 || left >= innerWidth || top >= innerHeight || left + width <= 0 || top + height <= 0)
      return [];
    const [x, y, w, h] = [left, top, width, height].map(Math.round) as [number, number, number, number];
    return [{ name: nameOf(element), place: [x, y, w, h] as const, style: styleOf(element) }];
  });
}

/** Runs in the page, because a browser can decode the screenshot. */
async function meanColours({
  picture,
  places,
}: {
  readonly picture: string;
  readonly places: readonly Part['place'][];
}): Promise<string[]> {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!canvas) return [];
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  return places.map(([x, y, w, h]) => {
    const [from, to] = [Math.max(x, 0), Math.min(x + w, width)];
    const sums = [0, 0, 0];
    let count = 0;
    for (let row = Math.max(y, 0); row < Math.min(y + h, height); row++)
      for (let column = from; column < to; column++, count++)
        for (const channel of [0, 1, 2])
          sums[channel] = (sums[channel] ?? 0) + (data[4 * (row * width + column) + channel] ?? 0);
    return `#${sums
      .map((sum) =>
        Math.round(sum / Math.max(count, 1))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  });
}
