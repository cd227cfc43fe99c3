/** The operator names a provider and gives its key. A redirect of that provider, or of a server in its place, must not take the key elsewhere. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, openLoopback } from '../../../../test/support/model-provider/loopback-server.js';
import { say } from '../../../../test/support/model-provider/reply.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { openModel } from '../../dist/model/open-model.js';
import { type Backed, KEY, KINDS, serveModel } from './model-backends.js';
import { answered } from './read-answers.js';

let provider: Loopback;
let elsewhere: Server;
let reached: IncomingHttpHeaders[];
let server: Backed | null;

beforeEach(async () => {
  provider = await openLoopback();
  reached = [];
  server = null;
  elsewhere = createServer((request, response) => {
    reached.push(request.headers);
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await server?.dispose();
  await provider.close();
  elsewhere.close();
});

const otherOrigin = (): string => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

async function ask(model: Parameters<typeof serveModel>[0]): Promise<{ readonly text: string }> {
  server = await serveModel(model);
  const visitor = await WireClient.join(server.port);
  visitor.say('How long can I return things?');
  return answered(visitor);
}

describe.each(KINDS)('a redirect of $name', (kind) => {
  it.each([302, 307])('takes neither the key nor the question to another origin (%i)', async (status) => {
    provider.script({ kind: 'status', status, headers: { Location: `${otherOrigin()}/v1/responses` } });
    await ask(kind.open(provider.origin));
    expect(reached).toEqual([]);
    expect(provider.requests).toHaveLength(1);
    expect(server?.problems).toMatchObject([{ kind: 'moved', status }]);
  });

  it('is followed within the origin, with the key', async () => {
    provider.script({ kind: 'status', status: 307, headers: { Location: '?moved=1' } }, say('Within 30 days.'));
    expect((await ask(kind.open(provider.origin))).text).toBe('Within 30 days.');
    expect(provider.requests).toHaveLength(2);
    for (const { headers } of provider.requests) expect(JSON.stringify(headers)).toContain(KEY);
  });

  it('that never ends is given up', async () => {
    provider.script({ kind: 'status', status: 308, headers: { Location: '' } });
    await ask(kind.open(provider.origin));
    expect(provider.requests.length).toBeLessThan(10);
    expect(server?.problems).toMatchObject([{ kind: 'moved' }]);
  });
});

it('a list of models is read at no other origin either', async () => {
  const moving = createServer((_, response) => response.writeHead(301, { Location: `${otherOrigin()}/models` }).end());
  await new Promise<void>((resolve) => moving.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(moving.address() as AddressInfo).port}/v1`;
  await ask(openModel({ provider: 'openai-compatible', model: null, key: KEY, baseUrl }, Date.now));
  moving.close();
  expect(reached).toEqual([]);
  expect(server?.problems).toMatchObject([{ kind: 'moved', status: 301 }]);
});
