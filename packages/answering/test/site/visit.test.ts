/** One visit to a site: what its robots.txt and the source's own paths let be read, what is no page, and a site that asks for fewer requests. */
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { NAME, type Outside, outside } from '../../../realtime-server/test/outgoing/fake-internet.js';
import { createArticleReader } from '../../dist/knowledge/reading/article-reader.js';
import { createSiteVisit } from '../../dist/knowledge/reading/site/site-visit.js';
import type { SiteSettings } from '../../dist/knowledge/reading/site/visit-port.js';

const SITE = `https://${NAME}`;
const MIB = 2 ** 20;
const signal = new AbortController().signal;
const HTML = { 'Content-Type': 'text/html' };

let world: Outside;
const reader = createArticleReader();
afterEach(async () => {
  await world.close();
  await reader.close();
});

async function begin(listener: RequestListener, settings: Partial<SiteSettings> = {}) {
  world = await outside(listener);
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const visit = createSiteVisit(
    { startUrl: `${SITE}/`, maxPages: 50, include: [], exclude: [], ...settings },
    reader,
    { now: () => performance.now(), pause },
    world.network,
  );
  const begun = await visit.begin(signal);
  const read = (path: string) =>
    visit.read(
      { key: path.replace(/(.)\/$/, '$1'), address: `${SITE}${path}`, etag: null, lastModified: null },
      signal,
    );
  return { begun, read, pauses };
}

const page: RequestListener = (_request, response) =>
  void response.writeHead(200, HTML).end('<main><p>We are here.</p></main>');
const withRobots =
  (rules: string): RequestListener =>
  (request, response) =>
    request.url === '/robots.txt'
      ? void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(rules)
      : page(request, response);

it('a folder that robots.txt closes is closed itself', async () => {
  const { read } = await begin(withRobots('User-agent: *\nDisallow: /private/'));
  expect(await read('/private/')).toMatchObject({ kind: 'skipped', reason: expect.stringMatching(/robots/) });
  expect(await read('/private')).toMatchObject({ kind: 'read' });
});

it('rules of a robots.txt hold whatever type it is sent with', async () => {
  const { read } = await begin((request, response) =>
    request.url === '/robots.txt'
      ? void response.writeHead(200, HTML).end('User-agent: *\nDisallow: /private')
      : page(request, response),
  );
  expect(await read('/private')).toMatchObject({ kind: 'skipped', reason: expect.stringMatching(/robots/) });
});

it('a site that answers every address with a large page has no robots.txt', async () => {
  const { begun } = await begin((_request, response) => void response.writeHead(200, HTML).end('x'.repeat(MIB)));
  expect(begun).toMatchObject({ ok: true });
});

it('a path names its folder too', async () => {
  const { read } = await begin(page, { include: ['/help/*'] });
  expect(await read('/help/')).toMatchObject({ kind: 'read' });
  expect(await read('/help/a')).toMatchObject({ kind: 'read' });
  expect(await read('/jobs/')).toMatchObject({ kind: 'skipped' });
});

it('a file without an ending in its address is no page, however large it is, and nothing of it is read', async () => {
  let sent = 0;
  const { read } = await begin((request, response) => {
    if (request.url !== '/download') return page(request, response);
    response.on('error', () => undefined);
    response.writeHead(200, { 'Content-Type': 'application/pdf' });
    const more = (): void => {
      while (!response.destroyed && sent < 64 * MIB) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
      }
    };
    more();
  });
  expect(await read('/download')).toMatchObject({ kind: 'skipped', reason: 'It is no page of text.' });
  expect(sent).toBeLessThan(4 * MIB);
});

it('a site that asks for fewer requests is asked again later, and more slowly from then on', async () => {
  let asked = 0;
  const { read, pauses } = await begin((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    if (request.url?.startsWith('/help') && asked++ % 2 === 0)
      return void response.writeHead(429, { 'Retry-After': '7' }).end();
    page(request, response);
  });
  const before = pauses.length;
  expect(await read('/help/a')).toMatchObject({ kind: 'read' });
  expect(pauses.slice(before)).toEqual([300, 7_000]);
  await read('/jobs');
  expect(pauses.at(-1)).toBe(600);
});

it('a site that goes on asking for fewer requests is left', async () => {
  let asked = 0;
  const { read, pauses } = await begin((request, response) => {
    if (request.url !== '/help') return page(request, response);
    asked += 1;
    response.writeHead(429, { 'Retry-After': '86400' }).end();
  });
  expect(await read('/help')).toMatchObject({ kind: 'failed', isPassing: true });
  expect(asked).toBe(3);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
});

it('the mark of UTF-8 counts for more than the type of a page', async () => {
  const marked = { 'Content-Type': 'text/html; charset=iso-8859-1' };
  const { read } = await begin((request, response) =>
    request.url === '/a' ? void response.writeHead(200, marked).end('\uFEFF<p>Größe</p>') : page(request, response),
  );
  const outcome = await read('/a');
  expect(outcome.kind === 'read' && new TextDecoder().decode(outcome.content)).toContain('Größe');
});
