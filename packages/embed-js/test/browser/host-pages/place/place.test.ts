// @vitest-environment node
/**
 * Where the chat is on pages that style, cover or print their body in ways of their own. One table a kind; several cases
 * share a page. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  iframe,
  launcher,
  PANEL,
  ready,
  shape,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window & typeof globalThis & { heard: { t: string }[] };

const pages = useSitePages();

/** The launcher in a window of 1,280 by 800. */
const CORNER = { x: 1_208, y: 728, width: 56, height: 56 } as const;
const TALL = '<main style="height:3000px"><h1>Shop</h1></main>';

const openPage = async (body = TALL, head = '') => {
  const hasWindows = body.includes('requestFullscreen');
  const opened = await pages.open(html(body + pages.tag('data-inbox-id="demo"'), head), {}, { hasWindows });
  await ready(opened.page);
  await launcher(opened.page).waitFor();
  return opened;
};

const setCss = (page: Page, css: string): Promise<void> =>
  page.evaluate((css) => {
    const id = 'case';
    const sheet = document.getElementById(id) ?? document.head.appendChild(document.createElement('style'));
    sheet.id = id;
    sheet.textContent = css;
    scrollTo(0, 400);
  }, css);

/** What is at the middle of a box: the element whose own it is, also in the launcher's shadow root. */
const hits = (page: Page, { x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(
    ([x, y]) => document.elementFromPoint(x as number, y as number)?.localName,
    [x + width / 2, y + height / 2],
  );

/** Types into the chat with the pointer and the keyboard, as a visitor does. */
async function writes(page: Page, text: string): Promise<void> {
  const field = page.frameLocator('iframe[src*="/widget/"]').getByLabel('Message');
  await eventually(async () => {
    await field.click({ timeout: 2_000 });
    await page.keyboard.type(text);
    expect(await field.inputValue()).toContain(text);
  });
}

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
    const { page } = await openPage();
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

/** What a page's own dialog looks like, and its button that opens the chat. */
const HELP = '<h2>Payment</h2><button id="help" onclick="window.answered = ServiceWidget.open()">Chat with us</button>';
const MODALS = {
  'a modal dialog': {
    body: `<dialog id="d">${HELP}</dialog>`,
    show: () => (document.querySelector('#d') as HTMLDialogElement).showModal(),
    end: () => (document.querySelector('#d') as HTMLDialogElement).close(),
  },
  'a dialog that moves and cuts what it has': {
    body: `<dialog id="d" style="transform:scale(1);overflow:hidden;contain:paint;width:300px;height:200px">${HELP}</dialog>`,
    show: () => (document.querySelector('#d') as HTMLDialogElement).showModal(),
    end: () => (document.querySelector('#d') as HTMLDialogElement).close('done'),
  },
  'a dialog over another one': {
    body: `<dialog id="b"><p>On top</p>${HELP}</dialog><dialog id="d"><p>Below</p></dialog>`,
    show: () => {
      for (const id of ['#d', '#b']) (document.querySelector(id) as HTMLDialogElement).showModal();
    },
    end: () => {
      for (const id of ['#b', '#d']) (document.querySelector(id) as HTMLDialogElement).close();
    },
  },
  'a dialog inside of another one': {
    body: `<dialog id="d"><p>Outer</p><dialog id="b">${HELP}</dialog></dialog>`,
    show: () => {
      for (const id of ['#d', '#b']) (document.querySelector(id) as HTMLDialogElement).showModal();
    },
    end: () => {
      for (const id of ['#b', '#d']) (document.querySelector(id) as HTMLDialogElement).close();
    },
  },
  'a dialog of a web component': {
    body: `<sl-dialog id="s" open><div>${HELP}</div></sl-dialog>`,
    show: () => {
      const host = document.querySelector('#s') as HTMLElement;
      const root = host.attachShadow({ mode: 'open' });
      root.append(Object.assign(document.createElement('dialog'), { id: 'd' }));
      (root.querySelector('dialog') as HTMLElement).append(document.createElement('slot'));
      (root.querySelector('dialog') as HTMLDialogElement).showModal();
    },
    end: () => document.querySelector('#s')?.shadowRoot?.querySelector('dialog')?.close(),
  },
  'a full screen': {
    body: `<div id="p" style="background:#ddd;height:400px"><button onclick="p.requestFullscreen()">Full screen</button>${HELP}</div>`,
    show: null,
    end: () => document.exitFullscreen(),
  },
} as const;

/** What `open()` has answered. */
const answered = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { answered: unknown }).answered);

