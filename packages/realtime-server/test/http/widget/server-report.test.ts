/** What the server reports to a page that looks for a fault: whether this page may show this inbox, and nothing else of it. */
import { readServerReport } from '@service/protocol';
import { expect, it } from 'vitest';
import { pages } from '../test-app.js';

async function ask(path: string, headers: Record<string, string> = { Origin: 'http://shop.test' }) {
  const response = await pages({ name: 'Secret shop' }).request(path, { headers });
  const code = await response.text();
  return { response, code, report: readServerReport(JSON.parse(/^export default (.*);$/.exec(code)?.[1] ?? 'null')) };
}

it('comes as a script from the loader’s own address, of every version, on any page, and never from a cache', async () => {
  for (const path of ['/embed/v1.js?about=demo&once=1', '/embed/1.2.3/loader.js?about=demo']) {
    const { response, report } = await ask(path);
    expect(report).toEqual({ version: '1.2.3', now: 0, allowed: true, crossSite: false });
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

it('is the same no for an inbox that isn’t there and a page that may not show it', async () => {
  const foreign = await ask('/embed/v1.js?about=demo', { Origin: 'http://other.test' });
  expect(foreign.report?.allowed).toBe(false);
  for (const path of ['/embed/v1.js?about=nothing', '/embed/v1.js?about=', '/embed/v1.js?about=..%2Fdemo'])
    expect((await ask(path)).code).toBe(foreign.code);
  expect((await ask('/embed/v1.js?about=demo', {})).code).toBe(foreign.code);
  expect(foreign.code).not.toContain('Secret');
});

it('carries nothing of what was asked, so that nothing can be put into the script', async () => {
  const { code } = await ask(`/embed/v1.js?about=${encodeURIComponent('";alert(1)//')}`);
  expect(code).not.toContain('alert');
});

it('tells whether the browser says that page and server are two sites', async () => {
  const { report } = await ask('/embed/v1.js?about=demo', {
    Origin: 'http://shop.test',
    'Sec-Fetch-Site': 'cross-site',
  });
  expect(report?.crossSite).toBe(true);
});
