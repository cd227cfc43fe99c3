/**
 * The script tag of docs/identity/README.md, pasted unchanged into a page, on a site with the documented route: the visitor is
 * identified, none of their data is stored, and the sign-out removes them.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { type IdentityUser, nodeIdentityRoute } from '@service/embed-sdk/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { ROOT } from '../../support/runs/repository.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { inboxesFor, SHOP_KEY } from '../../support/sites/start-site.js';

const PAGE = readFileSync(resolve(ROOT, 'docs/identity/README.md'), 'utf8');
const [, SNIPPET = ''] = /^```html\n([\s\S]*?)^```/m.exec(PAGE) ?? [];

const browser = useBrowser();
let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
let site: Server;
let address: string;
let user: IdentityUser | null = null;
let asked = 0;

beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}/`;
  inboxes = inboxesFor([new URL(address).origin]);
  const { kid, secret } = SHOP_KEY;
  service = await Service.start({
    inboxDir: inboxes.folder,
    env: { DEMO_IDENTITY_KEYS: JSON.stringify([{ kid, secret }]) },
  });
  const route = nodeIdentityRoute({ key: SHOP_KEY, getUser: () => user });
  const pasted = SNIPPET.replace('https://chat.example.com', service.origin);
  const html = `<!doctype html><html lang="en"><head><title>Site</title></head><body><button id="sign-out">Sign out</button>${pasted}</body></html>`;
  site = createServer((request, response) => {
    if (request.url === '/chat-token') {
      asked += 1;
      void route(request, response);
    } else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((done) => site.listen(port, done));
});
afterAll(async () => {
  site?.close();
  site?.closeAllConnections();
  await service?.dispose();
  inboxes?.remove();
});

it('signs in a user of the site, stores nothing of them, and signs them out', async () => {
  user = { id: 'user-42', name: 'Kim' };
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(address);
  const chat = chatOn(page);
  await chat.open();
  await chat.send('where is my parcel?');
  await chat.arrived('where is my parcel?');
  expect(asked).toBe(1);
  const hellos = wire.sent.filter((frame) => frame.t === 'hello');
  expect(hellos.map((hello) => typeof hello.identity)).toEqual(['string']);

  const stored = (): Promise<string> =>
    page
      .frames()
      .find((frame) => frame.url().includes('/widget/'))
      ?.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ) as Promise<string>;
  expect(await stored()).not.toMatch(/parcel|user-42|Kim|session/);

  user = null;
  await page.click('#sign-out');
  await expect.poll(() => chat.transcript.getByText('where is my parcel?').count()).toBe(0);
  expect(await stored()).not.toMatch(/parcel|user-42|Kim/);
  expect(visitor.exceptions).toEqual([]);
});

it('lets an anonymous visitor chat when no user is signed in on the site', async () => {
  user = null;
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(address);
  const chat = chatOn(page);
  await chat.open();
  await chat.send('hello');
  await chat.transcript.getByText('hello', { exact: true }).waitFor();
  expect(visitor.exceptions).toEqual([]);
});