describe('open() from what covers the page', () => {
  const names = dailyNames(Object.keys(MODALS) as (keyof typeof MODALS)[], ['a modal dialog']);
  it.each(names)('the visitor can write to the chat in %s, and after it', async (name) => {
    const { body, show, end } = MODALS[name];
    const { page, warnings } = await openPage(TALL + body);
    await chatFrame(page).evaluate(() => Object.assign(window, { mark: 'the same' }));
    if (show) await page.evaluate(show);
    else {
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.waitForFunction(() => document.fullscreenElement);
    }
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await eventually(async () =>
      expect(await chatFrame(page).evaluate(() => window.heard.filter(({ t }) => t === 'open').length)).toBe(1),
    );
    expect(await answered(page)).toBe(true);
    await shape(page, 'panel');
    await iframe(page).waitFor({ state: 'visible' });
    const box = await iframe(page).boundingBox();
    if (show) expect(box).toEqual(PANEL);
    await writes(page, 'my card');
    await page.evaluate(end);
    await eventually(async () => expect(await page.locator('html > iframe').boundingBox()).toEqual(PANEL));
    await eventually(async () => expect(await hits(page, PANEL)).toBe('iframe'));
    await writes(page, ' is refused');
    expect(await chatFrame(page).evaluate(() => (window as unknown as { mark: string }).mark)).toBe('the same');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a modal dialog in a browser that would reload the frame', 'a modal dialog', 'moveBefore'],
    ['a full screen in a browser without popovers', 'a full screen', 'showPopover'],
  ] as const)('%s is in the way: an error says so, and nothing opens', async (_what, name, missing) => {
    const { body, show } = MODALS[name];
    const without = `<script>delete Element.prototype.${missing}; delete HTMLElement.prototype.${missing}</script>`;
    const { page, warnings } = await openPage(TALL + body, without);
    if (show) await page.evaluate(show);
    else {
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.waitForFunction(() => document.fullscreenElement);
    }
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await eventually(() => expect(warnings.join()).toContain('modal_in_the_way'));
    expect(await answered(page)).toBe(false);
    expect(await chatFrame(page).evaluate(() => window.heard.map(({ t }) => t))).not.toContain('open');
  });
});

it('a video in full screen is in the way: open() answers false, and true when it has ended', async () => {
  const { page, warnings } = await openPage(
    '<video id="v" controls></video><button onclick="v.requestFullscreen()">Full screen</button>',
  );
  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.waitForFunction(() => document.fullscreenElement);
  expect(await page.evaluate(() => window.ServiceWidget.open())).toBe(false);
  await eventually(() => expect(warnings.join()).toContain('modal_in_the_way'));
  expect(await heardBy(page, 'open')).toEqual([]);
  await page.evaluate(() => document.exitFullscreen());
  expect(await page.evaluate(() => window.ServiceWidget.open())).toBe(true);
  await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
});

describe('on paper', () => {
  it.each(['panel', 'launcher'] as const)(
    'neither launcher nor frame is printed (%s), and both are there afterwards',
    async (name) => {
      const { page } = await openPage();
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
    const { page } = await openPage();
    await shape(page, 'panel');
    await iframe(page).waitFor({ state: 'visible' });
    await setCss(page, 'iframe[title="Chat"], service-launcher { display: none !important }');
    expect(await iframe(page).isVisible()).toBe(false);
    expect(await launcher(page).isVisible()).toBe(false);
  });
});

describe('what is seen of the page can be clicked', () => {
  it.each(['panel', 'launcher'] as const)('beside the chat (%s)', async (name) => {
    const { page } = await openPage('<main style="position:fixed;inset:0">Shop</main>');
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
    const { page } = await openPage();
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
