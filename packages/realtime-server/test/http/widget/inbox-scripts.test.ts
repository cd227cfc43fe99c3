/** The scripts that carry an inbox's settings: what is in them, how soon a change reaches pages, and what they cost. */
import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { type InboxScriptSettings, originHash, resolveTheme } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { openInboxes } from '../../../dist/inbox/inbox-directory.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';
import { inboxesOf } from '../../support/serve.js';
import { pages } from '../test-app.js';

const SCRIPT = '/embed/v1/demo.js';
const MODULE = '/embed/v1.js?launcher=demo';

/** What the classic script carries. The loader of these tests does nothing but to show it. */
function settingsIn(script: string): InboxScriptSettings | null {
  const page: { started?: InboxScriptSettings | null } = {};
  runInNewContext(script, page);
  return JSON.parse(JSON.stringify(page.started)) as InboxScriptSettings | null;
}

async function settingsOf(app: ReturnType<typeof pages>, path = SCRIPT): Promise<InboxScriptSettings> {
  const settings = settingsIn(await (await app.request(path)).text());
  if (!settings) throw new Error(`${path} carries no settings`);
  return settings;
}

const colorsOf = (theme: Parameters<typeof resolveTheme>[0]) => {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => {
    const { primary, onPrimary } = resolveTheme(theme, scheme).tokens;
    return { button: primary, icon: onPrimary };
  });
  return { light, dark };
};

describe('the script of an inbox', () => {
  it('carries its id, the launcher’s colours in both schemes, and the pages that may show it as hashes', async () => {
    const allowedOrigins = ['http://shop.test', 'https://shop.example'];
    const response = await pages({ allowedOrigins }).request(SCRIPT);
    const script = await response.text();
    const settings = settingsIn(script) as InboxScriptSettings;
    expect(settings).toEqual({
      inboxId: 'demo',
      saved: false,
      colors: colorsOf(null),
      salt: settings.salt,
      origins: allowedOrigins.map((origin) => originHash(settings.salt, origin)),
    });
    expect(settings.salt.length).toBeGreaterThanOrEqual(8);
    expect(script).not.toContain('shop.');
  });

  it('has the colours of the saved theme, and says that it is saved', async () => {
    const theme = { template: 'playful', primaryColor: '#0a5c36' } as const;
    const { saved, colors } = await settingsOf(pages({ theme }));
    expect(saved).toBe(true);
    expect(colors).toEqual(colorsOf(theme));
    expect(colors.light.button).toBe('#0a5c36');
  });

  it('has no hash in common with that of another inbox for the same pages', async () => {
    const app = pages({}, { inboxes: inboxesOf({ id: 'demo' }, { id: 'other' }) });
    const [demo, other] = [await settingsOf(app), await settingsOf(app, '/embed/v1/other.js')];
    expect(demo.origins).toHaveLength(other.origins.length);
    expect(demo.origins.filter((hash) => other.origins.includes(hash))).toEqual([]);
  });

  it('may be loaded and read by any page', async () => {
    for (const path of [SCRIPT, MODULE]) {
      const { status, headers } = await pages().request(path);
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
  });

  it('gives out the loader’s parts and the report for a diagnosis under its own address', async () => {
    const app = pages();
    const { parts } = (await (await app.request('/embed/manifest.json')).json()) as { parts: string[] };
    for (const query of parts.map((part) => part.slice('sha256-'.length))) {
      const [own, usual] = [await app.request(`${SCRIPT}?${query}`), await app.request(`/embed/v1.js?${query}`)];
      expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await own.text()).toBe(await usual.text());
    }
    const headers = { Origin: 'http://shop.test' };
    expect(await (await app.request(`${SCRIPT}?about=demo`, { headers })).text()).toContain('"allowed":true');
  });

  it.each(['/embed/v1/demo', '/embed/v1/.js', '/embed/v1/..%2fdemo.js', '/embed/v1/a%20b.js', '/embed/v1/demo.js.js'])(
    'has only an address that an inbox id can make: %s is not there',
    async (path) => {
      expect((await pages().request(path)).status).toBe(404);
    },
  );
});

