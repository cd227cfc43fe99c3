/** Sessions of identified visitors over the real wire and store, named by the lines of the list of hostile inputs (S1 to S10). */
import { CLOSE, type LogEvent } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KeyRing } from '../../dist/identity/key-ring.js';
import { SESSION_LIMITS } from '../../src/conversation/sessions/session-lifetime.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { KEY, RING, tokenFor } from './sign-token.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

const start = (identity: object = {}, keys: Record<string, string | undefined> = { KEYS: RING }): Promise<TestServer> =>
  serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS', ...identity } }), 0, keys);
const texts = (events: readonly LogEvent[]): string[] =>
  events.flatMap(({ body }) => (body.kind === 'message' ? [body.text] : []));
const saying = async (client: WireClient, text: string): Promise<void> => {
  client.say(text);
  await client.next('ack', (ack) => ack.clientId === `client-${text.replace(/\W+/g, '-')}`);
};
/** Sends this hello and returns how it ends: the close code, or the first words of the log. */
const entering = async (over: Parameters<typeof WireClient.join>[1]): Promise<number | string> => {
  const client = await WireClient.open(server.port);
  client.hello(over);
  await client.until(() => client.closed !== null || client.frames.some((frame) => frame.t === 'live'), 'an answer');
  return client.closed?.code ?? texts(client.events).join(', ');
};

