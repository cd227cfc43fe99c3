/** Requests that come before the pages are open. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { laterListener } from '../../dist/pages/later-pages.js';
import { later } from '../../dist/start/later.js';

type Listener = ReturnType<typeof laterListener>;
let pages: ReturnType<typeof later<{ readonly listener: Listener }>>;
let server: ReturnType<typeof createServer>;
let port: number;
let taken: string[];
const listener = (asked: IncomingMessage, response: ServerResponse): void => {
  taken.push(asked.url ?? '');
  response.end('a page');
};
const never = (): void => expect.unreachable();

beforeEach(async () => {
  taken = [];
  pages = later();
  server = createServer(laterListener(pages)).listen(0);
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => void server.close());

const requested = (): Promise<[IncomingMessage, ServerResponse]> =>
  once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;

it('wait for them', async () => {
  const came = requested();
  const answer = fetch(`http://127.0.0.1:${port}/early`);
  await came;
  expect(taken).toEqual([]);
  pages.open(Promise.resolve({ listener }), never);
  expect(await (await answer).text()).toBe('a page');
});

it('are not served when their sender has gone meanwhile', async () => {
  const came = requested();
  const asking = request({ port, path: '/left' });
  asking.on('error', () => undefined).end();
  const [, response] = await came;
  const closed = once(response, 'close');
  asking.destroy();
  await closed;
  pages.open(Promise.resolve({ listener }), never);
  expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('a page');
  expect(taken).toEqual(['/late']);
});
