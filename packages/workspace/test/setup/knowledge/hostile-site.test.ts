/** A site that wants to be read for ever, to fill the memory, or to lead the server to what only it can reach. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { NAME, type Outside, outside, PUBLIC } from '../../../../realtime-server/test/outgoing/fake-internet.js';
import { type KnowledgeWorkspace, openKnowledgeWorkspace } from '../../support/knowledge-workspace.js';

const SITE = `https://${NAME}`;
const MIB = 2 ** 20;
const TEXT = { 'Content-Type': 'text/html' };

let w: KnowledgeWorkspace;
let world: Outside;
let sent = 0;
afterEach(async () => {
  await w.dispose();
  await world.close();
});

/** Sends zeros until no one takes them, and counts what was taken. */
function endless(response: ServerResponse, bytes: number, piece = Buffer.alloc(65_536, ' ')): void {
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      sent += piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

const leadsTo =
  (to: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(302, { Location: to }).end();
const page =
  (body: string, headers: Record<string, string> = TEXT) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, headers).end(body);

const links = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `<a href="/many/${from + n}">x</a>`).join('');

const ENTITIES = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`).join('')}]><urlset><url><loc>&a8;</loc></url></urlset>`;

const HOSTILE: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/loop-a': leadsTo('/loop-b'),
  '/loop-b': leadsTo('/loop-a'),
  '/itself': leadsTo('/itself'),
  '/longer': leadsTo('/longer/x'),
  '/to-loopback': leadsTo('https://127.0.0.1/'),
  '/to-metadata': leadsTo('https://169.254.169.254/latest/meta-data'),
  '/to-inside': leadsTo('https://inside.example.com/'),
  '/to-number': leadsTo('https://2130706433/'),
  '/to-file': leadsTo('file:///etc/passwd'),
  '/to-script': leadsTo('javascript:alert(1)'),
  '/to-port': leadsTo(`https://${NAME}:8443/`),
  '/gib': (response) => {
    response.writeHead(200, { ...TEXT, 'Content-Length': String(2 ** 30) });
    endless(response, 2 ** 30);
  },
  '/never-ends': (response) => {
    response.writeHead(200, TEXT);
    endless(response, 2 ** 30);
  },
  '/slow': (response) => {
    response.writeHead(200, TEXT);
    const timer = setInterval(() => response.write('x'), 500);
    response.on('close', () => clearInterval(timer));
  },
  '/bomb': page(gzipSync(Buffer.alloc(20 * MIB)).toString('latin1'), { ...TEXT, 'Content-Encoding': 'gzip' }),
  '/wrong-type': page('MZ', { 'Content-Type': 'application/octet-stream' }),
  '/lies': page('\u0000\u0001\u0002'),
  '/deep': page('<div>'.repeat(100_000)),
  '/entities': page(`<main><p>${'&lt;&amp;'.repeat(100_000)}</p></main>`),
  '/many': page(`<main><p>Ten thousand links.</p></main>${links(0, 10_000)}`),
};
const MAPS: Readonly<Record<string, string>> = {
  '/sitemap-a.xml': `<sitemapindex><sitemap><loc>${SITE}/sitemap-b.xml</loc></sitemap><sitemap><loc>${SITE}/sitemap-a.xml</loc></sitemap></sitemapindex>`,
  '/sitemap-b.xml': `<sitemapindex><sitemap><loc>${SITE}/sitemap-a.xml</loc></sitemap><sitemap><loc>https://127.0.0.1/s.xml</loc></sitemap></sitemapindex>`,
  '/sitemap-bomb.xml': ENTITIES,
};
const START = `<main><p>Welcome.</p></main>${Object.keys(HOSTILE)
  .map((path) => `<a href="${path}">x</a>`)
  .join('')}<a href="javascript:alert(1)">x</a><a href="https://10.0.0.1/">x</a><a href="data:text/html,x">x</a>`;

