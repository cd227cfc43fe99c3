/** What the server says over plain HTTP beside the frame's document: health as specified, files that compress, plain words. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAssets } from '../../dist/http/files/assets.js';
import { inboxesOf } from '../support/serve.js';
import { pages, policyOf, SHOP, styleHashOf } from './test-app.js';

describe('/ready', () => {
  it('answers 200 while new visitors may come', async () => {
    const response = await pages().request('/ready');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
    // A cached answer would say that a dead server lives.
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['until everything is open', { ready: () => false }],
    ['from the moment the server leaves', { serving: () => false }],
  ])('answers 503 %s, so that no one new is sent to it', async (_when, state) => {
    const response = await pages({}, state).request('/ready');
    expect([response.status, await response.json()]).toEqual([503, { status: 'not ready' }]);
  });

  it('balancers of 0.1.0 learn by the health check that a server leaves', async () => {
    const response = await pages({}, { serving: () => false }).request('/api/rpc/health');
    expect([response.status, await response.json()]).toEqual([503, { status: 'leaving' }]);
  });

  it('has neighbours that are missing in a way a program can read', async () => {
    const response = await pages().request('/api/rpc/nothing');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(policyOf(response)).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

describe('a request whose client goes away', () => {
  it.each([
    [true, []],
    [false, ['aborted']],
  ])('while its body is read (%s) is no failure of the server', async (readableAborted, reported) => {
    const failures: string[] = [];
    const app = pages({}, { onError: ({ message }) => void failures.push(message) });
    app.post('/body', () => Promise.reject(new Error('aborted')));
    await app.request('/body', { method: 'POST' }, { incoming: { readableAborted } as never });
    expect(failures).toEqual(reported);
  });
});

describe('the files', () => {
  it('are the loader, fresh for five minutes under one address and for ever under the other, on any page', async () => {
    const app = pages();
    const evergreen = await app.request('/embed/v1.js');
    const fixed = await app.request('/embed/1.2.3/loader.js');
    expect(evergreen.headers.get('cache-control')).toBe('public, max-age=300');
    expect(fixed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const response of [evergreen, fixed]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-type')).toContain('text/javascript');
    }
    expect(await evergreen.text()).toBe(await fixed.text());
    expect((await app.request('/embed/0.0.1/loader.js')).status).toBe(404);
  });

  it('have a tag only where a browser asks again: not what is stored for ever', async () => {
    const app = pages();
    const tagOf = async (path: string) => (await app.request(path)).headers.get('etag');
    expect(await tagOf('/embed/v1.js')).toMatch(/^"[\w-]{12}"$/);
    expect(await tagOf('/embed/1.2.3/loader.js')).toBeNull();
    expect(await tagOf('/assets/boot-abc.js')).toBeNull();
  });

  it('aren’t sent again to a browser whose copy is still right', async () => {
    const app = pages();
    const tag = (await app.request('/embed/v1.js')).headers.get('etag') ?? '';
    const again = await app.request('/embed/v1.js', { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe('public, max-age=300');
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
    expect((await app.request('/embed/v1.js', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
  });

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

  it.each([
    ['no place', 'start(null)'],
    ['two places', 'start("__INBOX_SETTINGS__","__INBOX_SETTINGS__")'],
  ])('are refused when the loader of an inbox has %s for its settings', (_, code) => {
    const built = mkdtempSync(join(tmpdir(), 'service-built-'));
    for (const name of ['loader', 'loader-launcher']) writeFileSync(join(built, `${name}.js`), '');
    writeFileSync(join(built, 'inbox-loader.js'), code);
    expect(() => readAssets(join(built, 'loader.js'), built)).toThrow('one place for the settings');
    rmSync(built, { recursive: true });
  });
});

describe('the rest', () => {
  it.each(['/nowhere', '/assets/not-yet.js', '/embed/9.9.9/loader.js', '/logos/none', '/widget/demo/more'])(
    'is missing for now, and no cache remembers it: %s',
    async (path) => {
      const response = await pages().request(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it('greets the person who started the server with the line to paste, and names no inbox', async () => {
    const response = await pages({ name: 'Secret shop' }, { publicOrigin: 'https://chat.example.com' }).request('/');
    const html = await response.text();
    expect(html).toContain('src=&#34;https://chat.example.com/embed/v1/your-inbox.js&#34;');
    expect(html).toContain('href="/api/rpc/health"');
    expect(html).not.toContain('Secret shop');
    expect(policyOf(response)).toContain(`style-src '${styleHashOf(html)}'`);
  });

  it('tells a plain request to the socket’s address what to speak', async () => {
    const response = await pages().request('/v1/realtime');
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
    expect(await response.text()).toContain('service.chat.v1');
  });

  it('is missing in plain words for a person', async () => {
    const response = await pages().request('/nowhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  it('tells the operator what failed, and the visitor only that it did', async () => {
    const failures: Error[] = [];
    const broken = inboxesOf({ id: 'demo' });
    const get = (): never => {
      throw new Error('disk on fire at /srv/secret');
    };
    const app = pages({}, { inboxes: { ...broken, get }, onError: (error) => failures.push(error) });
    const response = await app.request(`/widget/demo?o=${SHOP}`);
    expect(response.status).toBe(500);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('The server failed. Try again.');
    expect(failures.map(({ message }) => message)).toEqual(['disk on fire at /srv/secret']);
  });
});