describe('an anonymous visitor who signs in', () => {
  it('S4: takes along what they wrote in this session, in the same conversation, and nothing else', async () => {
    server = await start();
    const stranger = await WireClient.join(server.port);
    await saying(stranger, 'of a stranger');
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'before');
    const known = await WireClient.join(server.port, { session: anonymous.token, identity: tokenFor('kim') });
    expect(known.conversation).toBe(anonymous.conversation);
    expect(texts(known.events)).toEqual(['before']);
    expect(known.first('welcome').identified?.until).toBeGreaterThan(Date.now());
    expect(await anonymous.end()).toBe(CLOSE.accessChanged.code);
    expect(await entering({ session: anonymous.token })).toBe(CLOSE.sessionExpired.code);
    expect(await entering({ session: known.token })).toBe('before');
  });

  it('finds what they wrote on another device, and keeps both conversations', async () => {
    server = await start();
    const laptop = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(laptop, 'on the laptop');
    const phone = await WireClient.join(server.port);
    await saying(phone, 'on the phone');
    const known = await WireClient.join(server.port, { session: phone.token, identity: tokenFor('kim') });
    expect(texts(known.events)).toEqual(['on the phone']);
    known.send({ t: 'follow', conversation: laptop.conversation });
    await known.next('following', (frame) => frame.conversation === laptop.conversation);
    await known.until(() => texts(known.events).includes('on the laptop'), 'the other conversation');
  });

  it('who has written nothing yet goes on where they were last', async () => {
    server = await start();
    const before = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(before, 'yesterday');
    const quiet = await WireClient.join(server.port);
    const known = await WireClient.join(server.port, { session: quiet.token, identity: tokenFor('kim') });
    expect(texts(known.events)).toEqual(['yesterday']);
  });

  it('who has never written anything is in one conversation in all their tabs, however each came in', async () => {
    server = await start();
    const anonymous = await WireClient.join(server.port);
    const before = await WireClient.join(server.port, { session: anonymous.token, identity: tokenFor('kim') });
    const reloaded = await WireClient.join(server.port, { identity: tokenFor('kim') });
    expect(reloaded.conversation).toBe(before.conversation);
    await saying(before, 'seen by both');
    await reloaded.until(() => texts(reloaded.events).includes('seen by both'), 'what the other tab sent');
  });

  it('is stored once, also when the message is sent again after the conversation became another contact’s', async () => {
    server = await start();
    const laptop = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(laptop, 'on the laptop');
    const phone = await WireClient.join(server.port);
    await saying(phone, 'once');
    const known = await WireClient.join(server.port, { session: phone.token, identity: tokenFor('kim') });
    known.say('once');
    expect(await known.next('ack')).toMatchObject({ seq: 1, duplicate: true });
    await known.close();
    // And from any later session, in which it is one of several conversations.
    const later = await WireClient.join(server.port, { identity: tokenFor('kim') });
    later.send({
      t: 'append',
      conversation: phone.conversation,
      clientId: 'client-once',
      body: { kind: 'message', text: 'once' },
    });
    expect(await later.next('ack', (ack) => ack.conversation === phone.conversation)).toMatchObject({
      duplicate: true,
    });
  });

  it('whose answer is lost gets the same conversation by asking again, with a new token', async () => {
    server = await start();
    const other = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(other, 'elsewhere');
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'here');
    const lost = await WireClient.join(server.port, { session: anonymous.token, identity: tokenFor('kim') });
    lost.socket.terminate();
    const again = await WireClient.join(server.port, { session: anonymous.token, identity: tokenFor('kim') });
    expect(texts(again.events)).toEqual(['here']);
  });

  it('in two tabs at once is one person in one conversation', async () => {
    server = await start();
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'before');
    const tabs = await Promise.all(
      [1, 2, 3].map((n) =>
        WireClient.join(server.port, {
          session: anonymous.token,
          identity: tokenFor('kim'),
          instance: `instance-000${n}`,
        }),
      ),
    );
    expect(tabs.map((tab) => tab.conversation)).toEqual(Array(3).fill(anonymous.conversation));
  });

  it('as two different persons in two tabs is one of them, and the other sees nothing of it', async () => {
    server = await start();
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'before');
    const tabs = await Promise.all(
      ['kim', 'robin'].map((sub) =>
        WireClient.join(server.port, {
          session: anonymous.token,
          identity: tokenFor(sub),
          instance: `instance-${sub}`,
        }),
      ),
    );
    expect(tabs.map((tab) => texts(tab.events).join()).sort()).toEqual(['', 'before']);
  });

  it('leaves the conversation behind where the inbox says so', async () => {
    server = await start({ mergeAnonymous: 'none' });
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'before');
    const known = await WireClient.join(server.port, { session: anonymous.token, identity: tokenFor('kim') });
    expect(known.conversation).not.toBe(anonymous.conversation);
    known.send({ t: 'sync', id: 'request-1', conversation: anonymous.conversation, after: 0 });
    expect(await known.next('error')).toMatchObject({ code: 'not_found' });
  });
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
    expect(await entering({ session: kim.token })).toBe(CLOSE.sessionExpired.code);
  });

  it('S6, S7: after a logout the token opens nothing, and what was recorded on the wire does nothing', async () => {
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    await saying(kim, 'my order 4711');
    const tab = await WireClient.join(server.port, { session: kim.token });
    kim.send({ t: 'logout' });
    kim.say('a frame behind it');
    expect([await kim.end(), await tab.end()]).toEqual(Array(2).fill(CLOSE.accessChanged.code));
    expect(await entering({ session: kim.token })).toBe(CLOSE.sessionExpired.code);
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
      expect(await entering(greeting)).toBe(refused);
    // Tokens are dated by the second: this one is certainly from after that.
    const later = tokenFor('kim', { iat: Math.floor(Date.now() / 1_000) + 1 });
    expect(await entering({ ...recorded, identity: later })).not.toBe(refused);
  });

  it('S6: a page without a token starts with nothing, whatever visitor was here before', async () => {
    server = await start();
    await saying(await WireClient.join(server.port, { identity: tokenFor('kim') }), 'my order 4711');
    expect(await entering({})).toBe('');
  });

  it('an anonymous visitor who logs out leaves a token that opens nothing', async () => {
    server = await start();
    const anonymous = await WireClient.join(server.port);
    await saying(anonymous, 'hello');
    anonymous.send({ t: 'logout' });
    expect(await anonymous.end()).toBe(CLOSE.accessChanged.code);
    expect(await entering({ session: anonymous.token })).toBe(CLOSE.sessionExpired.code);
    // Nor does it bring the conversation to the visitor who signs in next.
    expect(await entering({ session: anonymous.token, identity: tokenFor('robin') })).toBe('');
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

describe('an inbox that requires identity', () => {
  it('gives no one a session without it: not by saying nothing, not by an old token, not while they are connected', async () => {
    let settings = inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } });
    server = await serve(undefined, { ...settings, get: (id) => settings.get(id) }, 0, { KEYS: RING });
    const before = await WireClient.join(server.port);
    await saying(before, 'hello');
    settings = inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS', required: true } });
    expect(await before.end()).toBe(CLOSE.identityRequired.code);
    expect(await entering({})).toBe(CLOSE.identityRequired.code);
    expect(await entering({ session: before.token })).toBe(CLOSE.identityRequired.code);
    expect(await entering({ identity: 'nonsense' })).toBe(CLOSE.unauthorized.code);
    expect(await entering({ session: before.token, identity: tokenFor('kim') })).toBe('hello');
  });
});

