/**
 * A customer's site: a small shop on an origin of its own, that has pasted the chat's tag into its pages and done nothing
 * else. It sends the policy a careful customer would send, so what works here works on a strict site.
 *
 *     node demo/server.mjs          DEMO_PORT (4601), CHAT_ORIGIN (http://localhost:4600)
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pages } from './pages.mjs';

const folder = fileURLToPath(new URL('./public/', import.meta.url));
const FILES = { '/shop.css': 'text/css', '/shop.js': 'text/javascript', '/mark.svg': 'image/svg+xml' };

/** Starts the shop. `chatOrigin` is where the chat server is; `port` 0 takes a free one. */
export async function startDemo({ port = 4601, chatOrigin = 'http://localhost:4600' } = {}) {
  const made = pages(chatOrigin);
  const headers = {
    'Content-Security-Policy': `default-src 'none'; script-src 'self' ${chatOrigin}; frame-src ${chatOrigin}; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cache-Control': 'no-cache',
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    // Cut, not parsed: a target such as `//` is no URL, and an exception in here would close the shop.
    const [path = '/'] = (request.url ?? '/').split('?');
    const page = made.get(path === '/' ? '/index.html' : path);
    const type = Object.hasOwn(FILES, path) ? FILES[path] : null;
    if (page) response.writeHead(200, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    // Only the files named above exist: what a visitor writes never becomes a path.
    else if (type)
      response
        .writeHead(200, { ...headers, 'Content-Type': `${type}; charset=utf-8` })
        .end(readFileSync(join(folder, path)));
    else response.writeHead(404, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(made.get('/404.html'));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    url: `http://localhost:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startDemo({ port: Number(process.env.DEMO_PORT ?? 4601), chatOrigin: process.env.CHAT_ORIGIN });
  console.log(`The shop is open: ${url}`);
}
