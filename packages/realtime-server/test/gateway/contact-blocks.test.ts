/** A contact that the team blocks, over the real wire and store. */
import { CLOSE } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RING, tokenFor } from '../identity/sign-token.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const BLOCKED = CLOSE.contactBlocked.code;
const HERE = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';

let server: TestServer;
beforeEach(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }, { id: 'other' }), 1, {
    KEYS: RING,
  });
});
afterEach(() => server.dispose());

type Hello = Parameters<typeof WireClient.join>[1];

async function join(hello: Hello = {}, address = HERE): Promise<WireClient> {
  const client = await WireClient.open(server.port, { 'X-Forwarded-For': address });
  client.hello(hello);
  await client.next('live');
  return client;
}
/** How this hello ends: the close code, or null where it is let in. */
async function ends(hello: Hello = {}, address = HERE): Promise<number | null> {
  const client = await WireClient.open(server.port, { 'X-Forwarded-For': address });
  client.hello(hello);
  await client.until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'an answer');
  const code = client.closed?.code ?? null;
  await client.close();
  return code;
}
async function block(client: WireClient, addressDays: number | null = null): Promise<void> {
  const contact = (await server.store.conversation(client.conversation))?.contact as string;
  const { conversation } = client;
  await server.blocks.block({ inbox: 'demo', contact, conversation, name: 'Ingrid', reason: '', addressDays });
}
async function unblock(client: WireClient): Promise<void> {
  const contact = (await server.store.conversation(client.conversation))?.contact as string;
  await server.blocks.unblock('demo', contact, 'Ingrid');
}

describe('a blocked contact', () => {
  it('is closed in every tab at once, is refused with its session, and goes on with it when the block is taken back', async () => {
    const tab = await join({ instance: 'instance-0001' });
    const other = await join({ session: tab.token, instance: 'instance-0002' });
    const stranger = await join({}, ELSEWHERE);
    await block(tab);
    expect([await tab.end(), await other.end()]).toEqual([BLOCKED, BLOCKED]);
    expect(await ends({ session: tab.token })).toBe(BLOCKED);
    expect(stranger.closed).toBeNull();
    await unblock(tab);
    expect(await ends({ session: tab.token })).toBeNull();
  });

  it('whom the site has identified is refused with each new token, on every device', async () => {
    const kim = await join({ identity: tokenFor('kim') });
    await block(kim);
    expect(await kim.end()).toBe(BLOCKED);
    expect(await ends({ identity: tokenFor('kim') }, ELSEWHERE)).toBe(BLOCKED);
    expect(await ends({ session: kim.token })).toBe(BLOCKED);
    expect(await ends({ identity: tokenFor('robin') })).toBeNull();
    await unblock(kim);
    expect(await ends({ identity: tokenFor('kim') })).toBeNull();
  });

  it('who throws the session away is a new visitor, unless the address is blocked as well', async () => {
    const one = await join();
    await block(one);
    await one.end();
    expect(await ends()).toBeNull();
    const two = await join();
    const neighbour = await join();
    await block(two, 7);
    expect(await two.end()).toBe(BLOCKED);
    await expect.poll(() => ends()).toBe(BLOCKED);
    // Only new anonymous visitors, only in this inbox, and only there.
    expect(await ends({ session: neighbour.token })).toBeNull();
    expect(await ends({ identity: tokenFor('robin') })).toBeNull();
    expect(await ends({ inbox: 'other' })).toBeNull();
    expect(await ends({}, ELSEWHERE)).toBeNull();
    server.pass(7 * 86_400_000);
    expect(await ends()).toBeNull();
  });

  it('who was not connected has the address blocked from which they try next', async () => {
    const one = await join();
    await one.close();
    await server.restart();
    await block(one, 30);
    expect(await ends({}, ELSEWHERE)).toBeNull();
    expect(await ends({ session: one.token }, ELSEWHERE)).toBe(BLOCKED);
    expect(await ends({}, ELSEWHERE)).toBe(BLOCKED);
    await unblock(one);
    expect(await ends({}, ELSEWHERE)).toBeNull();
  });

  it('has no address stored that could be read', async () => {
    const one = await join();
    await block(one, 7);
    await expect.poll(() => ends()).toBe(BLOCKED);
    const stored = JSON.stringify(await server.store.blocks(['demo'], Date.now() + 1_000, 9));
    expect(stored).not.toContain(HERE);
    expect(server.failures).toContainEqual(expect.objectContaining({ message: 'a contact was blocked' }));
    expect(JSON.stringify(server.failures)).not.toContain(HERE);
  });
});
