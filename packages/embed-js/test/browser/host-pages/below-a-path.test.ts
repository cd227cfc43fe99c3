// @vitest-environment node
/**
 * A chat server that a proxy has below a path of another site: one line says what is wrong, and nothing half works. `npm test` runs
 * one case, `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../src/index.js';
import { eventually, html, inline, useSitePages } from '../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();
const below = (path: string): string => `${pages.web.chat}/proxied${path}`;

const TAGS: Readonly<Record<string, () => string>> = {
  'the script for any inbox': () => `<script src="${below('/embed/v1.js')}" data-inbox-id="demo"></script>`,
  'the script of an inbox': () => `<script src="${below('/embed/v1/demo.js')}"></script>`,
  'a path of two parts': () => `<script src="${below('/proxied/embed/v1.js')}" data-inbox-id="demo"></script>`,
  'a module': () => `<script type="module" src="${below('/embed/v1.js')}" data-inbox-id="demo"></script>`,
  'a server named with its path': () => pages.tag(`data-inbox-id="demo" data-base-url="${below('')}"`),
  'a server named with its path and a slash': () => pages.tag(`data-inbox-id="demo" data-base-url="${below('/')}"`),
  'a call of init': () =>
    `<script src="${below('/embed/v1.js')}"></script>${inline("ServiceWidget.init({ inboxId: 'demo' })")}`,
};

describe('a server below a path is refused in words', () => {
  it.each(dailyNames(Object.keys(TAGS), ['the script for any inbox']))('%s', async (name) => {
    const { page, warnings, exceptions } = await pages.open(html(`<h1>Shop</h1>${TAGS[name]?.()}`));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toMatch(/config_invalid.*baseUrl: must be an origin: "https:/);
    expect(await page.locator('iframe, service-launcher').count()).toBe(0);
    expect(await page.evaluate(() => [window.ServiceWidget.open(), window.ServiceWidget.isReady()])).toEqual([
      false,
      false,
    ]);
    const findings = await page.evaluate(() => window.ServiceWidget.diagnose());
    expect(findings.map(({ code }) => code)).not.toContain('ok');
    expect(exceptions).toEqual([]);
  });

  it('a script below a path with a server at the root of a host works', async () => {
    const { page, warnings } = await pages.open(
      html(`<script src="${below('/embed/v1.js')}" data-inbox-id="demo" data-base-url="${pages.web.chat}"></script>`),
    );
    await page.waitForFunction(() => window.ServiceWidget?.isReady());
    expect(warnings).toEqual([]);
  });
});
