/**
 * A customer's site and a chat server, on two origins. The server's frame is bare but real: it speaks the bridge with
 * protocol's own code. Which document an inbox id gets is in DOCUMENTS; the test controls everything else
 * about the frame through `frame.evaluate`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const LOADER = resolve(import.meta.dirname, '../../dist/loader.js');
/** What the loader fetches from its own address, each by the hash of its bytes. */
const LATER = ['loader-attachment.js', 'loader-tools.js', 'loader-diagnosis.js'];
const DIST = resolve(import.meta.dirname, '../../dist');
const PROTOCOL = resolve(import.meta.dirname, '../../../protocol/dist');

/** What runs in the frame. `heard`: what the host sent on the port; `say` sends on it; `greet` sends a hello. */
const FRAME_SCRIPT = `
import { BRIDGE_MARK, readBridgeConnect, readHostMessage } from '/protocol/embed/bridge.js';
const host = new URLSearchParams(location.search).get('o');
const versions = document.documentElement.dataset.versions.split(',').map(Number);
let nonce = '';
self.heard = [];
self.greet = (given = crypto.randomUUID()) => {
  nonce = given;
  parent.postMessage({ mark: BRIDGE_MARK, t: 'hello', nonce, versions }, host);
};
addEventListener('message', ({ data, origin, source, ports }) => {
  const connect = source === parent && origin === host && ports.length === 1 && readBridgeConnect(data, nonce);
  if (!connect) return;
  self.connect = connect;
  self.say = (message) => ports[0].postMessage(message);
  ports[0].onmessage = (event) => {
    const message = readHostMessage(event.data);
    if (message) self.heard.push(message);
  };
  self.say({ t: 'ready' });
});
greet();
`;

const page = (body: string, attributes = ''): string =>
  `<!doctype html><html lang="en" ${attributes}><meta charset="utf-8"><title>Chat</title><body>${body}</body></html>`;

const TALKING = '<input aria-label="Message"><script type="module" src="/frame.js"></script>';
const DOCUMENTS: Readonly<Record<string, { html: string; headers?: Readonly<Record<string, string>> }>> = {
  demo: { html: page(TALKING, 'data-versions="1"') },
  future: { html: page(TALKING, 'data-versions="98,99"') },
  silent: { html: page('') },
  refused: { html: page(''), headers: { 'Content-Security-Policy': "frame-ancestors 'none'" } },
};

export interface SitePage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TwoOrigins {
  /** `http://localhost:…`, the customer. */
  readonly site: string;
  /** `http://127.0.0.1:…`, the chat server; the loader is at `/embed/v1.js`. */
  readonly chat: string;
  /** Puts a page on the site; returns its address. */
  publish(path: string, page: SitePage): string;
  /** Paths the chat server was asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startTwoOrigins(): Promise<TwoOrigins> {
  if (!existsSync(LOADER))
    throw new Error('dist/loader.js is missing: run `npm run build -w @service/embed-js` first.');
  const pages = new Map<string, SitePage>();
  const later = new Map(
    LATER.map((name) => {
      const body = readFileSync(resolve(DIST, name));
      return [createHash('sha256').update(body).digest('base64url'), body];
    }),
  );
  const script = (search: string): Buffer => {
    if (search.startsWith('?about='))
      return Buffer.from(`export default { version: 'test', now: ${Date.now()}, allowed: true, crossSite: true };`);
    return search ? (later.get(search.slice(1)) ?? Buffer.alloc(0)) : readFileSync(LOADER);
  };
  const asked: string[] = [];
  const send = (response: ServerResponse, type: string, body: string | Buffer, headers = {}): void => {
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }).end(body);
  };

  const site = await listen('localhost', (request, response) => {
    const found = pages.get(request.url ?? '');
    if (found) send(response, 'text/html', found.html, found.headers);
    else response.writeHead(404).end();
  });
  const chat = await listen('127.0.0.1', (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://chat.invalid');
    asked.push(pathname);
    const document = DOCUMENTS[/^\/widget\/([a-z]+)$/.exec(pathname)?.[1] ?? ''];
    const module = /^\/protocol\/((?:[a-z]+\/)?[a-z-]+\.js)$/.exec(pathname)?.[1];
    if (document) send(response, 'text/html', document.html, document.headers);
    else if (module) send(response, 'text/javascript', readFileSync(resolve(PROTOCOL, module)));
    else if (pathname === '/frame.js') send(response, 'text/javascript', FRAME_SCRIPT);
    else if (pathname === '/embed/v1.js')
      send(response, 'text/javascript', script(search), { 'Access-Control-Allow-Origin': '*' });
    else response.writeHead(404).end();
  });

  const address = (host: string, server: Server): string => `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    site: address('localhost', site),
    chat: address('127.0.0.1', chat),
    publish(path, content) {
      pages.set(path, content);
      return address('localhost', site) + path;
    },
    asked,
    async close() {
      await Promise.all([site, chat].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

function listen(host: string, answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer);
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, host, () => done(server));
  });
}
