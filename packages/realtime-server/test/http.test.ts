/** What the server says over plain HTTP: health as specified, one identical "no", headers that hold, files that compress. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { BootDocument } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { readAssets } from '../dist/http/assets.js';
import { createPages } from '../dist/http/pages.js';
import { openInboxes } from '../dist/inbox/inbox-directory.js';
import { inboxesOf } from './serve.js';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'service-http-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

function pages(inbox: Record<string, unknown> = {}, publicOrigin: string | null = null) {
  const built = folder();
  writeFileSync(join(built, 'loader.js'), 'console.log("loader")');
  mkdirSync(join(built, 'widget/.vite'), { recursive: true });
  writeFileSync(join(built, 'widget/boot-abc.js'), 'console.log("boot")'.repeat(100));
  writeFileSync(
    join(built, 'widget/.vite/manifest.json'),
    JSON.stringify({ 'src/boot.ts': { file: 'boot-abc.js', isEntry: true } }),
  );
  writeFileSync(join(built, 'secret.txt'), 'secret');
  const assets = readAssets(join(built, 'loader.js'), join(built, 'widget'));
  return createPages({
    inboxes: inboxesOf({ id: 'demo', ...inbox }),
    assets,
    version: '1.2.3',
    publicOrigin,
    now: () => 0,
  });
}
const policyOf = (response: Response): string => response.headers.get('content-security-policy') ?? '';
const SHOP = encodeURIComponent('http://shop.test');

describe('health', () => {
  it('is exactly what the specification says', async () => {
    const response = await pages().request('/api/rpc/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'ok',
      service: 'realtime-server',
      timestamp: '1970-01-01T00:00:00.000Z',
    });
  });

  it('has neighbours that are missing in a way a program can read', async () => {
    const response = await pages().request('/api/rpc/nothing');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the widget’s document', () => {
  it('may be shown by the page that asked, if the inbox allows it, and by nobody else', async () => {
    const response = await pages().request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain('frame-ancestors http://shop.test;');
    expect(policyOf(response)).toContain("default-src 'none'");
    expect(policyOf(response)).toContain("require-trusted-types-for 'script'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    expect(html).toContain('aria-label="Open chat"');
    expect(html).toContain('src="/assets/boot-abc.js"');
    const boot = JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as BootDocument;
    expect(boot).toMatchObject({
      hostOrigin: 'http://shop.test',
      version: '1.2.3',
      inbox: { id: 'demo', name: 'Shop' },
    });
    expect(html).not.toContain('allowedOrigins');
  });

  it.each([
    ['a page that is not listed', '/widget/demo?o=http%3A%2F%2Fevil.test'],
    ['an unknown inbox', `/widget/nobody?o=${SHOP}`],
    ['no origin', '/widget/demo'],
    ['two origins', `/widget/demo?o=${SHOP}&o=${SHOP}`],
    ['a path behind the origin', `/widget/demo?o=${SHOP}%2F`],
    ['null', '/widget/demo?o=null'],
    ['a star', '/widget/demo?o=*'],
    ['an injected directive', `/widget/demo?o=${SHOP}%3B%20script-src%20*`],
    ['a line break', `/widget/demo?o=${SHOP}%0D%0AX-Evil%3A%201`],
    ['user and password', '/widget/demo?o=http%3A%2F%2Fu%40shop.test'],
    ['ten thousand characters', `/widget/demo?o=http://${'a'.repeat(10_000)}`],
    ['an id that is a path', '/widget/..%2f..%2fdemo?o=x'],
  ])('is one identical empty page for %s', async (_what, path) => {
    const app = pages();
    const expected = await app.request('/widget/nobody?o=x');
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(policyOf(response)).toContain("frame-ancestors 'none'");
    expect(await response.text()).toBe(await expected.text());
    expect([...response.headers]).toEqual([...expected.headers]);
  });

  it('can’t be broken out of by a name', async () => {
    const name = '</script><script>alert(1)</script>\u2028';
    const html = await (await pages({ name }).request(`/widget/demo?o=${SHOP}`)).text();
    expect(html).not.toContain('<script>alert');
    const boot = JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as BootDocument;
    expect(boot.inbox.name).toBe(name);
  });

  it('names the socket’s address and insists on TLS where the site has it', async () => {
    const response = await pages({}, 'https://chat.example.com').request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain('wss://chat.example.com');
    expect(policyOf(response)).toContain('upgrade-insecure-requests');
    expect(response.headers.get('strict-transport-security')).toContain('max-age=63072000');
  });

  it('draws the launcher in the saved theme, and hides it until the page’s theme is known otherwise', async () => {
    const themed = await (await pages({ theme: { primaryColor: '#0a5c36' } }).request(`/widget/demo?o=${SHOP}`)).text();
    expect(themed).toContain('fill="#0a5c36"');
    expect(themed).toContain('<body>');
    expect(await (await pages().request(`/widget/demo?o=${SHOP}`)).text()).toContain('class="unthemed"');
  });
});

describe('the files', () => {
  it('have a published hash that is the hash of what is served', async () => {
    const app = pages();
    const manifest = (await (await app.request('/embed/manifest.json')).json()) as { file: string; integrity: string };
    const loader = Buffer.from(await (await app.request(manifest.file)).arrayBuffer());
    expect(manifest.integrity).toBe(`sha384-${createHash('sha384').update(loader).digest('base64')}`);
  });

  it('are compressed as the browser can take it, and mean the same', async () => {
    const app = pages();
    const get = async (encoding: string) => {
      const response = await app.request('/assets/boot-abc.js', { headers: { 'accept-encoding': encoding } });
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    };
    const [plain, brotli, gzip] = [await get(''), await get('gzip, deflate, br'), await get('gzip')];
    expect(brotli.response.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(plain.response.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    '/assets/..%2fsecret.txt',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/.vite/manifest.json',
    '/assets/',
  ])('are only the built ones: %s is not there', async (path) => {
    expect((await pages().request(path)).status).toBe(404);
  });

  it('say what to run when they were not built', () => {
    expect(() => readAssets('/nowhere/loader.js', '/nowhere')).toThrow('npm run build');
  });
});

describe('the inboxes', () => {
  const write = (root: string, id: string, text: string): void => {
    mkdirSync(join(root, id), { recursive: true });
    writeFileSync(join(root, id, 'inbox.json'), text);
  };
  const good = (name: string): string => JSON.stringify({ name, allowedOrigins: ['https://shop.example'] });

  it('tell every problem of every file at once, with what to write instead', () => {
    const root = folder();
    write(root, 'one', '{ "name": "Shop", "allowedOrigins": ["https://shop.example/"] }');
    write(root, 'two', '{ not json');
    write(root, 'three', '{ "name": 5, "allowedOrigins": [] , "colour": "red" }');
    const open = (): unknown => openInboxes(root, { warn: () => undefined, info: () => undefined });
    expect(open).toThrow(/one.inbox\.json: allowedOrigins\.0 must be an origin such as "https:\/\/shop\.example"/);
    expect(open).toThrow(/two.inbox\.json: is not valid JSON/);
    expect(open).toThrow(/three.inbox\.json: name/);
  });

  it('change while the server runs, and survive a typo', () => {
    const root = folder();
    let now = 0;
    const warnings: string[] = [];
    write(root, 'shop', good('Before'));
    const inboxes = openInboxes(
      root,
      { warn: (_fields, message) => warnings.push(message), info: () => undefined },
      () => now,
    );
    write(root, 'shop', good('After, and longer'));
    now += 2_000;
    expect(inboxes.get('shop')?.name).toBe('After, and longer');
    write(root, 'shop', '{ "name": ');
    now += 2_000;
    expect(inboxes.get('shop')?.name).toBe('After, and longer');
    expect(warnings).toHaveLength(1);
    rmSync(join(root, 'shop'), { recursive: true });
    now += 2_000;
    expect(inboxes.get('shop')).toBeNull();
  });

  it('are found by their exact id only', () => {
    const root = folder();
    write(root, 'shop', good('Shop'));
    const inboxes = openInboxes(root, { warn: () => undefined, info: () => undefined });
    for (const id of ['__proto__', 'constructor', '../shop', 'SHOP ', '']) expect(inboxes.get(id)).toBeNull();
  });
});
