/**
 * A customer's site: a small shop on its own origin with the chat's tag in its pages. It sends a strict content security
 * policy, so what works here works on a strict site.
 *
 *     node demo/server.mjs          DEMO_PORT (4601), CHAT_ORIGIN (http://localhost:4600)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { accounts } from './shop/accounts.mjs';
import { createOrders } from './shop/orders.mjs';
import { pages } from './shop/pages.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const FILES = {
  '/shop.css': { file: 'public/shop.css', type: 'text/css' },
  '/shop-pages.css': { file: 'public/shop-pages.css', type: 'text/css' },
  '/correspondence.css': { file: 'public/correspondence.css', type: 'text/css' },
  '/shop.js': { file: 'public/shop.js', type: 'text/javascript' },
  '/shop-tools.js': { file: 'public/shop-tools.js', type: 'text/javascript' },
  '/account.js': { file: 'public/account.js', type: 'text/javascript' },
  '/mark.svg': { file: 'public/mark.svg', type: 'image/svg+xml' },
  // Help articles that aren't Markdown: the chat reads the same files.
  '/size-guide.html': { file: 'inboxes/demo/knowledge/size-guide.html', type: 'text/html' },
  '/holidays.txt': { file: 'inboxes/demo/knowledge/holidays.txt', type: 'text/plain' },
  '/fjell-booklet.pdf': { file: 'inboxes/demo/knowledge/fjell-booklet.pdf', type: 'application/pdf' },
};

/** Built from src/ by Vite: the scripts of the React pages, and the parts of the chat that load on demand. */
function builtScripts() {
  const built = join(folder, 'dist');
  const names = existsSync(built) ? readdirSync(built).filter((name) => name.endsWith('.js')) : [];
  return Object.fromEntries(names.map((name) => [`/${name}`, { file: `dist/${name}`, type: 'text/javascript' }]));
}

/**
 * Starts the shop. `chatOrigin` is where the chat server is; `port` 0 takes a free one. `identityKey`: the key the
 * shop signs identity tokens with; without it every visitor is anonymous.
 */
export async function startDemo({ port = 4601, chatOrigin = 'http://localhost:4600', identityKey = null } = {}) {
  const htmlPages = pages(chatOrigin);
  const posts = accounts(identityKey);
  const files = { ...FILES, ...builtScripts() };
  const base = `default-src 'none'; script-src 'self' ${chatOrigin}; frame-src ${chatOrigin}; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'`;
  // The widget's frame connects by its own policy. Only the headless page connects to the chat server itself.
  const policy = `${base}; connect-src 'self'`;
  const headlessPolicy = `${policy} ${chatOrigin} ${chatOrigin.replace(/^http/, 'ws')}`.replace(
    "img-src 'self'",
    // Pictures of the people who answer.
    `img-src 'self' ${chatOrigin}`,
  );
  const orders = createOrders();
  const headers = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cache-Control': 'no-cache',
  };
  const server = createServer((request, response) => {
    if (orders.handle(request, response, headers)) return;
    const post = request.method === 'POST' && posts.get(request.url ?? '');
    if (post) {
      Promise.resolve(post(request, response)).catch(() => response.destroy());
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    // Split, not parsed: a target such as `//` is no URL, and an exception here would end the process.
    const [path = '/'] = (request.url ?? '/').split('?');
    const page = htmlPages.get(path === '/' ? '/index.html' : path);
    const known = Object.hasOwn(files, path) ? files[path] : null;
    const html = { ...headers, 'Content-Type': 'text/html; charset=utf-8' };
    if (path === '/correspondence.html') html['Content-Security-Policy'] = headlessPolicy;
    if (page) response.writeHead(200, html).end(page);
    // Only the files listed above are served. A request never becomes a file path.
    else if (known && existsSync(join(folder, known.file)))
      response
        .writeHead(200, { ...headers, 'Content-Type': `${known.type}; charset=utf-8` })
        .end(readFileSync(join(folder, known.file)));
    else response.writeHead(404, html).end(htmlPages.get('/404.html'));
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