describe('the script of no inbox', () => {
  it('is one and the same for every id: it says null, so that the page can report what is wrong', async () => {
    const app = pages();
    const first = await app.request('/embed/v1/nothing.js');
    const script = await first.text();
    expect(first.status).toBe(200);
    expect(settingsIn(script)).toBeNull();
    for (const id of ['another', 'constructor', 'toString', 'A'.repeat(64)]) {
      const response = await app.request(`/embed/v1/${id}.js`);
      expect([...response.headers]).toEqual([...first.headers]);
      expect(await response.text()).toBe(script);
      const module = await (await app.request(`/embed/v1.js?launcher=${id}`)).text();
      expect(module).toContain('export const settings=null;');
    }
  });

  it('carries nothing of what was asked', async () => {
    const given = await pages().request(`/embed/v1.js?launcher=${encodeURIComponent('";alert(1)//')}`);
    expect(await given.text()).not.toContain('alert');
  });

  it('is stored by no cache in front, which would have as many of them as there are ids', async () => {
    const app = pages();
    const { parts } = (await (await app.request('/embed/manifest.json')).json()) as { parts: string[] };
    for (const path of [
      '/embed/v1/nothing.js',
      `/embed/v1/nothing.js?${parts[0]?.slice(7)}`,
      '/embed/v1.js?launcher=nothing',
    ])
      expect((await app.request(path)).headers.get('cache-control'), path).toMatch(/^private/);
    for (const path of [SCRIPT, MODULE])
      expect((await app.request(path)).headers.get('cache-control'), path).toMatch(/^public/);
  });
});

describe('the launcher’s module', () => {
  it('is the launcher with the settings beside it', async () => {
    const app = pages();
    const code = await (await app.request(MODULE)).text();
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
    expect(module).toMatchObject({ startLauncher: 1, settings: await settingsOf(app) });
  });

  it('is not at the address of a pinned loader, whose page runs no code that may change', async () => {
    const response = await pages().request('/embed/1.2.3/loader.js?launcher=demo');
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('is published without settings under its hash, for a page that has pinned the loader', async () => {
    const app = pages();
    const { parts } = (await (await app.request('/embed/manifest.json')).json()) as { parts: string[] };
    const bodies = parts.map(async (part) => (await app.request(`/embed/1.2.3/loader.js?${part.slice(7)}`)).text());
    expect(await Promise.all(bodies)).toContain('export const startLauncher = 1');
  });
});

describe('a changed inbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (settings: object): void => {
    mkdirSync(join(folder, 'demo'), { recursive: true });
    writeFileSync(
      join(folder, 'demo/inbox.json'),
      JSON.stringify({ name: 'Shop', allowedOrigins: ['http://shop.test'], ...settings }),
    );
  };
  const quiet = { warn: () => undefined, info: () => undefined };

  it.each([SCRIPT, MODULE])('reaches pages within 60 seconds: %s', async (path) => {
    write({});
    let now = 0;
    const app = pages({}, { inboxes: openInboxes(folder, quiet, () => now) });
    const before = await app.request(path);
    const control = before.headers.get('cache-control') ?? '';
    const [, fresh, stale] = /^public, max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(control) ?? [];
    // The latest moment at which the server may still give out what no page may show after 60 seconds.
    const left = 60 - Number(fresh) - Number(stale);
    expect(left).toBeGreaterThan(0);

    write({ theme: { primaryColor: '#0a5c36' } });
    now = left * 1_000;
    const tag = before.headers.get('etag') ?? '';
    const after = await app.request(path, { headers: { 'if-none-match': tag } });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(tag);
    expect(await after.text()).toContain('#0a5c36');
  });

  it('has another script for pages that it no longer allows', async () => {
    write({});
    let now = 0;
    const app = pages({}, { inboxes: openInboxes(folder, quiet, () => now) });
    const { salt } = await settingsOf(app);
    write({ allowedOrigins: ['http://other.test'] });
    now = 2_000;
    const after = await settingsOf(app);
    expect(after.salt).not.toBe(salt);
    expect(after.origins).toEqual([originHash(after.salt, 'http://other.test')]);
  });
});

