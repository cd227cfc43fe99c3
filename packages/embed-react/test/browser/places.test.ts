// @vitest-environment node
/**
 * `<ServiceWidget>` wherever React draws: its element is known by reference, so it may be where no id is found. `npm test` runs one
 * case, `npm run test:long` all.
 */
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { protocolTables } from '../../../../scripts/setup/protocol-tables.mjs';
import { dailyNames } from '../../../../test/support/runs/daily.js';
import { eventually, html, useSitePages } from '../../../embed-js/test/browser/site-pages.js';

interface ReactPage {
  /** Draws the component as a root in `element`, or from a root in the page through a portal into it. */
  draw(element: Element | DocumentFragment, how?: 'portal'): () => void;
  connect?: unknown;
}
declare const window: Window & typeof globalThis & ReactPage;

const pages = useSitePages();

const APP = `
import { createElement, StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ServiceWidget } from '@service/embed-react';
window.draw = (element, how) => {
  const widget = createElement(ServiceWidget, { inboxId: 'demo', baseUrl: BASE_URL, style: { height: 400 } });
  const root = createRoot(how ? document.body.appendChild(document.createElement('div')) : element);
  root.render(createElement(StrictMode, null, how ? createPortal(widget, element) : widget));
  return () => root.unmount();
};`;

const PLACES: Readonly<Record<string, () => (() => void) | Promise<() => void>>> = {
  'a shadow root': () => {
    const host = document.body.appendChild(document.createElement('section'));
    return window.draw(host.attachShadow({ mode: 'open' }));
  },
  'a closed shadow root': () => {
    const host = document.body.appendChild(document.createElement('section'));
    return window.draw(host.attachShadow({ mode: 'closed' }));
  },
  'a shadow root in a shadow root': () => {
    const host = document.body.appendChild(document.createElement('section'));
    const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('section'));
    return window.draw(inner.attachShadow({ mode: 'open' }));
  },
  'a portal into the page': () => window.draw(document.body, 'portal'),
  'a portal into a shadow root': () => {
    const host = document.body.appendChild(document.createElement('section'));
    return window.draw(host.attachShadow({ mode: 'open' }), 'portal');
  },
  'a portal into a frame': () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    return window.draw((frame.contentDocument as Document).body, 'portal');
  },
  'a portal into a popup': () => window.draw((open('', '', 'width=500,height=600') as Window).document.body, 'portal'),
  'an element that is not in the page yet': () => {
    const element = document.createElement('div');
    const end = window.draw(element);
    document.body.append(element);
    return end;
  },
};

let app = '';
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    alias: {
      '@service/embed-react': `${import.meta.dirname}/../../src/index.ts`,
      '@service/embed-js': `${import.meta.dirname}/../../../embed-js/src/index.ts`,
    },
    define: { __VERSION__: '"0.0.0"', __WIDGET_URL__: '""', 'process.env.NODE_ENV': '"development"' },
    plugins: [protocolTables],
  });
  app = outputFiles[0]?.text ?? '';
});

const chatOf = (page: Page): Frame | undefined =>
  page
    .context()
    .pages()
    .flatMap((each) => each.frames())
    .find((frame) => frame.url().includes('/widget/'));

describe('the component is drawn, and its chat connects, in', () => {
  it.each(dailyNames(Object.keys(PLACES), ['a shadow root']))('%s', async (name) => {
    const script = `const BASE_URL = '${pages.web.chat}';\n${app}`.replaceAll('</script', '<\\/script');
    const { page, warnings, exceptions } = await pages.open(html(`<script type="module">${script}</script>`));
    await page.waitForFunction(() => 'draw' in window);
    await page.evaluate(`(async () => { window.end = await (${PLACES[name]})() })()`);
    await eventually(async () =>
      expect(await chatOf(page)?.evaluate(() => JSON.stringify(window.connect))).toContain('"embedded"'),
    );
    expect([warnings, exceptions]).toEqual([[], []]);
    await page.evaluate('window.end()');
    await eventually(() => expect(chatOf(page)).toBeUndefined());
  });
});
