/**
 * What a script on the chat's origin can do to the console, in the browser of a person who is signed in there. Both are on one site, as
 * `chat.example.com` and `console.example.com` are, so the browser sends the cookie along.
 */
import { connect, createServer, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { freePort } from '../../support/server/free-port.js';
import { sessionOf } from '../../support/server/team-session.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const OTHER_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/api/auth/get-session' },
  { method: 'GET', path: '/api/auth/list-sessions' },
  { method: 'GET', path: '/api/auth/api-key/list' },
  { method: 'POST', path: '/api/auth/sign-out' },
  { method: 'POST', path: '/api/auth/change-password' },
  { method: 'POST', path: '/api/auth/api-key/delete' },
  { method: 'GET', path: '/api/desk/conversations' },
  { method: 'POST', path: '/api/desk/sessions/revoke' },
];

const browser = useBrowser();
let site: Site;
let forwarder: Server;
let hosts: { readonly console: string; readonly chat: string };
let routes: readonly Route[];
let orgId: string;

beforeAll(async () => {
  const [port, chatPort] = [await freePort(), await freePort()];
  hosts = { console: `http://localhost:${port}`, chat: `http://localhost:${chatPort}` };
  forwarder = createServer((visitor) => {
    const server = connect(port, '127.0.0.1');
    visitor.pipe(server).pipe(visitor);
    visitor.on('error', () => server.destroy());
    server.on('error', () => visitor.destroy());
  });
  await new Promise<void>((resolve) => forwarder.listen(chatPort, resolve));
  site = await startSite({ PUBLIC_URL: hosts.console, WIDGET_URL: hosts.chat }, port);
  const headers = await sessionOf(site.service);
  const me = (await (await fetch(`${hosts.console}/api/rpc/accounts/me`, { headers })).json()) as {
    readonly organizations: readonly { readonly orgId: string }[];
  };
  orgId = me.organizations[0]?.orgId ?? '';
  const document = (await (await fetch(`${hosts.console}/api/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method): Route => ({ method: method === 'get' ? 'GET' : 'POST', path: `/api/rpc${path}` }),
    ),
  );
  routes = [...described.filter(({ path }) => path !== '/api/rpc/health'), ...OTHER_ROUTES];
});
afterAll(async () => {
  forwarder?.close();
  await site?.dispose();
});

/** The frame's document, in the browser of the owner. `withoutPolicies`: as if the document had none. */
async function frameOfSignedIn(withoutPolicies: boolean): Promise<Page> {
  const { cookie = '' } = await sessionOf(site.service);
  const [name = '', value = ''] = cookie.split('=');
  const person = await browser.newVisitor({ withoutPolicies });
  await person.context.addCookies([{ name, value, url: hosts.console, httpOnly: true, sameSite: 'Lax' }]);
  const page = await person.context.newPage();
  await page.goto(`${hosts.chat}/widget/demo?o=${encodeURIComponent(site.shop)}`);
  return page;
}

type Outcome = 'read' | 'opaque' | 'refused';

/** Each route in every way that a script has; the outcomes by `METHOD path way`. */
const tryAll = (page: Page, origin: string): Promise<Readonly<Record<string, Outcome>>> =>
  page.evaluate(
    async ({ origin, routes, orgId }) => {
      const body = JSON.stringify({ orgId, version: 1, name: 'Taken over', confirm: 'x', email: 'eve@example.com' });
      const ways = {
        GET: [{ mode: 'cors' }, { mode: 'no-cors' }],
        POST: [
          { mode: 'cors', body, headers: { 'content-type': 'application/json' } },
          { mode: 'cors', body, headers: { 'content-type': 'text/plain' } },
          { mode: 'no-cors', body, headers: { 'content-type': 'text/plain' } },
          { mode: 'no-cors', body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ],
      } as const satisfies Record<string, readonly RequestInit[]>;
      const outcomes: Record<string, Outcome> = {};
      for (const { method, path } of routes)
        for (const [n, way] of ways[method].entries()) {
          const outcome = await fetch(`${origin}${path}?orgId=${orgId}`, {
            method,
            credentials: 'include',
            ...way,
          }).then(
            ({ type, status }) => (type === 'opaque' ? 'opaque' : status === 404 ? 'refused' : 'read'),
            () => 'refused' as const,
          );
          outcomes[`${method} ${path} ${n}`] = outcome;
        }
      return outcomes;
    },
    { origin, routes, orgId },
  );

const thoseThat = (outcomes: Readonly<Record<string, Outcome>>, outcome: Outcome): readonly string[] =>
  Object.keys(outcomes).filter((name) => outcomes[name] === outcome);

async function organizationName(): Promise<string> {
  const headers = await sessionOf(site.service);
  const answer = await fetch(`${hosts.console}/api/rpc/organization/get?orgId=${orgId}`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { name: string }).name;
}

describe('a script on the chat’s origin, where a person is signed in to the console', () => {
  it('sends nothing to any route of the console from the frame, whose policy forbids it', async () => {
    const page = await frameOfSignedIn(false);
    const asked: string[] = [];
    page.on('response', (response) => asked.push(response.url()));
    const outcomes = await tryAll(page, hosts.console);
    expect(Object.keys(outcomes).length).toBeGreaterThan(50);
    expect(thoseThat(outcomes, 'refused')).toEqual(Object.keys(outcomes));
    expect(asked.filter((url) => url.startsWith(hosts.console))).toEqual([]);
  });

  it('finds none of these routes at its own origin', async () => {
    const page = await frameOfSignedIn(false);
    const outcomes = await tryAll(page, hosts.chat);
    expect(thoseThat(outcomes, 'read')).toEqual([]);
    expect(await page.evaluate(async () => (await fetch('/api/rpc/health')).status)).toBe(200);
  });

  it('reads and changes nothing even without the policy', async () => {
    const before = await organizationName();
    const page = await frameOfSignedIn(true);
    const changes: number[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(hosts.console) && response.request().method() === 'POST')
        changes.push(response.status());
    });
    const outcomes = await tryAll(page, hosts.console);
    expect(thoseThat(outcomes, 'read')).toEqual([]);
    expect(changes.length).toBeGreaterThan(20);
    expect(changes.filter((status) => status < 400)).toEqual([]);
    // The session goes on, and the organization is as it was.
    expect(await organizationName()).toBe(before);
  });
});
