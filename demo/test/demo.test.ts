/** The shop is a whole site: every page is there, carries the tag once, and nothing it links to is missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { inboxFileSchema } from '@service/protocol/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../server.mjs';

const CHAT = 'http://chat.test';
const PAGES = ['/', '/index.html', '/product.html', '/help.html', '/privacy.html', '/plain.html'];
const inbox = resolve(import.meta.dirname, '../inboxes/demo');
let shop: { url: string; close(): Promise<void> };
beforeAll(async () => {
  shop = await startDemo({ port: 0, chatOrigin: CHAT });
});
afterAll(() => shop.close());

/** The status line's code for a request target sent as it is; `fetch` would tidy it first. */
const statusOf = (target: string, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    let answer = '';
    connect(Number(new URL(shop.url).port), 'localhost')
      .on('error', reject)
      .on('data', (piece) => {
        answer += piece;
      })
      .on('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])))
      .end(`${method} ${target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
  });

const get = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();

describe('the shop', () => {
  it.each(PAGES)('%s is there and carries the chat’s tag once', async (path) => {
    const response = await fetch(shop.url + path);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html.split(`src="${CHAT}/embed/v1/demo.js"`)).toHaveLength(2);
  });

  it.each([
    ['/react.html', '/react-shop.js'],
    ['/correspondence.html', '/correspondence.js'],
  ])('%s starts the chat by its own script, and carries no tag', async (path, script) => {
    const html = await get(path);
    expect(html).toContain(`src="${script}"`);
    expect(html).toContain(`data-chat-origin="${CHAT}"`);
    expect(html).not.toContain('/embed/');
    expect((await fetch(shop.url + script)).headers.get('content-type')).toContain('text/javascript');
  });

  it('lets only the page that talks to the chat server itself do so', async () => {
    const policyOf = async (path: string) => (await fetch(shop.url + path)).headers.get('content-security-policy');
    expect(await policyOf('/correspondence.html')).toContain("connect-src 'self' http://chat.test ws://chat.test");
    expect(await policyOf('/react.html')).toMatch(/connect-src 'self'$/);
  });

  it('sends a strict policy that knows the chat by script and frame alone', async () => {
    const policy = (await fetch(shop.url)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-src ${CHAT}`);
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/connect-src 'self'$/);
  });

  it('links to nothing that isn’t there', async () => {
    const known = new Map<string, string>();
    for (const path of [...PAGES, '/react.html', '/correspondence.html']) known.set(path, await get(path));
    for (const [path, html] of known) {
      for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (link.startsWith(CHAT)) continue;
        const { pathname, hash } = new URL(link, `http://shop${path}`);
        const target = await fetch(shop.url + pathname);
        expect(target.status, `${path} → ${link}`).toBe(200);
        if (hash && pathname === '/help.html')
          expect(await target.text(), `${path} → ${link}`).toContain(`id="${hash.slice(1)}"`);
      }
    }
  });
});

describe('the shop’s server', () => {
  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/shop.css/../../server.mjs',
    '/..\\server.mjs',
    '/server.mjs',
    '/inboxes/demo/inbox.json',
    '/constructor',
    '/__proto__',
  ])('does not give out %s', async (target) => {
    expect(await statusOf(target)).toBe(404);
  });

  it.each(['//', '///', '//[', '/%', '*', 'http://[/'])('stays open after the request target %s', async (target) => {
    expect([400, 404]).toContain(await statusOf(target));
    expect(await statusOf('/')).toBe(200);
  });

  it('is only looked at: it answers HEAD like GET, and nothing else', async () => {
    expect(await statusOf('/', 'HEAD')).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) expect(await statusOf('/', method), method).toBe(405);
  });
});

describe('the shop’s inbox', () => {
  it('satisfies the schema that the server reads it with', () => {
    expect(
      inboxFileSchema.safeParse(JSON.parse(readFileSync(join(inbox, 'inbox.json'), 'utf8'))).error?.issues,
    ).toBeUndefined();
  });

  it('has at least fifteen articles, each with a title and an address that exists in the help centre', async () => {
    const help = await get('/help.html');
    const files = readdirSync(join(inbox, 'knowledge'));
    expect(files.length).toBeGreaterThanOrEqual(15);
    for (const name of files.filter((each) => each.endsWith('.md'))) {
      const text = readFileSync(join(inbox, 'knowledge', name), 'utf8');
      if (text.includes('\nleft-to: people\n')) continue;
      expect(text, name).toMatch(
        /^---\ntitle: .+\nurl: http:\/\/localhost:4601\/help\.html#[a-z.-]+\n(?:language: [a-z]{2}\n)?(?:questions:\n(?:- .+\n)+)?---\n/,
      );
      const id = /#([a-z.-]+)\n/.exec(text)?.[1];
      expect(help, name).toContain(`id="${id}"`);
      expect(text.length, name).toBeGreaterThan(300);
    }
  });

  it('shows its articles without the questions that they list for the chat', async () => {
    const help = await get('/help.html');
    const sources = readdirSync(join(inbox, 'knowledge')).map((name) =>
      readFileSync(join(inbox, 'knowledge', name), 'latin1'),
    );
    const first = sources.flatMap((source) =>
      [...source.matchAll(/^(?:<!-- )?questions:\n- (.+)$/gm)].map((found) => found[1]),
    );
    expect(first.length).toBeGreaterThan(50);
    expect(first.filter((question) => help.includes(`<li>${question}</li>`))).toEqual([]);
    expect(help).not.toMatch(/questions:|&lt;!--/);
    const left = sources.find((source) => source.includes('\nleft-to: people\n')) ?? '';
    const items = [...left.matchAll(/^- (.+)$/gm)].map((found) => found[1]);
    expect(items.length).toBeGreaterThan(20);
    expect(help).not.toContain('Left to people');
    expect(items.filter((question) => help.includes(`<li>${question}</li>`))).toEqual([]);
  });

  it('serves its articles that are files of other kinds at the address they are cited with', async () => {
    const files = readdirSync(join(inbox, 'knowledge')).filter((name) => !/\.(?:md|about)$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const name of files) expect((await fetch(`${shop.url}/${name}`)).status, name).toBe(200);
  });
});
