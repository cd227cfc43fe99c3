/** Which addresses of a site are one page, which are read, and what its robots.txt asks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsPattern, isChosen } from '../../src/knowledge/reading/site/address-pattern.js';
import { pageAddress } from '../../src/knowledge/reading/site/page-address.js';
import { readLinks, readSitemap } from '../../src/knowledge/reading/site/read-links.js';
import { mayRead, readRobots } from '../../src/knowledge/reading/site/robots.js';

const SITE = { origin: 'https://www.shop.example' };
const keyOf = (written: string): string | null => pageAddress(written, `${SITE.origin}/help/`, SITE)?.key ?? null;

describe('an address', () => {
  it.each([
    ['/help/returns/', '/help/returns'],
    ['returns', '/help/returns'],
    ['/help/returns#cost', '/help/returns'],
    ['/help/returns?utm_source=x&fbclid=1', '/help/returns'],
    ['/help?b=2&a=1', '/help?a=1&b=2'],
    ['http://shop.example/help//returns', '/help/returns'],
    ['https://shop.example:443/%7ehelp', '/~help'],
    ['//www.shop.example/', '/'],
    ['?page=2', '/help?page=2'],
  ])('%s is the page %s', (written, key) => expect(keyOf(written)).toBe(key));

  it.each([
    'https://other.example/',
    'https://shop.example.evil.example/',
    'https://shop.example:8443/',
    'https://user@shop.example/',
    'javascript:alert(1)',
    'mailto:a@shop.example',
    'data:text/html,x',
    'https://10.0.0.1/',
    '//[',
    `/${'x'.repeat(3_000)}`,
  ])('%s is no page of the site', (written) => expect(keyOf(written)).toBeNull());

  it('is the same page again, however often it is written anew', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const page = pageAddress(url, url, { origin: new URL(url).origin });
        if (page) expect(pageAddress(page.address, page.address, { origin: new URL(url).origin })?.key).toBe(page.key);
      }),
    );
  });
});

describe('a pattern', () => {
  it.each([
    ['/help/*', '/help/a/b', true],
    ['/help/*', '/help', false],
    ['/help*', '/help', true],
    ['*.html', '/a/b.html', true],
    ['/*/b', '/a/b', true],
    ['/a*a', '/a', false],
    ['/a.b', '/axb', false],
    ['*', '/anything?x=1', true],
  ])('%s and %s: %s', (pattern, text, fits) => expect(fitsPattern(text, pattern)).toBe(fits));

  it('with many stars takes no longer than a few readings of the text', () => {
    expect(fitsPattern('a'.repeat(2_000), `${'*a'.repeat(100)}*b`)).toBe(false);
  });

  it('that excludes counts for more than one that includes', () => {
    const choice = { include: ['/help/*'], exclude: ['/help/old*'] };
    expect(['/help/a', '/help/old/a', '/jobs'].map((key) => isChosen([key], choice))).toEqual([true, false, false]);
  });
});

describe('robots.txt', () => {
  const robots = readRobots(
    '\uFEFFUser-agent: other\nDisallow: /\n\nUser-agent: *\nUser-agent: bots # all\nDisallow: /private\nAllow: /private/open$\nDisallow: /*.php\nCrawl-delay: 3600\nSitemap: /map.xml',
  );
  it.each([
    ['/', true],
    ['/private/a', false],
    ['/private/open', true],
    ['/private/open/more', false],
    ['/a.php?x', false],
  ])('%s may be read: %s', (key, may) => expect(mayRead(key, robots)).toBe(may));

  it('names sitemaps, and a delay that is bounded', () => {
    expect(robots).toMatchObject({ sitemaps: ['/map.xml'], delayMs: 5_000 });
  });

  it('speaks to this reader by its name before it speaks to all', () => {
    const own = readRobots('User-agent: *\nDisallow: /\nUser-agent: service-chat\nDisallow: /x');
    expect([mayRead('/a', own), mayRead('/x', own)]).toEqual([true, false]);
  });

  it('of any kind can be read', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, key) => typeof mayRead(key, readRobots(text)) === 'boolean'),
    );
  });
});

it('links are those of a page, each once, and as many as a page has', () => {
  const many = Array.from({ length: 2_500 }, (_, n) => `<a href="/${n}">x</a>`).join('');
  const read = readLinks(
    `<base href="/de/"><link rel="canonical" href="/own"><a href="/0">x</a>${many}<img src="/i.png">`,
  );
  expect(read).toMatchObject({ base: '/de/', canonical: '/own', hasMore: true });
  expect(read.links).toHaveLength(2_000);
  expect(new Set(read.links).size).toBe(2_000);
});

it('a page that is nested without an end is read as far as pages are', () => {
  const deep = '<div>'.repeat(800_000);
  expect(readLinks(`<a href="/a">x</a>${deep}<a href="/b">x</a>`)).toMatchObject({ links: ['/a'], hasMore: true });
  expect(readSitemap(`<url><loc>/a</loc></url>${'<x>'.repeat(800_000)}`)).toMatchObject({
    pages: ['/a'],
    hasMore: true,
  });
});

it('a sitemap names pages and other sitemaps', () => {
  const xml = '<urlset><url><loc> https://a.example/?a=1&amp;b=2 </loc></url></urlset>';
  expect(readSitemap(xml).pages).toEqual(['https://a.example/?a=1&b=2']);
  const index = '<sitemapindex><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>';
  expect(readSitemap(index)).toMatchObject({ pages: [], sitemaps: ['/b.xml'] });
});
