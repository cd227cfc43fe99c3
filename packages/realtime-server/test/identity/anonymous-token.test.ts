/** The token of an anonymous session: exchanged, and worth nothing to others (S1 to S3 of the list of hostile inputs). */
import { CLOSE } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SESSION_LIMITS } from '../../src/conversation/sessions/session-lifetime.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { entering, saying, start, texts } from './identified-visitors.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
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
      expect(await entering(server.port, wrong)).toBe(CLOSE.sessionExpired.code);
    expect(await entering(server.port, { session: token.slice(0, -1) })).toBe(CLOSE.malformed.code);
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
    expect(await entering(server.port, { session: visitor.token })).toBe(CLOSE.sessionExpired.code);
    expect(await honest.end()).toBe(CLOSE.accessChanged.code);
    expect(await entering(server.port, { session: token })).toBe(CLOSE.sessionExpired.code);
    expect(server.failures).toContainEqual(expect.objectContaining({ session: expect.stringMatching(/^ses_/) }));
  });

  it('is not exchanged for a client whose tabs don’t share it', async () => {
    const visitor = await begin();
    expect((await WireClient.join(server.port, { session: visitor.token })).token).toBe(visitor.token);
  });
});
