/** What a request expects is answered in its turn, like everything else of a connection. */
import { afterEach, expect, it } from 'vitest';
import { rawClient, requestOf } from './raw-client.js';
import { type LimitedServer, serveLimited } from './serve-limited.js';

let limited: LimitedServer;
afterEach(() => limited.close());

it.each(['x', '200-ok', 'teapot, x'])(
  'a thousand requests at once that expect %j get one answer, and the connection ends with it',
  async (expectation) => {
    let served = 0;
    limited = await serveLimited((_request, response) => {
      served += 1;
      response.end('ok');
    });
    const { text, closed } = await rawClient(
      limited.server,
      requestOf('GET / HTTP/1.1', `Expect: ${expectation}`).repeat(1_000),
    );
    await closed;
    expect((text().match(/HTTP\/1\.1 \d+/g) ?? []).length).toBeLessThanOrEqual(1);
    expect(served).toBe(0);
    expect(limited.refused.length).toBeLessThanOrEqual(2);
    const one = await rawClient(limited.server, requestOf('GET / HTTP/1.1', `Expect: ${expectation}`));
    await one.closed;
    expect(one.text()).toMatch(/^HTTP\/1\.1 417 /);
    expect(one.text()).toContain('Send no Expect header.');
  },
);

it('a request that waits for leave to send its body gets it when the body is read, and not before', async () => {
  limited = await serveLimited(async (request, response) => {
    if (!request.headers.authorization) return response.writeHead(401).end();
    let size = 0;
    for await (const piece of request) size += (piece as Buffer).length;
    response.end(`${size} bytes`);
  });
  const post = (...headers: readonly string[]): string =>
    requestOf('POST / HTTP/1.1', 'Content-Length: 5', 'Expect: 100-continue', ...headers);
  const refusedClient = await rawClient(limited.server, post());
  await refusedClient.closed;
  expect(refusedClient.text()).toMatch(/^HTTP\/1.1 401 /);
  expect(refusedClient.text()).not.toContain('100 Continue');

  const taken = await rawClient(limited.server, post('Authorization: Bearer x'));
  await expect.poll(taken.text).toContain('100 Continue');
  taken.socket.write('12345');
  await taken.closed;
  expect(taken.text()).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  expect(taken.text()).toContain('5 bytes');
});
