// @vitest-environment node
/**
 * A proxy that serves the chat server below a path of the site: the chat doesn't start, and one line on the console says that it
 * needs a host of its own; nothing of the main site is asked for. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { QUEUE_STUB } from '../../../../src/script-tag/queue-stub.js';
import { eventually, html, inline, launcher, record, seen, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();
const chat = (): string => pages.web.chat;
const init = (config: string): string => inline(`${QUEUE_STUB}ServiceWidget.init(${config})`);

/** What a page has whose server is at `/chat`. */
const PATHS: Readonly<Record<string, () => string>> = {
  'a tag': () => `<script src="${chat()}/chat/embed/v1.js" data-inbox-id="demo"></script>`,
  'a tag that is a module': () =>
    `<script type="module" src="${chat()}/chat/embed/v1.js" data-inbox-id="demo"></script>`,
  'a tag of an inbox': () => `<script async src="${chat()}/chat/embed/v1/demo.js"></script>`,
  'a tag below a longer path': () =>
    `<script src="${chat()}/apps/chat/embed/v1.js" data-inbox-id="demo" data-mode="embedded"></script>`,
  'a tag of a path in another script': () =>
    `<script src="${chat()}/%E4%BC%9A%E8%AF%9D/embed/v1.js" data-inbox-id="demo"></script>`,
  'init, after a tag without an inbox': () =>
    init("{ inboxId: 'demo' }") + `<script src="${chat()}/chat/embed/v1.js"></script>`,
  'baseUrl in init': () =>
    init(`{ inboxId: 'demo', baseUrl: '${chat()}/chat' }`) + `<script src="${chat()}/embed/v1.js"></script>`,
  'baseUrl in init, with a slash at its end': () =>
    init(`{ inboxId: 'demo', baseUrl: '${chat()}/chat/' }`) + `<script src="${chat()}/embed/v1.js"></script>`,
  'baseUrl in the tag': () =>
    `<script src="${chat()}/embed/v1.js" data-inbox-id="demo" data-base-url="${chat()}/chat"></script>`,
};

describe('a chat server below a path is refused in words, given by', () => {
  it.each(dailyNames(Object.keys(PATHS), ['a tag']))('%s', async (name) => {
    const stub = inline(QUEUE_STUB + record('error'));
    const { page, warnings } = await pages.open(html('<h1>Before</h1>'));
    // As the proxy does, which takes its path away.
    const path = /(?:[/]apps)?[/](?:chat|%E4%BC%9A%E8%AF%9D)[/]embed/;
    await page.route(path, (route) => route.continue({ url: route.request().url().replace(path, '/embed') }));
    const body = html((PATHS[name] as () => string)(), stub);
    await page.goto(pages.web.publish(`/below-${Object.keys(PATHS).indexOf(name)}`, { html: body }));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain(
      'config_invalid: Correct the configuration. baseUrl: must be an origin without a path',
    );
    expect(await seen(page)).toMatchObject([{ code: 'config_invalid' }]);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await launcher(page).count()).toBe(0);
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
    const findings = await page.evaluate(() => window.ServiceWidget.diagnose());
    expect(findings.map(({ code }) => code)).not.toContain('ok');
  });
});

describe('the same server at the root of a host', () => {
  it.each(dailyNames(['', '/'], ['']))('starts with baseUrl "…%s"', async (end) => {
    const { page, warnings } = await pages.open(
      html(init(`{ inboxId: 'demo', baseUrl: '${chat()}${end}' }`) + `<script src="${chat()}/embed/v1.js"></script>`),
    );
    await page.waitForFunction(() => window.ServiceWidget.isReady());
    expect(warnings).toEqual([]);
  });

  it('starts when the script alone is below a path', async () => {
    const tag = `<script src="${chat()}/proxied/embed/v1.js" data-inbox-id="demo" data-base-url="${chat()}"></script>`;
    const { page, warnings } = await pages.open(html(tag));
    await page.waitForFunction(() => window.ServiceWidget?.isReady());
    expect(warnings).toEqual([]);
  });
});
