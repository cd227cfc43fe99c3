/** Persons who follow each other in one browser, and what pages and sites tell of them (S1 to S10, T19 and T20 of the list of hostile inputs). */
import { CLOSE } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { entering, saying, start, texts } from './identified-visitors.js';
import { tokenFor } from './sign-token.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('one browser, two persons', () => {
  it('S5: the second sees nothing of the first, also when the page never sent a logout', async () => {
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(kim, 'my order 4711');
    const robin = await WireClient.join(server.port, { session: kim.token, identity: tokenFor('robin') });
    expect(robin.conversation).not.toBe(kim.conversation);
    expect(await kim.end()).toBe(CLOSE.accessChanged.code);
    robin.send({ t: 'follow', conversation: kim.conversation });
    expect(await robin.next('error')).toMatchObject({ code: 'not_found' });
    expect(JSON.stringify(robin.frames)).not.toContain('order 4711');
    expect(await entering(server.port, { session: kim.token })).toBe(CLOSE.sessionExpired.code);
  });

  it('S6, S7: after a logout the token opens nothing, and what was recorded on the wire does nothing', async () => {
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(kim, 'my order 4711');
    const tab = await WireClient.join(server.port, { session: kim.token });
    kim.send({ t: 'logout' });
    kim.say('a frame behind it');
    expect([await kim.end(), await tab.end()]).toEqual(Array(2).fill(CLOSE.accessChanged.code));
    expect(await entering(server.port, { session: kim.token })).toBe(CLOSE.sessionExpired.code);
    const back = await WireClient.join(server.port, { identity: tokenFor('kim') });
    expect(texts(back.events)).toEqual(['my order 4711']);
  });

  it.each<readonly [string, (kim: WireClient) => Promise<unknown>, number]>([
    [
      'they have logged out',
      async (kim) => {
        kim.send({ t: 'logout' });
        await kim.end();
      },
      CLOSE.identityReplayed.code,
    ],
    ['they were signed out', () => server.endSessionsOf('demo', 'kim'), CLOSE.identityTooEarly.code],
    [
      'they took their consent back',
      async (kim) => {
        kim.send({ t: 'withdraw' });
        await kim.end();
      },
      CLOSE.identityReplayed.code,
    ],
  ])('S7: a recorded greeting with its proof brings no one back once %s', async (_why, leaves, refused) => {
    server = await start();
    const recorded = { identity: tokenFor('kim'), instance: 'instance-of-kim' };
    await saying(await WireClient.join(server.port, recorded), 'my order 4711');
    // A lost answer: the same page asks again with the same proof, and is let in.
    const again = await WireClient.join(server.port, recorded);
    expect(texts(again.events)).toEqual(['my order 4711']);
    // Meanwhile the session was renewed with another proof.
    const renewed = { ...recorded, session: again.token, identity: tokenFor('kim') };
    await leaves(await WireClient.join(server.port, renewed));
    for (const greeting of [recorded, renewed, { ...renewed, session: null }])
      expect(await entering(server.port, greeting)).toBe(refused);
    // Tokens are dated by the second: this one is certainly from after that.
    const later = tokenFor('kim', { iat: Math.floor(Date.now() / 1_000) + 1 });
    expect(await entering(server.port, { ...recorded, identity: later })).not.toBe(refused);
  });

  it('S6: a page without a token starts with nothing, whatever visitor was here before', async () => {
    server = await start();
    await saying(await WireClient.join(server.port, { identity: tokenFor('kim') }), 'my order 4711');
    expect(await entering(server.port, {})).toBe('');
  });

  it('an anonymous visitor who logs out leaves a token that opens nothing', async () => {
    server = await start();
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'hello');
    anonymous.send({ t: 'logout' });
    expect(await anonymous.end()).toBe(CLOSE.accessChanged.code);
    expect(await entering(server.port, { session: anonymous.token })).toBe(CLOSE.sessionExpired.code);
    // Nor does it bring the conversation to the visitor who signs in next.
    expect(await entering(server.port, { session: anonymous.token, identity: tokenFor('robin') })).toBe('');
  });
});

describe('what the page says of its visitor', () => {
  it('S9: never makes two visitors one, not even a verified address does', async () => {
    server = await start();
    const user = { name: 'Kim', email: 'kim@example.com', userId: 'kim' };
    const kim = await WireClient.join(server.port, {
      identity: tokenFor('kim', { email: 'kim@example.com', email_verified: true }),
      user,
    });
    await saying(kim, 'my order 4711');
    const pretender = await WireClient.join(server.port, { user });
    pretender.send({ t: 'context', user });
    await saying(pretender, 'hello');
    expect(texts(pretender.events)).toEqual(['hello']);
    const namesake = await WireClient.join(server.port, {
      identity: tokenFor('robin', { email: 'kim@example.com', email_verified: true }),
    });
    expect(texts(namesake.events)).toEqual([]);
  });
});

describe('what the site says of its visitor', () => {
  const shown = async (claims: object): Promise<unknown> => {
    server = await start();
    const { visitor } = (await WireClient.join(server.port, { identity: tokenFor('kim', claims) })).first('welcome');
    return (await server.visitorFacts(visitor.id)).verified?.profile;
  };

  it('T19: is an unverified address unless the flag is true itself', async () => {
    expect(await shown({ email: 'kim@example.com', email_verified: 'true' })).toEqual({
      email: 'kim@example.com',
      emailVerified: false,
    });
  });

  it('T20: is a name without what makes it look like another one', async () => {
    expect(await shown({ name: '\u202eKim\u200b <img src=x>\u{e0041} ' })).toEqual({ name: 'Kim <img src=x>' });
    expect(await shown({ name: 'K\ufe0fim\u3164', email: 'kim\u{e0101}@exam\u00adple.com' })).toEqual({
      name: 'Kim',
      email: 'kim@example.com',
      emailVerified: false,
    });
  });
});