async function begin(robots: (response: ServerResponse) => void): Promise<void> {
  sent = 0;
  world = await outside(({ url = '' }, response) => {
    // A connection that is cut off on the other side is no error here.
    response.on('error', () => undefined);
    if (url === '/robots.txt') return robots(response);
    const map = MAPS[url];
    if (map) return page(map, { 'Content-Type': 'text/xml' })(response);
    if (url === '/') return page(START)(response);
    const own = HOSTILE[url] ?? (url.startsWith('/longer') ? leadsTo(`${url}/x`) : null);
    if (own) return own(response);
    response.writeHead(404).end();
  });
  Object.assign(world.names, { 'inside.example.com': ['10.0.0.5'] });
  w = await openKnowledgeWorkspace(null, { network: world.network });
}

const add = async (maxPages: number) => {
  const website = { startUrl: SITE, maxPages };
  const { body } = await w.call('create', { type: 'website', website, aiAgentIds: [w.agentId] });
  return w.settled(body.sourceId);
};

it('ends in the ledger with reasons, within its bounds, and leads nowhere else', async () => {
  await begin(
    page(`Sitemap: ${SITE}/sitemap-a.xml\nSitemap: /sitemap-bomb.xml\nCrawl-delay: 86400`, {
      'Content-Type': 'text/plain',
    }),
  );
  const source = await add(40);
  expect(source).toMatchObject({ state: 'partly', hasMore: true, pages: { waiting: 0 } });
  const noted = Object.values(source.pages).reduce((all, pages) => all + pages, 0);
  expect(noted).toBeLessThanOrEqual(2 * 40 + 500);

  const { body } = await w.read('get', { sourceId: source.sourceId, limit: '100' });
  const reasons = new Map<string, string>(
    body.pages.items.map(({ address, state, reason }: { address: string; state: string; reason: string }) => [
      address.slice(SITE.length),
      `${state}: ${reason}`,
    ]),
  );
  const expected: Readonly<Record<string, RegExp>> = {
    '/loop-a': /failed: .*without an end/,
    '/itself': /failed: .*without an end/,
    '/longer': /failed: .*without an end/,
    ...Object.fromEntries(
      ['/to-loopback', '/to-metadata', '/to-number'].map((path) => [
        path,
        /^(failed|skipped): .*(public internet|another site)/,
      ]),
    ),
    '/to-inside': /skipped: .*another site/,
    '/to-file': /failed: .*https/,
    '/to-script': /failed: .*https/,
    '/to-port': /failed: .*https/,
    '/gib': /failed: .*larger than 4 MiB/,
    '/never-ends': /failed: .*larger than 4 MiB/,
    '/slow': /failed: .*too long/,
    '/bomb': /failed: .*compress/,
    '/wrong-type': /skipped: .*no page of text/,
    '/lies': /failed: .*not text/,
    '/deep': /skipped: .*nested/,
    '/sitemap-bomb.xml': /failed: .*sitemap was not read/,
  };
  for (const [path, reason] of Object.entries(expected)) expect(reasons.get(path), path).toMatch(reason);
  expect(reasons.get('/many')).toMatch(/^read/);
  expect([...reasons.keys()].filter((path) => /^(javascript|data)|127\.0|10\.0/.test(path))).toEqual([]);

  // Counted where the connections arrive.
  expect(new Set(world.dialled)).toEqual(new Set([`${PUBLIC}:443`]));
  expect(new Set(world.lookups)).toEqual(new Set([NAME]));
  expect(world.dialled.length).toBeLessThan(2 * 40 + 20 + 30);
  // Two pages of at most 4 MiB, and what lies in the sockets' buffers.
  expect(sent).toBeLessThan(32 * MIB);
  await expect.poll(() => world.open()).toBe(0);
});

it('with a robots.txt that never ends is not read, and says so', async () => {
  await begin((response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    endless(response, 2 ** 30, Buffer.from('Disallow: /x\n'.repeat(5_000)));
  });
  const source = await add(40);
  expect(source).toMatchObject({ state: 'failed', problem: expect.stringContaining('512 KiB'), pages: { failed: 1 } });
  expect(world.dialled.length).toBe(1);
  expect(sent).toBeLessThan(16 * MIB);
});

it('that no name leads to has failed with what to do', async () => {
  await begin(page(''));
  world.names = { [NAME]: ['10.0.0.1'] };
  expect(await add(40)).toMatchObject({ state: 'failed', problem: expect.stringContaining('public internet') });
  expect(world.dialled).toEqual([]);
});
