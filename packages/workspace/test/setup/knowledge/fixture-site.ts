/** A site of fifty pages, each of which belongs into exactly one column of the ledger. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NAME } from '../../../../realtime-server/test/outgoing/fake-internet.js';

export const SITE = `https://${NAME}`;
export const HELP_PAGES = 38;

export interface FixtureSite {
  /** What was asked for, in order; what was answered with 304 has `(unchanged)` behind it. */
  readonly asked: string[];
  /** The text of a page from now on; null: it is gone. */
  readonly texts: Map<string, string | null>;
  listener(request: IncomingMessage, response: ServerResponse): void;
}

const DEEP = `${'<div>'.repeat(500)}deep`;
const help = (n: number): string =>
  `Item number ${n} is stored on shelf ${n} of the ${n % 2 === 0 ? 'red' : 'blue'} hall.`;

/** By path. The others are answered with 404. */
const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/empty': (response) => html(response, '<nav>Home</nav><form>Search</form>'),
  '/picture.png': (response) => html(response, 'never read'),
  '/data': (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  '/away': (response) => void response.writeHead(302, { Location: 'https://other.example.com/' }).end(),
  '/broken': (response) => void response.writeHead(500).end(),
  '/secret': (response) => void response.writeHead(403).end(),
  '/deep': (response) => html(response, DEEP),
  '/copy': (response) => html(response, article('Help 6', help(6))),
  '/print/5': (response) => html(response, `<link rel="canonical" href="/help/5">${article('Help 5', help(5))}`),
};

/** The state that each page must have. Aliases are no pages. */
export const EXPECTED: Readonly<Record<string, 'read' | 'skipped' | 'failed'>> = {
  '/': 'read',
  ...Object.fromEntries(Array.from({ length: HELP_PAGES }, (_, n) => [`/help/${n + 1}`, 'read' as const])),
  ...{ '/empty': 'skipped', '/picture.png': 'skipped', '/data': 'skipped', '/away': 'skipped', '/deep': 'skipped' },
  ...{ '/copy': 'skipped', '/private/a': 'skipped', '/private/b': 'skipped' },
  ...{ '/gone': 'failed', '/broken': 'failed', '/secret': 'failed' },
};

const LINKS = [
  ...Array.from({ length: 20 }, (_, n) => `/help/${n + 1}`),
  ...[
    '/help/1/',
    '/help/2?utm_source=mail&gclid=1',
    '/help/3#part',
    `http://${NAME}/help/4`,
    `https://www.${NAME}/help/7`,
  ],
  ...['/old/1', '/old/2', '/old/3', '/print/5', 'javascript:alert(1)', 'mailto:a@b.c', 'https://other.example.com/x'],
  ...Object.keys(EXPECTED).filter((path) => !path.startsWith('/help/')),
];
const HEAD = '<html lang="en"><head><title>Fixture shop</title><meta name="theme-color" content="#0f766e"></head>';
const SITEMAP = Array.from({ length: HELP_PAGES }, (_, n) => `<url><loc>${SITE}/help/${n + 1}</loc></url>`).join('');

const html = (response: ServerResponse, body: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
const article = (title: string, text: string): string => `<nav>Menu</nav><main><h1>${title}</h1><p>${text}</p></main>`;

export function fixtureSite(): FixtureSite {
  const asked: string[] = [];
  const texts = new Map<string, string | null>();
  return {
    asked,
    texts,
    listener({ url = '', headers }, response) {
      const number = /^\/help\/(\d+)\/?$/.exec(url)?.[1];
      const text = texts.has(url)
        ? texts.get(url)
        : number && Number(number) <= HELP_PAGES
          ? help(Number(number))
          : null;
      const etag = `"${Buffer.from(text ?? '')
        .toString('base64url')
        .slice(0, 60)}"`;
      const isUnchanged = text !== null && headers['if-none-match'] === etag;
      asked.push(isUnchanged ? `${url} (unchanged)` : url);
      if (url === '/robots.txt')
        return void response
          .writeHead(200, { 'Content-Type': 'text/plain' })
          .end(`User-agent: *\nDisallow: /private/\nSitemap: ${SITE}/map.xml\n`);
      if (url === '/map.xml')
        return void response.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<urlset>${SITEMAP}</urlset>`);
      if (url.startsWith('/old/')) return void response.writeHead(301, { Location: url.replace('old', 'help') }).end();
      if (url === '/')
        return html(
          response,
          `${HEAD}${article('Shop', 'We sell tents.')}${LINKS.map((to) => `<a href="${to}">x</a>`).join('')}`,
        );
      if (isUnchanged) return void response.writeHead(304).end();
      if (text) return html(response, article(`Help ${number}`, text), { ETag: etag });
      const page = PAGES[url];
      if (page) return page(response);
      response.writeHead(404).end();
    },
  };
}
