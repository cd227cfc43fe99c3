/** Withdrawing the consent, with a client and before there is one. */
import { describe, expect, it } from 'vitest';
import { sessionKey, WITHDRAWN } from '../../../src/core/session/storage-keys.js';
import { clearStoredSession, reportWithdrawal } from '../../../src/frame/index.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { fakeStorage, own, ROOT, server, settle, visit } from './visits.js';

describe('a withdrawn consent', () => {
  it('leaves only the mark of the withdrawal in this browser, ends the session, and requires a new consent', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.withdrawConsent();
    await settle(1_000);
    expect(server.received.at(-1)).toEqual({ t: 'withdraw' });
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(client.getState()).toMatchObject({
      consentNeeded: true,
      timeline: [],
      conversation: null,
      connection: 'closed',
    });
    expect(client.sendMessage('still there?')).toBeNull();
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.connections).toBe(0);
    client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    await settle(1_000);
    client.sendMessage('again');
    await settle();
    expect(own(client)).toEqual([['again', 'read']]);
    expect(server.conversation.log[0]?.body).toMatchObject({ text: 'again' });
  });

  it('works without a connection', async () => {
    const client = await visit('local');
    server.reachable(false);
    client.sendMessage('never sent');
    client.withdrawConsent();
    await settle();
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    server.reachable(true);
    await settle(60_000);
    expect(server.connections).toBe(0);
  });
});

describe('a consent that is withdrawn before there is a client', () => {
  const address = { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' };
  const sessionsOf = () => server.received.flatMap(({ t, session }) => (t === 'hello' ? [session] : []));

  it('is removed here at once, and reported to the server as soon as it can be reached, once', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.destroy();
    const token = clearStoredSession(address.inboxId, address.hostOrigin) as string;
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);

    server.reachable(false);
    reportWithdrawal(address, token, browserPorts('memory', server.WebSocket));
    await settle(60_000);
    expect(server.received.at(-1)).not.toEqual({ t: 'withdraw' });
    server.reachable(true);
    await settle(60_000);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toHaveLength(1);
    expect(server.connections).toBe(0);
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.conversation.handler).toBe('closed');
    expect(sessionsOf().slice(1)).toEqual([token]);
  });

  it('begins no session when the old one has ended', async () => {
    const token = `cws_${'x'.repeat(43)}`;
    reportWithdrawal(address, token, browserPorts('memory', server.WebSocket));
    await settle(60_000);
    expect(sessionsOf()).toEqual([token]);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toEqual([]);
  });
});
