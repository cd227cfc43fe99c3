/** Identity tokens over the wire, named by their lines in the list of hostile inputs: what a page learns of a bad one. */
import { randomBytes } from 'node:crypto';
import { CLOSE } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { body, HEADER } from './forge-token.js';
import { CLAIMS, RING, sign } from './sign-token.js';

describe('over the wire', () => {
  let server: TestServer;
  afterEach(() => server.dispose());
  const now = (): number => Math.floor(Date.now() / 1_000);
  const fresh = (over: object = {}): string =>
    sign({ ...CLAIMS, iat: now(), exp: now() + 300, jti: randomBytes(16).toString('base64url'), ...over });

  it('T4: every forgery closes with one code, without a frame and with one sentence', async () => {
    server = await serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }), 0, { KEYS: RING });
    for (const identity of [
      sign(CLAIMS, { ...HEADER, kid: 'ik_unknown000000' }),
      sign({ ...CLAIMS, iat: now(), exp: now() + 300 }, HEADER, 'x'.repeat(43)),
      fresh({ aud: 'cw:inbox:other' }),
      'x'.repeat(5_000),
      '',
    ]) {
      const client = await WireClient.open(server.port);
      client.hello({ identity });
      expect(await client.end()).toBe(CLOSE.unauthorized.code);
      expect([client.frames, client.closed?.reason]).toEqual([[], CLOSE.unauthorized.meaning]);
    }
    expect(JSON.stringify(server.failures)).not.toContain(body.slice(0, 20));
  });

  it('T10: an expired token has a code of its own, so that the client brings a new one', async () => {
    server = await serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }), 0, { KEYS: RING });
    const client = await WireClient.open(server.port);
    client.hello({ identity: fresh({ iat: now() - 500, exp: now() - 200 }) });
    expect(await client.end()).toBe(CLOSE.identityExpired.code);
  });

  it('T14: a token is good for one page: another one learns that it was used, the same one may ask again', async () => {
    server = await serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }), 0, { KEYS: RING });
    const identity = fresh();
    const first = await WireClient.join(server.port, { identity, instance: 'instance-0001' });
    const again = await WireClient.join(server.port, { identity, instance: 'instance-0001' });
    expect(again.conversation).toBe(first.conversation);
    const thief = await WireClient.open(server.port);
    thief.hello({ identity, instance: 'instance-0002' });
    expect(await thief.end()).toBe(CLOSE.identityReplayed.code);
    expect(thief.frames).toEqual([]);
  });

  it('T16: an inbox without identity takes no token at all', async () => {
    server = await serve();
    const client = await WireClient.open(server.port);
    client.hello({ identity: fresh() });
    expect(await client.end()).toBe(CLOSE.unauthorized.code);
  });
});
