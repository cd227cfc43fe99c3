import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createWorkspaceClient } from '../src/index.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('an organization’s key follows no redirect to another address', async () => {
  const reached: IncomingHttpHeaders[] = [];
  const elsewhere = await serve(({ headers }, response) => {
    reached.push(headers);
    response.end('{}');
  });
  const baseUrl = await serve((_, response) => response.writeHead(307, { Location: elsewhere }).end());
  const { call } = createWorkspaceClient({ baseUrl, apiKey: 'cws_the-key' });
  expect(await call('members.list', { orgId: 'one' })).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
  expect(await call('members.invite', { orgId: 'one', email: 'x@example.com' })).toMatchObject({ ok: false });
  expect(reached).toEqual([]);
});
