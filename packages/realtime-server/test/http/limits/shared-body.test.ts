/** A file is in memory once, however many ask for it at the same moment. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, it } from 'vitest';
import { serveLogos } from '../../../dist/http/logos/serve-logos.js';
import { withServedLogo } from '../../../dist/inbox/logo-url.js';
import { inboxesOf } from '../../support/serve.js';
import { pages, SHOP } from '../test-app.js';

let server: Server | null = null;
afterEach(() => server?.close());

/** What the system is given for an address, each time it is asked for. */
async function bodiesOf(app: Hono, path: string, encoding: string): Promise<readonly unknown[]> {
  const bodies: unknown[] = [];
  const listener = getRequestListener(app.fetch);
  server = createServer((request, response) => {
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = (...args: unknown[]) => {
      bodies.push(args[0]);
      return end(...args);
    };
    void listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  for (let at = 0; at < 5; at++) {
    const response = await fetch(url, { headers: { 'Accept-Encoding': encoding } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  return bodies;
}

const buffersIn = (bodies: readonly unknown[]): ReadonlySet<ArrayBufferLike> =>
  new Set(bodies.map((body) => (body as Uint8Array).buffer));

const OF_INBOX = '/embed/v1/demo.js';

it.each(['/assets/boot-abc.js', '/embed/v1.js', OF_INBOX, '/embed/1.2.3/loader.js', `/widget/demo?o=${SHOP}`, '/'])(
  'answers share one body: %s',
  async (path) => {
    for (const encoding of ['br', 'gzip']) expect(buffersIn(await bodiesOf(pages(), path, encoding)).size).toBe(1);
    // Of an inbox's script only what browsers ask for stays in memory.
    if (path.endsWith('.js') && path !== OF_INBOX)
      expect(buffersIn(await bodiesOf(pages(), path, 'identity')).size).toBe(1);
  },
);

it('answers share one body: a logo', async () => {
  const address = 'https://cdn.example.com/logo.png';
  const inboxes = inboxesOf({ id: 'demo', theme: { logoUrl: address } });
  const app = new Hono().route(
    '/logos',
    serveLogos(inboxes, {
      logo: async () => ({ body: Buffer.from('a logo'), type: 'image/png' }),
    } as unknown as Parameters<typeof serveLogos>[1]),
  );
  const path = withServedLogo({ logoUrl: address })?.logoUrl ?? '';
  expect(buffersIn(await bodiesOf(app, path, 'identity')).size).toBe(1);
});