describe('a browser that has the script', () => {
  it.each([SCRIPT, MODULE, '/embed/v1/nothing.js'])(
    'is not sent it again, on any node, in any encoding: %s',
    async (path) => {
      for (const encoding of ['br', 'gzip', '']) {
        const headers = { 'accept-encoding': encoding };
        const tag = (await pages().request(path, { headers })).headers.get('etag') ?? '';
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
          const again = await pages().request(path, { headers: { ...headers, 'if-none-match': known } });
          expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
          expect(again.headers.get('cache-control')).toContain('max-age=30');
        }
      }
    },
  );

  it('has a strong tag, of exactly these bytes', async () => {
    const app = pages();
    const tagFor = async (encoding: string) =>
      (await app.request(SCRIPT, { headers: { 'accept-encoding': encoding } })).headers.get('etag') ?? '';
    const tags = [await tagFor('br'), await tagFor('gzip'), await tagFor('')];
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{12}(?:-br|-gzip)?"$/);
    expect(new Set(tags).size).toBe(3);
    // A copy in another encoding is another copy.
    const other = { 'accept-encoding': 'gzip', 'if-none-match': tags[0] as string };
    expect((await app.request(SCRIPT, { headers: other })).status).toBe(200);
  });
});

describe('compression', () => {
  /** Counts the streams that compress while `work` is done. */
  async function compressionsOf(work: () => Promise<void>): Promise<number> {
    let count = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'ZLIB') count += 1;
      },
    }).enable();
    await work();
    hook.disable();
    return count;
  }
  const many = (ids: readonly string[]) => inboxesOf(...ids.map((id) => ({ id })));
  const br = { headers: { 'accept-encoding': 'br' } };

  it('is done once for an inbox and once for all that don’t exist, and never for a request', async () => {
    const app = pages({}, { inboxes: many(['one', 'two']) });
    const ask = async (id: string): Promise<Buffer[]> => {
      const paths = [`/embed/v1/${id}.js`, `/embed/v1.js?launcher=${id}`];
      return Promise.all(
        paths.map(async (path) => {
          const response = await app.request(path, br);
          expect(response.headers.get('content-encoding')).toBe('br');
          return Buffer.from(await response.arrayBuffer());
        }),
      );
    };
    const bodies: Buffer[] = [];
    const first = async (): Promise<void> => {
      for (const id of ['one', 'two', 'none']) bodies.push(...(await ask(id)));
    };
    expect(await compressionsOf(first)).toBe(6);
    for (const body of bodies) expect(brotliDecompressSync(body).toString()).toMatch(/"inboxId"|null/);
    const again = async (): Promise<void> => {
      for (let at = 0; at < 50; at++) await ask(['one', 'two', 'none', `none-${at}`][at % 4] as string);
    };
    expect(await compressionsOf(again)).toBe(0);
  });

  it('holds nothing up: while others are in compression, a script is sent as it is', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `inbox-${at}`);
    const app = pages({}, { inboxes: many(ids) });
    const ask = (id: string) => app.request(`/embed/v1/${id}.js`, br);
    const encodings = (await Promise.all(ids.map(ask))).map(({ headers }) => headers.get('content-encoding'));
    expect(encodings.filter((encoding) => encoding === 'br')).toHaveLength(HTTP_LIMITS.documentsAtOnce);
    const plain = ids[encodings.indexOf(null)] as string;
    expect((await ask(plain)).headers.get('content-encoding')).toBe('br');
  });
});