describe('a visitor who may not stay', () => {
  it('T16: with a revoked key is removed from a live connection, and a key that is being replaced lets them stay', async () => {
    const keys: Record<string, string | undefined> = { KEYS: RING };
    server = await start({}, keys);
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const retiring: KeyRing = [{ ...KEY, notAfter: new Date(Date.now() - 1).toISOString() }];
    keys.KEYS = JSON.stringify(retiring);
    expect(await entering({ identity: tokenFor('robin') })).toBe(CLOSE.unauthorized.code);
    expect(await entering({ session: kim.token })).toBe('');
    keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
    expect(await kim.end()).toBe(CLOSE.unauthorized.code);
    expect(await entering({ session: kim.token })).toBe(CLOSE.unauthorized.code);
  });

  it.each<readonly [string, (keys: Record<string, string | undefined>) => unknown]>([
    [
      'their key is revoked',
      (keys) => {
        keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
      },
    ],
    // As another node does whose word to this one is lost.
    ['their session has ended in the store', () => server.store.revokeSessions('demo', 'kim', Date.now())],
  ])('T16: is out of every tab within a second when %s', async (_why, happens) => {
    const keys: Record<string, string | undefined> = { KEYS: RING };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    server = await start({}, keys);
    const tabs = await Promise.all(
      [1, 2].map((n) => WireClient.join(server.port, { identity: tokenFor('kim'), instance: `instance-000${n}` })),
    );
    await happens(keys);
    for (let step = 0; step < 10; step++) {
      vi.advanceTimersByTime(100);
      // What the server asks of its store meanwhile has been answered when this is.
      await server.store.conversation('cnv_none0000000000000');
    }
    // The clock stops from here: what closes them was decided within that second.
    expect(await Promise.all(tabs.map((tab) => tab.end()))).toEqual(Array(2).fill(CLOSE.unauthorized.code));
  });

  it('by the word of the desk is out at once, in every tab, and can’t come back with the old token', async () => {
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const tab = await WireClient.join(server.port, { identity: tokenFor('kim'), instance: 'instance-0002' });
    const robin = await WireClient.join(server.port, { identity: tokenFor('robin') });
    expect(await server.endSessionsOf('demo', 'kim')).toBe(2);
    expect([await kim.end(), await tab.end()]).toEqual(Array(2).fill(CLOSE.unauthorized.code));
    expect(await entering({ session: kim.token })).toBe(CLOSE.sessionExpired.code);
    await saying(robin, 'still here');
  });

  it('S10: of an inbox that is gone, learns it', async () => {
    let settings = inboxesOf({ id: 'demo' });
    server = await serve(undefined, { ...settings, get: (id) => settings.get(id) });
    const visitor = await WireClient.join(server.port);
    settings = inboxesOf();
    expect(await visitor.end()).toBe(CLOSE.inboxGone.code);
  });

  it('too long: an identified session ends after its time, and is refused when no one was there for half an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const idle = await WireClient.join(server.port, { identity: tokenFor('robin') });
    await idle.close();
    vi.setSystemTime(Date.now() + SESSION_LIMITS.identifiedIdleMinutes * 60_000 + 1);
    expect(await entering({ session: idle.token })).toBe(CLOSE.sessionExpired.code);
    vi.setSystemTime(Date.now() + SESSION_LIMITS.identifiedHours * 3_600_000);
    expect(await kim.end()).toBe(CLOSE.sessionExpired.code);
  });
});

