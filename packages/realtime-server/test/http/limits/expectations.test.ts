/** What a request expects is answered in its turn, like everything else of a connection. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createLimitedServer } from '../../../dist/http/limits/limited-server.js';
import { turnedClock } from '../../support/manual-clock.js';
import { rawClient, requestOf } from './raw-client.js';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each(['x', '200-ok', 'teapot, x'])(
  'a thousand requests at once that expect %j get one answer, and the connection ends with it',
  async (expectation) => {
    let served = 0;
    const refused: string[] = [];
    server = createLimitedServer({
      listener: (_request, response) => {
        served += 1;
        response.end('ok');
      },
      clock: turnedClock(),
      proxies: 0,
      openFiles: null,
      onRefused: (why) => refused.push(why),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { text, closed } = await rawClient(
      server,
      requestOf('GET / HTTP/1.1', `Expect: ${expectation}`).repeat(1_000),
    );
    await closed;
    expect((text().match(/HTTP\/1\.1 \d+/g) ?? []).length).toBeLessThanOrEqual(1);
    expect(served).toBe(0);
    expect(refused.length).toBeLessThanOrEqual(2);
    const one = await rawClient(server, requestOf('GET / HTTP/1.1', `Expect: ${expectation}`));
    await one.closed;
    expect(one.text()).toMatch(/^HTTP\/1\.1 417 /);
    expect(one.text()).toContain('Send no Expect header.');
  },
);
