/** What must be true of every answer, at whatever address: the headers, and what a cache in front may store. */
import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createConsoleRoutes } from '../../dist/http/console-routes.js';
import { HTTP_LIMITS } from '../../dist/runtime/limits.js';
import { turnedClock } from '../support/manual-clock.js';
import { pages, SHOP } from './test-app.js';

const first = { script: 'console.js', imports: [], style: '', styleHash: 'sha256-x' };

function server(publicOrigin?: string): Hono {
  const app = pages({}, publicOrigin === undefined ? {} : { publicOrigin });
  app.route('/console', createConsoleRoutes({ files: new Map(), scripts: () => [], beginningWith: () => first }));
  return app;
}

const ADDRESSES = [
  '/',
  '/api/rpc/health',
  '/api/rpc/nothing',
  '/embed/v1.js',
  '/embed/v1.js?about=demo',
  '/embed/v1.js?launcher=demo',
  '/embed/v1/demo.js',
  '/embed/v1/nothing.js',
  '/embed/1.2.3/loader.js',
  '/embed/manifest.json',
  '/assets/boot-abc.js',
  `/widget/demo?o=${SHOP}`,
  '/widget/demo',
  '/v1/inboxes/demo',
  '/v1/realtime',
  '/console',
  '/console/assets/nothing.js',
  '/nowhere',
];

describe('every answer', () => {
  it.each(ADDRESSES)('of a server with TLS tells browsers to stay with it: %s', async (path) => {
    const header = async (origin?: string) =>
      (await server(origin).request(path)).headers.get('strict-transport-security');
    expect(await header('https://chat.example.com')).toBe('max-age=63072000; includeSubDomains');
    expect(await header('http://chat.example.com')).toBeNull();
    expect(await header()).toBeNull();
  });

  it.each(ADDRESSES)('is stored by no cache in front under addresses without end: %s', async (path) => {
    const app = server();
    const usual = await app.request(path);
    const hash = 'A'.repeat(43);
    for (const query of ['x', 'x=1', 'about', hash, `${hash}=`, `x&${hash}`, '%00', 'v=2']) {
      const given = await app.request(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect(given.headers.get('cache-control') ?? '', query).not.toContain('public');
    }
    // The address itself is as it was.
    expect(usual.headers.get('cache-control')).toMatch(/^(?:public|private|no-store)/);
  });

  it('is stored by browsers as before, when a page adds a query of its own to the script', async () => {
    const given = await server().request('/embed/v1.js?v=7');
    expect(given.headers.get('cache-control')).toBe('private, max-age=300');
    expect(await given.text()).toBe(await (await server().request('/embed/v1.js')).text());
  });

  it('that is a part of a loader is stored under its hash', async () => {
    const app = server();
    const { parts } = (await (await app.request('/embed/manifest.json')).json()) as { parts: string[] };
    for (const part of parts)
      for (const loader of ['/embed/v1.js', '/embed/v1/demo.js', '/embed/1.2.3/loader.js'])
        expect((await app.request(`${loader}?${part.slice(7)}`)).headers.get('cache-control')).toMatch(/^public/);
    const [part = ''] = parts;
    expect((await app.request(`/assets/boot-abc.js?${part.slice(7)}`)).headers.get('cache-control')).toMatch(
      /^private/,
    );
  });
});

it('the console shares its window with no other page, and uses nothing of the device', async () => {
  const { headers } = await server().request('/console');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

it('that refuses one request too many comes a second after the request, whatever route refuses', async () => {
  const clock = turnedClock();
  const app = pages({}, { after: clock.after });
  app.get('/mounted/full', (c) => c.text('Too many.', 429));
  let status = 0;
  const answered = Promise.resolve(app.request('/mounted/full')).then((answer) => {
    status = answer.status;
  });
  await expect.poll(() => clock.waiting).toBe(1);
  clock.turn(HTTP_LIMITS.refuseAfterMs - 1);
  expect([status, clock.waiting]).toEqual([0, 1]);
  clock.turn(1);
  await answered;
  expect(status).toBe(429);
});
