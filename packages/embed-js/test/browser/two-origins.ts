/**
 * A customer's site and a chat server, on two origins. The server's frame is bare but real: it speaks the bridge with
 * protocol's own code. Which document an inbox id gets is in DOCUMENTS; the test controls everything else
 * about the frame through `frame.evaluate`. The scripts are served as the server does: the loader for any inbox, the same
 * pinned, and the one that is made for an inbox.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type InboxScriptSettings, originHash } from '@service/protocol';

const DIST = resolve(import.meta.dirname, '../../dist');
const LOADER = resolve(DIST, 'loader.js');
const INBOX_LOADER = resolve(DIST, 'inbox-loader.js');
const LAUNCHER = 'loader-launcher.js';
/** What the loaders fetch from their own address, each by the hash of its bytes. */
const LATER = [
  'loader-attachment.js',
  'loader-tools.js',
  'loader-diagnosis.js',
  'loader-page-watch.js',
  'loader-in-page.js',
  'loader-launcher-extras.js',
  LAUNCHER,
];
const PROTOCOL = resolve(import.meta.dirname, '../../../protocol/dist');

/** What runs in the frame. `heard`: what the host sent on the port; `say` sends on it; `greet` sends a hello. */
const FRAME_SCRIPT = `
import { BRIDGE_MARK, readBridgeConnect, readHostMessage } from '/protocol/embed/bridge.js';
const host = new URLSearchParams(location.search).get('o');
const { versions: known, launcher: drawn } = document.documentElement.dataset;
const versions = known.split(',').map(Number);
const byPage = new URLSearchParams(location.search).get('launcher') === 'page';
const launcher = byPage && drawn ? { launcher: JSON.parse(drawn) } : {};
let nonce = '';
self.heard = [];
self.greet = (given = crypto.randomUUID()) => {
  nonce = given;
  parent.postMessage({ mark: BRIDGE_MARK, t: 'hello', nonce, versions, ...launcher }, host);
};
addEventListener('message', ({ data, origin, source, ports }) => {
  const connect = [parent, parent.parent, parent.opener].includes(source) && origin === host && ports.length === 1 && readBridgeConnect(data, nonce);
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

/** What the launcher of every inbox looks like. */
export const COLORS = {
  light: { button: '#1f5c4d', icon: '#ffffff' },
  dark: { button: '#8fd6c1', icon: '#000000' },
} as const;
const current = (saved: boolean): string =>
  `data-versions="1" data-launcher='${JSON.stringify({ saved, colors: COLORS })}'`;
const TALKING = '<input aria-label="Message"><script type="module" src="/frame.js"></script>';
const DOCUMENTS: Readonly<Record<string, { html: string; headers?: Readonly<Record<string, string>> }>> = {
  demo: { html: page(TALKING, current(true)) },
  /** Has no theme of its own. */
  plain: { html: page(TALKING, current(false)) },
  /** Allows this site since a moment ago: the settings don't have it yet. */
  moved: { html: page(TALKING, current(true)) },
  /** Of a server that knows nothing of a launcher that the page draws. */
  old: { html: page(TALKING, 'data-versions="1"') },
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
  /**
   * `http://127.0.0.1:…`, the chat server; the loader is at `/embed/v1.js` and `/embed/pinned/loader.js`, the one for an inbox
   * at `/embed/v1/<inbox>.js`. The settings of `elsewhere` and `moved` allow another site only, those of `refused` this one,
   * and `missing` has none. All of it is below `/proxied`, too. The frame of `moved` may be shown, those of the other three not.
   */
  readonly chat: string;
  /** Puts a page on the site; returns its address. */
  publish(path: string, page: SitePage): string;
  /** Paths the chat server was asked for, with the query of scripts. */
  readonly asked: string[];
  /** What the server answers instead of the module with a launcher and its settings. Default: null, the module. */
  insteadOfLauncher: 'nothing' | 'the loader' | null;
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
  const settingsOf = (inboxId: string): InboxScriptSettings | null => {
    const allowed = ['elsewhere', 'moved'].includes(inboxId) ? 'https://elsewhere.example' : address('localhost', site);
    const origins = [originHash('pepper', 'https://shop.example'), originHash('pepper', allowed)];
    const saved = inboxId !== 'plain';
    return inboxId === 'missing' ? null : { inboxId, saved, colors: COLORS, salt: 'pepper', origins };
  };
  const script = (search: string): Buffer | string => {
    const [, of = '', inboxId = ''] = /^[?](about|launcher)=([a-z]*)/.exec(search) ?? [];
    if (of === 'about')
      return `export default { version: 'test', now: ${Date.now()}, allowed: ${!['elsewhere', 'missing'].includes(inboxId)}, crossSite: true };`;
    if (of === 'launcher')
      return `export const settings = ${JSON.stringify(settingsOf(inboxId))};\n${readFileSync(resolve(DIST, LAUNCHER))}`;
    return search ? (later.get(search.slice(1)) ?? '') : readFileSync(LOADER);
  };
  const inboxScript = (inboxId: string): string =>
    readFileSync(INBOX_LOADER, 'utf8').replace('"__INBOX_SETTINGS__"', () => JSON.stringify(settingsOf(inboxId)));
  const asked: string[] = [];
  const send = (response: ServerResponse, type: string, body: string | Buffer, headers = {}): void => {
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }).end(body);
  };

  const site = await listen('localhost', (request, response) => {
    const found = pages.get(request.url ?? '');
    // A picture that never arrives: its page never has loaded.
    if (request.url === '/endless.png') return;
    if (found) send(response, 'text/html', found.html, found.headers);
    else response.writeHead(404).end();
  });
  const chat = await listen('127.0.0.1', (request, response) => {
    const { pathname: whole, search } = new URL(request.url ?? '/', 'http://chat.invalid');
    // As behind a proxy that has the server below a path, and takes it away.
    const pathname = whole.replace(/^(?:[/]proxied)+(?=[/])/, '');
    const isScript = /^[/]embed[/](?:v1|pinned[/]loader|v1[/][a-z]+)[.]js$/.test(pathname);
    // What a frame of these tests imports, which may come when the next test has begun, is no part of the chat.
    if (!pathname.startsWith('/protocol/')) asked.push(isScript ? pathname + search : pathname);
    const document = DOCUMENTS[/^\/widget\/([a-z]+)$/.exec(pathname)?.[1] ?? ''];
    const module = /^\/protocol\/((?:[a-z-]+\/)*[a-z-]+\.js)$/.exec(pathname)?.[1];
    const inboxId = /^[/]embed[/]v1[/]([a-z]+)[.]js$/.exec(pathname)?.[1];
    if (document) send(response, 'text/html', document.html, document.headers);
    else if (module) send(response, 'text/javascript', readFileSync(resolve(PROTOCOL, module)));
    else if (pathname === '/frame.js') send(response, 'text/javascript', FRAME_SCRIPT);
    else if (isScript && search.startsWith('?launcher=') && origins.insteadOfLauncher)
      origins.insteadOfLauncher === 'nothing'
        ? response.writeHead(404).end()
        : send(response, 'text/javascript', readFileSync(LOADER), { 'Access-Control-Allow-Origin': '*' });
    else if (isScript)
      send(response, 'text/javascript', inboxId && !search ? inboxScript(inboxId) : script(search), {
        'Access-Control-Allow-Origin': '*',
      });
    else response.writeHead(404).end();
  });

  const origins: TwoOrigins = {
    site: address('localhost', site),
    chat: address('127.0.0.1', chat),
    publish(path, content) {
      pages.set(path, content);
      return address('localhost', site) + path;
    },
    asked,
    insteadOfLauncher: null,
    async close() {
      await Promise.all([site, chat].map((server) => new Promise((done) => server.close(done))));
    },
  };
  return origins;
}

const address = (host: string, server: Server): string => `http://${host}:${(server.address() as AddressInfo).port}`;

function listen(host: string, answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer);
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, host, () => done(server));
  });
}
