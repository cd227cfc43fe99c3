/** Reading a site that someone else named: where it may lead, how much is read, and what counts as a text. */
import type { RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseDestination } from '../../dist/outgoing/destination.js';
import { createSiteReader, ONE_PAGE, type VisitLimits } from '../../dist/outgoing/site-reader.js';
import { NAME, type Outside, outside, PUBLIC } from './fake-internet.js';

const SITE = `https://${NAME}`;
let world: Outside | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

async function visit(service: RequestListener, limits: Partial<VisitLimits> = {}) {
  world = await outside(service);
  return createSiteReader({ ...ONE_PAGE, ...limits }, () => performance.now(), world.network);
}
const page =
  (type: string, body: string | Buffer = 'text'): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'Content-Type': type }).end(body);
/** `/a` leads to `to`; everything else answers. */
const leadingTo =
  (to: string): RequestListener =>
  (request, response) =>
    request.url === '/a'
      ? void response.writeHead(302, { Location: to }).end()
      : void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(request.url);

describe('a redirect', () => {
  it.each([
    ['/b#part', '/b'],
    [`${SITE}/c?d=e`, '/c?d=e'],
    ['?q', '/a?q'],
    [`//${NAME}/f`, '/f'],
  ])('to %s is followed, over a connection of its own', async (to, path) => {
    const site = await visit(leadingTo(to));
    expect(await site.read(`${SITE}/a`)).toEqual({ address: `${SITE}${path}`, kind: 'plain', text: path });
    expect(world?.dialled).toEqual([`${PUBLIC}:443`, `${PUBLIC}:443`]);
    await expect.poll(() => world?.open()).toBe(0);
  });

  it.each([
    ['https://127.0.0.1/', 'destination_not_public'],
    ['https://2130706433/', 'destination_not_public'],
    ['https://[::1]/', 'destination_not_public'],
    ['https://metadata.internal/', 'destination_not_public'],
    ['https://inside.example.com/', 'destination_not_public'],
    ['http://agent.example.com/', 'destination_invalid'],
    ['https://agent.example.com:8443/', 'destination_invalid'],
    ['https://user:pw@agent.example.com/', 'destination_invalid'],
    ['file:///etc/passwd', 'destination_invalid'],
    ['gopher://agent.example.com/', 'destination_invalid'],
    ['https://', 'destination_invalid'],
    ['https://other.example.com/', 'destination_tls'],
  ])('to %s is judged like a first address', async (to, code) => {
    const site = await visit(leadingTo(to));
    if (world) Object.assign(world.names, { 'inside.example.com': ['10.0.0.5'], 'other.example.com': [PUBLIC] });
    await expect(site.read(`${SITE}/a`)).rejects.toMatchObject({ code });
    expect(world?.dialled.every((to) => to === `${PUBLIC}:443`)).toBe(true);
  });

  it('of any kind leads to no address that is not a destination', async () => {
    const tried: string[] = [];
    let to = '';
    const site = await visit((request, response) => leadingTo(to)(request, response), { pages: 1_000 });
    const authority = fc.constantFrom(
      NAME,
      '127.0.0.1',
      '10.1',
      '[::1]',
      '0x7f.1',
      'localhost',
      `${NAME}:22`,
      `u@${NAME}`,
      '',
    );
    const scheme = fc.constantFrom('https://', 'http://', '//', '/', '', 'https:', 'file://', 'ftp://', '\\\\');
    const target = fc
      .tuple(scheme, authority, fc.constantFrom('', '/', '/x', '?y', '#z'))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(target, async (next) => {
        to = next;
        const read = await site
          .read(`${SITE}/a`, { mayFollow: ({ origin, path }) => tried.push(origin + path) > 0 })
          .catch(() => null);
        if (read) expect(parseDestination(read.address)).toMatchObject({ ok: true });
      }),
      { numRuns: 30 },
    );
    expect(tried.every((address) => parseDestination(address).ok && address.startsWith(SITE))).toBe(true);
    expect(world?.dialled.every((to) => to === `${PUBLIC}:443`)).toBe(true);
  });

  it('to itself ends after as many as may be, and one away from the site where the reader may not leave it', async () => {
    let asked = 0;
    const site = await visit((_request, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/a' }).end();
    });
    await expect(site.read(`${SITE}/a`)).rejects.toMatchObject({ code: 'destination_redirect' });
    expect(asked).toBe(ONE_PAGE.redirects + 1);
    const other = createSiteReader(ONE_PAGE, () => 0, world?.network);
    const stay = { mayFollow: () => false };
    await expect(other.read(`${SITE}/a`, stay)).rejects.toMatchObject({ code: 'destination_redirect' });
    expect(asked).toBe(ONE_PAGE.redirects + 2);
  });
});

