/** What one socket follows, lists and searches, however many conversations its visitor has. */
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { SOCKET_LIMITS } from '../../src/runtime/limits.js';
import { serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

async function begin(server: TestServer, visitor: WireClient, count: number): Promise<readonly string[]> {
  const session = (await server.session(visitor.token))?.id ?? '';
  const ids = Array.from({ length: count }, () => `cnv_${randomBytes(16).toString('base64url')}`);
  for (const conversation of ids)
    await server.store.startConversation({
      session,
      key: conversation,
      conversation,
      epoch: 'epoch-0001',
      at: Date.now(),
    });
  return ids;
}

async function visit(): Promise<{ readonly server: TestServer; readonly visitor: WireClient }> {
  const server = await serve();
  onTestFinished(() => server.dispose());
  return { server, visitor: await WireClient.join(server.port) };
}

it('a socket follows a few conversations, those that it asked for last', async () => {
  const { server, visitor } = await visit();
  const ids = await begin(server, visitor, SOCKET_LIMITS.followedConversations + 3);
  for (const conversation of ids) {
    visitor.send({ t: 'follow', conversation });
    await visitor.next('following', (frame) => frame.conversation === conversation);
  }
  server.pass(60_000);
  const { heads } = await visitor.next('ping');
  expect(Object.keys(heads).sort()).toEqual(ids.slice(3).sort());
});

it('conversations without a message hide none that has one from the list and the search', async () => {
  const { server, visitor } = await visit();
  visitor.say('about zebras');
  await visitor.next('ack');
  await begin(server, visitor, 60);
  visitor.send({ t: 'list', id: 'list-1' });
  expect((await visitor.next('conversations')).conversations).toHaveLength(1);
  visitor.send({ t: 'search', id: 'search-1', text: 'zebras' });
  expect((await visitor.next('found')).hits.length).toBeGreaterThan(0);
});