describe('the token of an anonymous session', () => {
  const DAY = SESSION_LIMITS.sessionRenewHours * 3_600_000 + 1;
  const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  const begin = async (): Promise<WireClient> => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server = await start();
    const visitor = await WireClient.join(server.port, { renews: true });
    await saying(visitor, 'hello');
    await visitor.close();
    later(DAY);
    return visitor;
  };
  const renewed = (session: string): Promise<WireClient> => WireClient.join(server.port, { session, renews: true });

  it('S1: guessed, cut short, of another inbox or another page opens nothing, with one answer', async () => {
    server = await serve(
      undefined,
      inboxesOf({ id: 'demo', allowedOrigins: ['http://shop.test', 'http://other.test'] }, { id: 'second' }),
    );
    const { token } = await WireClient.join(server.port);
    for (const wrong of [
      { session: `cws_${'A'.repeat(43)}` },
      { session: token, inbox: 'second' },
      { session: token, origin: 'http://other.test' },
    ])
      expect(await entering(wrong)).toBe(CLOSE.sessionExpired.code);
    expect(await entering({ session: token.slice(0, -1) })).toBe(CLOSE.malformed.code);
  });

  it('is exchanged for another after a day, and the old one is good until the new one is used', async () => {
    const visitor = await begin();
    const lost = await renewed(visitor.token);
    expect(lost.token).not.toBe(visitor.token);
    await lost.close();
    later(DAY);
    // The answer was lost, for a day: the same question has the same answer.
    const again = await renewed(visitor.token);
    expect([again.token, texts(again.events)]).toEqual([lost.token, ['hello']]);
  });

  it('S3: is exchanged for the same by two tabs that ask at once', async () => {
    const visitor = await begin();
    const tabs = await Promise.all([renewed(visitor.token), renewed(visitor.token)]);
    expect(tabs[0]?.token).toBe(tabs[1]?.token);
    const both = await Promise.all([renewed(tabs[0]?.token as string), renewed(tabs[0]?.token as string)]);
    expect(both.map((tab) => texts(tab.events))).toEqual([['hello'], ['hello']]);
  });

  it('S3: lets a tab that has not heard of it in for a minute, and tells it the new one', async () => {
    const visitor = await begin();
    const { token } = await renewed(visitor.token);
    await renewed(token);
    later(SESSION_LIMITS.sessionRenewGraceMs - 1);
    expect((await renewed(visitor.token)).token).toBe(token);
  });

  it('S2: used after it was exchanged ends the session for every holder, honest or not', async () => {
    const visitor = await begin();
    const { token } = await renewed(visitor.token);
    const honest = await renewed(token);
    later(SESSION_LIMITS.sessionRenewGraceMs + 1);
    expect(await entering({ session: visitor.token })).toBe(CLOSE.sessionExpired.code);
    expect(await honest.end()).toBe(CLOSE.accessChanged.code);
    expect(await entering({ session: token })).toBe(CLOSE.sessionExpired.code);
    expect(server.failures).toContainEqual(expect.objectContaining({ session: expect.stringMatching(/^ses_/) }));
  });

  it('is not exchanged for a client whose tabs don’t share it', async () => {
    const visitor = await begin();
    expect((await WireClient.join(server.port, { session: visitor.token })).token).toBe(visitor.token);
  });
});
