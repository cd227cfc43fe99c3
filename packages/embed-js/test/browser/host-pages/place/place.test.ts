// @vitest-environment node
/**
 * Where the chat is on pages that style, zoom or print their body in ways of their own. One table a kind; several cases
 * share a page. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import { html, iframe, launcher, PANEL, ready, shape, useSitePages } from '../../site-pages.js';
import { CORNER, hits, openPage, setCss } from './place-pages.js';

declare const window: Window & typeof globalThis & { heard: { t: string }[] };

const pages = useSitePages();

const BODIES = {
  transform: 'body{transform:translateX(0)}',
  translate: 'body{translate:0 0 1px}',
  rotate: 'body{rotate:360deg}',
  scale: 'body{scale:.99}',
  filter: 'body{filter:grayscale(1)}',
  'backdrop-filter': 'body{backdrop-filter:blur(1px)}',
  perspective: 'body{perspective:800px}',
  'will-change: transform': 'body{will-change:transform}',
  'will-change: filter': 'body{will-change:filter}',
  'contain: layout': 'body{contain:layout}',
  'contain: paint': 'body{contain:paint}',
  'contain: strict': 'body{contain:strict;height:3000px}',
  'container-type': 'body{container-type:inline-size}',
  'content-visibility': 'body{content-visibility:auto}',
  'zoom: 1.5': 'body{zoom:1.5}',
  'zoom: 0.8': 'body{zoom:.8}',
  'scroll container': 'html,body{height:100%;overflow:hidden}body{overflow:auto;transform:translateZ(0)}',
  'its own stacking order':
    'body{position:relative;z-index:0;isolation:isolate}main{position:relative;z-index:2147483647}',
  'no pointer events': 'body{pointer-events:none}',
  opacity: 'body{opacity:.5}',
  'clip-path': 'body{clip-path:inset(0 50% 0 0)}',
  mask: 'body{mask:linear-gradient(90deg,#000 50%,transparent 50%)}',
  hidden: 'body{visibility:hidden}',
  grid: 'html,body{display:grid;place-items:center}body{gap:40px}',
  'columns from the right': 'html{writing-mode:vertical-rl}body{transform:scale(1)}',
  'small type': 'html{font-size:62.5%}body{font-size:0;line-height:0}',
} as const;

describe('the chat is in the corner of the window, whatever the body has', () => {
  it('each style, on one page', async () => {
    const { page } = await openPage(pages);
    const failed: string[] = [];
    for (const name of dailyNames(Object.keys(BODIES) as (keyof typeof BODIES)[], ['transform', 'zoom: 1.5'])) {
      await setCss(page, BODIES[name]);
      await shape(page, 'panel');
      try {
        await iframe(page).waitFor({ state: 'visible', timeout: 5_000 });
        expect(await launcher(page).boundingBox()).toEqual(CORNER);
        expect(await iframe(page).boundingBox()).toEqual(PANEL);
        expect(await hits(page, CORNER)).toBe('service-launcher');
        expect(await hits(page, PANEL)).toBe('iframe');
      } catch (error) {
        failed.push(`${name}: ${String(error).replace(/\s+/g, ' ').slice(0, 200)}`);
      }
      await shape(page, 'launcher');
    }
    expect(failed).toEqual([]);
  });
});

const CONTAINERS = {
  'without a height': { css: '', height: 600 },
  'with a height': { css: '#c{height:420px}', height: 420 },
  'as high as an unstyled frame': { css: '#c{height:150px}', height: 150 },
  'with a least height': { css: '#c{min-height:300px}', height: 600 },
  'that fills a column': { css: '#t{display:flex;flex-direction:column;height:500px}#c{flex:1}', height: 500 },
  'in a grid': { css: '#t{display:grid;grid-template-rows:480px}', height: 480 },
  'with a height in per cent of nothing': { css: '#c{height:100%}', height: 600 },
} as const;

describe('an embedded chat has the height of its container, or 600 pixels', () => {
  it('also one that is hidden at first, in each container', async () => {
    const { page } = await pages.open(
      html(
        `<section id="t" hidden><div id="c"></div></section>${pages.tag('data-inbox-id="demo" data-mode="embedded" data-container-id="c"')}`,
        '<style>[hidden]{display:none!important}</style>',
      ),
    );
    await ready(page);
    const failed: string[] = [];
    for (const name of dailyNames(Object.keys(CONTAINERS) as (keyof typeof CONTAINERS)[], ['without a height'])) {
      const { css, height } = CONTAINERS[name];
      await setCss(page, css);
      for (const hidden of [true, false])
        await page.evaluate((hidden) => {
          (document.getElementById('t') as HTMLElement).hidden = hidden;
          // As long as it takes to draw it.
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }, hidden);
      const box = await iframe(page).boundingBox();
      if (box?.height !== height) failed.push(`${name}: ${box?.height} for ${height}`);
    }
    expect(failed).toEqual([]);
  });
});

describe('on paper', () => {
  it.each(['panel', 'launcher'] as const)(
    'neither launcher nor frame is printed (%s), and both are there afterwards',
    async (name) => {
      const { page } = await openPage(pages);
      await shape(page, name);
      if (name === 'panel') await iframe(page).waitFor({ state: 'visible' });
      await page.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        const note = (): void => {
          const frame = document.querySelector('iframe') as HTMLElement;
          const box = document.querySelector('service-launcher')?.shadowRoot?.querySelector('div') as HTMLElement;
          seen.push(
            matchMedia('print').matches
              ? `${getComputedStyle(frame).display} ${getComputedStyle(box).display}`
              : 'screen',
          );
        };
        matchMedia('print').addEventListener('change', note);
      });
      await page.pdf();
      expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen[0])).toBe('none none');
      await page.emulateMedia({ media: 'print' });
      await iframe(page).waitFor({ state: 'hidden' });
      expect(await launcher(page).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      await iframe(page).waitFor({ state: name === 'panel' ? 'visible' : 'hidden' });
      expect(await launcher(page).isVisible()).toBe(true);
    },
  );

  it('an owner can hide the chat with a rule of their own', async () => {
    const { page } = await openPage(pages);
    await shape(page, 'panel');
    await iframe(page).waitFor({ state: 'visible' });
    await setCss(page, 'iframe[title="Chat"], service-launcher { display: none !important }');
    expect(await iframe(page).isVisible()).toBe(false);
    expect(await launcher(page).isVisible()).toBe(false);
  });
});

describe('what is seen of the page can be clicked', () => {
  it.each(['panel', 'launcher'] as const)('beside the chat (%s)', async (name) => {
    const { page } = await openPage(pages, '<main style="position:fixed;inset:0">Shop</main>');
    await shape(page, name);
    if (name === 'panel') await iframe(page).waitFor({ state: 'visible' });
    const taken = await page.evaluate(
      ({ panel, corner }) => {
        const found: string[] = [];
        for (let x = 782; x < 1_280; x += 4)
          for (let y = 6; y < 800; y += 4) {
            const inPanel =
              panel && x >= panel.x && x < panel.x + panel.width && y >= panel.y && y < panel.y + panel.height;
            const away = Math.hypot(x - corner.x - corner.width / 2, y - corner.y - corner.height / 2);
            const hit = document.elementFromPoint(x, y)?.localName;
            if (!inPanel && away > corner.width / 2 + 1 && hit !== 'main') found.push(`${hit} at ${x}, ${y}`);
          }
        return found;
      },
      { panel: name === 'panel' ? PANEL : null, corner: CORNER },
    );
    expect(taken).toEqual([]);
  });
});

const ZOOMS = ['html{zoom:1.5}', 'html{zoom:.8}', 'html{zoom:2}body{zoom:1.2}', 'html{zoom:1.25;transform:none}'];
describe('a page with a zoom of its own', () => {
  it('has all of the panel in its window', async () => {
    const { page } = await openPage(pages);
    const failed: string[] = [];
    for (const css of dailyNames(ZOOMS, ['html{zoom:1.5}'])) {
      await setCss(page, css);
      await page.evaluate(() => dispatchEvent(new Event('resize')));
      await shape(page, 'panel');
      await iframe(page).waitFor({ state: 'visible' });
      const box = (await iframe(page).boundingBox()) ?? PANEL;
      if (box.x < 0 || box.y < 0 || box.x + box.width > 1_280 || box.y + box.height > 800 || box.height < 300)
        failed.push(`${css}: ${JSON.stringify(box)}`);
      await shape(page, 'launcher');
    }
    expect(failed).toEqual([]);
  });
});
