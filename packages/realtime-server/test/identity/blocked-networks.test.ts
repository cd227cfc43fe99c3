/** A block of the address is one of the address alone, or of the /64 that one IPv6 subscriber has, and lasts 30 days at most. */
import { CLOSE } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

let server: TestServer;
beforeEach(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }), 1);
});
afterEach(() => server.dispose());

async function join(address: string): Promise<WireClient> {
  const client = await WireClient.open(server.port, { 'X-Forwarded-For': address });
  client.hello({});
  return client;
}
/** Whether a new visitor from there is refused. */
async function isRefused(address: string): Promise<boolean> {
  const client = await join(address);
  await client.until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'an answer');
  const code = client.closed?.code;
  await client.close();
  return code === CLOSE.contactBlocked.code;
}
async function blockFrom(address: string, addressDays: number): Promise<void> {
  const client = await join(address);
  await client.next('live');
  const { conversation } = client;
  const contact = (await server.store.conversation(conversation))?.contact as string;
  await server.blocks.block({ inbox: 'demo', contact, conversation, name: 'Ingrid', reason: '', addressDays });
  await client.end();
}

describe('a block of the address', () => {
  it.each([
    ['2001:db8:1:2::5', ['2001:db8:1:2::5', '2001:db8:1:2:ffff:1:2:3', '2001:0DB8:0001:0002::'], ['2001:db8:1:3::5']],
    ['2a02:1:2:3:4:5:6:7', ['2a02:1:2:3::'], ['2a02:1:2:4::', '2a02:1:3:3:4:5:6:7']],
    ['203.0.113.7', ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8', '203.0.113.70']],
    ['::ffff:198.51.100.9', ['198.51.100.9'], ['198.51.100.8', '::ffff:198.51.100.10']],
  ])('of %s refuses new visitors of %j, and none of %j', async (address, refused, admitted) => {
    await blockFrom(address, 30);
    await expect.poll(() => isRefused(address)).toBe(true);
    for (const other of refused) expect([other, await isRefused(other)]).toEqual([other, true]);
    for (const other of admitted) expect([other, await isRefused(other)]).toEqual([other, false]);
    server.pass(30 * 86_400_000);
    expect(await isRefused(address)).toBe(false);
  });
});