describe('a visit', () => {
  it('reads no more pages and bytes than it may, and what was too large counts', async () => {
    const site = await visit(page('text/plain', 'x'.repeat(600)), { pages: 4, bytes: 2_000, pageBytes: 1_000 });
    for (let i = 0; i < 2; i++) expect((await site.read(`${SITE}/`)).text.length).toBe(600);
    // 800 are left.
    await site.read(`${SITE}/`);
    await expect(site.read(`${SITE}/`)).rejects.toMatchObject({ code: 'destination_too_large' });
    await expect(site.read(`${SITE}/`)).rejects.toMatchObject({ code: 'destination_limit' });
    expect(world?.dialled.length).toBe(4);
  });

  it('has its bounds also when everything is asked for at once', async () => {
    const site = await visit(page('text/plain', 'x'.repeat(600)), { pages: 9, bytes: 2_000, pageBytes: 1_000 });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => site.read(`${SITE}/`)));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(2);
    expect(world?.dialled.length).toBe(2);
  });

  it('is over when its time is', async () => {
    let now = 0;
    world = await outside(page('text/plain'));
    const site = createSiteReader(ONE_PAGE, () => now, world.network);
    await site.read(`${SITE}/`);
    now = ONE_PAGE.durationMs;
    await expect(site.read(`${SITE}/`)).rejects.toMatchObject({ code: 'destination_limit' });
  });

  it('ends a page that never ends, and leaves no connection', async () => {
    const site = await visit(() => undefined, { pageMs: 50 });
    await expect(site.read(`${SITE}/`)).rejects.toMatchObject({ code: 'destination_timeout' });
    const leaving = new AbortController();
    const asked = site.read(`${SITE}/`, { signal: leaving.signal });
    void setTimeout(1).then(() => leaving.abort(new Error('left')));
    await expect(asked).rejects.toThrow();
    await expect.poll(() => world?.open()).toBe(0);
  });
});

describe('a text', () => {
  it.each([
    ['text/html; charset=utf-8', '<!DOCTYPE html>é', 'html'],
    ['TEXT/HTML', 'é', 'html'],
    ['text/plain;charset="UTF-8"', 'é', 'plain'],
    ['application/xml', '<?xml version="1.0"?><a>&amp;é</a>', 'xml'],
    ['application/json', '"é"', 'json'],
  ])('of the type %s is read', async (type, body, kind) => {
    const site = await visit(page(type, body));
    expect(await site.read(`${SITE}/`)).toEqual({ address: `${SITE}/`, kind, text: body });
  });

  it('is read by the characters that its type names', async () => {
    const site = await visit(page('text/html; charset=iso-8859-1', Buffer.from([0xe9])));
    expect((await site.read(`${SITE}/`)).text).toBe('é');
  });

  it.each([
    ['image/svg+xml', '<svg/>', 'destination_type'],
    ['application/octet-stream', 'x', 'destination_type'],
    ['application/pdf', 'x', 'destination_type'],
    ['', 'x', 'destination_type'],
    ['constructor', 'x', 'destination_type'],
    ['text/html; charset=utf-7', 'x', 'destination_answer'],
    ['text/plain', 'a\u0000b', 'destination_answer'],
    ['text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'destination_answer'],
    ['application/rss+xml', '<?xml version="1.0"?><!doctype a><a/>', 'destination_answer'],
    ['text/xml; charset=utf-16le', Buffer.from('<!DOCTYPE a><a/>', 'utf16le').toString('latin1'), 'destination_answer'],
  ])('of the type %s with %j is none', async (type, body, code) => {
    const site = await visit(page(type, Buffer.from(body, 'latin1')));
    await expect(site.read(`${SITE}/`)).rejects.toMatchObject({ code });
  });

  it('is only of the kinds that are asked for', async () => {
    const site = await visit(page('application/json'));
    await expect(site.read(`${SITE}/`, { kinds: ['html', 'xml'] })).rejects.toMatchObject({ code: 'destination_type' });
  });
});
