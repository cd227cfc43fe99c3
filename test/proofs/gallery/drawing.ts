/**
 * What a cell of the gallery looks like, part by part: where each part that has a name lies, how it is painted, and which
 * colour that comes to in the picture. Not the picture itself: kept as pixels it would differ between two machines in every
 * letter, fill the repository, and say only that something is different. This says what.
 *
 * Everything that differs for no reason of ours is held still: fonts (see blocks-font.ts), motion, the cursor, the time and
 * its zone, the signs that come in colour.
 */
import type { Page } from 'playwright-core';
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';
import { blocksFont } from './blocks-font.js';

export interface Part {
  /** By its id, its classes, or what it is. */
  readonly name: string;
  /** Left, top, width, height, in whole CSS pixels. */
  readonly place: readonly [number, number, number, number];
  /** `property value; …`, without what every element has unless told otherwise. */
  readonly style: string;
  /** The mean colour of its place in the picture, `#rrggbb`: what covers it, or is missing in it, shows here. */
  readonly looks: string;
}

/** In the order of the document. */
export type Drawing = readonly Part[];

const STILL = `
  * { font-family: Blocks !important; font-variant-emoji: text !important; caret-color: transparent !important; }
  *, *::before, *::after { animation: none !important; transition: none !important; }
`;

/** Holds still whatever `page` will show. Once, before its first cell. */
export async function holdStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.UTC(2026, 2, 12, 12));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(
    ({ css, font }) => {
      // For every weight, or the browser would make the bold one itself.
      const face = new FontFace('Blocks', font, { weight: '1 1000' });
      document.fonts.add(face);
      void face.load();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    { css: STILL, font: `url(data:font/ttf;base64,${blocksFont().toString('base64')})` },
  );
}

/** Goes to a cell, and returns when it says that it is drawn. What loads on its own may still come. */
export async function visit(page: Page, origin: string, { path, width, height }: GalleryCell): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`${origin}/${path}`);
  await page.locator('[data-drawn]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.load('16px Blocks'));
}

/** How the page looks now. */
export async function drawingOf(page: Page): Promise<Drawing> {
  await page.evaluate(withoutColour);
  const parts = await page.evaluate(partsInView);
  const picture = (await page.screenshot()).toString('base64');
  const looks = await page.evaluate(meansIn, { picture, places: parts.map(({ place }) => place) });
  return parts.map((part, at) => ({ ...part, looks: looks[at] ?? '' }));
}

/** Runs in the page. A sign that insists on its colour ("❤️") takes it from a font of the machine, where that has one. */
function withoutColour(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue?.includes('\ufe0f')) text.nodeValue = text.nodeValue.replaceAll('\ufe0f', '');
}

/** Runs in the page. */
function partsInView(): Omit<Part, 'looks'>[] {
  /** What an element has that nobody has told anything; of these only what differs is said. */
  const PLAIN: Readonly<Record<string, string>> = {
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
    const told = Object.entries(PLAIN).flatMap(([name, plain]) => {
      const value = computed.getPropertyValue(name);
      return value === plain ? [] : [`${name} ${value}`];
    });
    const borders = SIDES.map((side) =>
      ['width', 'style', 'color'].map((what) => computed.getPropertyValue(`border-${side}-${what}`)).join(' '),
    );
    const drawn = SIDES.flatMap((side, at) =>
      borders[at]?.startsWith('0px') ? [] : [`border-${side} ${borders[at]}`],
    );
    return [...told, ...drawn].join('; ');
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

/** Runs in the page, which can read pictures. */
async function meansIn({
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
