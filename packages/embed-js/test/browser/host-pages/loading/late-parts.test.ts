// @vitest-environment node
/**
 * What is loaded after the script does not come, though its server is there: no launcher that does nothing, and an error that says why. `npm test` runs one case,
 * `npm run test:long` all.
 */
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { eventually, html, inline, launcher, record, seen, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();
const CORS = { 'Access-Control-Allow-Origin': '*' };

/** What a request for a part is answered with. */
const ANSWERS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'a network that breaks': (route) => route.abort(),
  'a policy or a blocker': (route) => route.abort('blockedbyclient'),
  'a CDN that knows no such file': (route) => route.fulfill({ status: 404, headers: CORS, body: 'Not found' }),
  'a CDN without the header for other origins': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
  'a cache that answers with the script itself': async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${pages.web.chat}/embed/v1/demo.js` }) }),
  'a proxy that answers with a page': (route) =>
    route.fulfill({ headers: CORS, contentType: 'text/html', body: '<!doctype html>' }),
  'a proxy that has changed it': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `/* scanned */ ${await response.text()}` });
  },
};

describe('a part of the script is answered by', () => {
  it.each(dailyNames(Object.keys(ANSWERS), ['a cache that answers with the script itself']))('%s', async (name) => {
    const { page, warnings, exceptions } = await pages.open(
      html(
        pages.inboxTag('demo', 'data-prefetch="intent"') +
          inline(`addEventListener('load', () => { ${record('error')} })`),
      ),
    );
    await launcher(page).waitFor();
    await page.route(/embed[/]v1[/]demo[.]js[?]/, ANSWERS[name] as (route: Route) => Promise<void>);
    await launcher(page).click();
    await eventually(async () => expect(await seen(page)).toMatchObject([{ code: 'script_refused' }]));
    // The frame, which the same server has sent, is there: what is refused twice is refused.
    await launcher(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
    expect(warnings.filter((line) => line.includes('script_refused'))).toHaveLength(1);
    expect(exceptions).toEqual([]);
    await page.unroute(/embed[/]v1[/]demo[.]js[?]/);
    expect(await page.evaluate(() => window.ServiceWidget.diagnose().then(([first]) => first?.code))).toBeTruthy();
  });
});
