/** Erasing a conversation, with and without a connection. */
import { describe, expect, it } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { sessionKey } from '../../../src/core/session/storage-keys.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { currentOf, fakeStorage, own, ROOT, server, settle, visit } from './visits.js';

describe('an erased conversation', () => {
  it('disappears from every tab with its waiting messages, and another one opens', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await settle();
    const other = await visit('local');
    const gone = currentOf(one);
    expect(currentOf(other)).toBe(gone);
    one.eraseConversation();
    await settle(1_000);
    for (const client of [one, other]) {
      expect(client.getState()).toMatchObject({ connection: 'connected', timeline: [], loaded: true });
      expect(currentOf(client)).not.toBe(gone);
    }
    expect(currentOf(one)).toBe(currentOf(other));
  });

  it('removes the waiting messages of a tab without a connection', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await settle();
    const other = await visit('local');
    const gone = currentOf(one);
    server.reachable(false);
    other.sendMessage('too late');
    server.reachable(true);
    one.eraseConversation();
    await settle(60_000);
    expect(other.getState()).toMatchObject({ timeline: [], outbox: 0 });
    expect(server.received.filter((frame) => frame.t === 'append' && frame.conversation !== gone)).toEqual([]);
    expect([...fakeStorage.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
  });

  it('is erased even when the connection is lost at that moment', async () => {
    const client = await visit();
    client.sendMessage('secret');
    await settle();
    const gone = currentOf(client);
    server.reachable(false);
    client.eraseConversation();
    await settle(1_000);
    server.reachable(true);
    await settle(60_000);
    expect(currentOf(client)).not.toBe(gone);
    expect(client.getState().timeline).toEqual([]);
  });
});

describe('an erasure that is requested without a connection', () => {
  const erasures = () => server.received.filter(({ t }) => t === 'erase').length;
  /** A page writes a message, requests the erasure, and ends before the server can be reached. */
  const requestOffline = async (): Promise<string> => {
    const client = await visit('local');
    client.sendMessage('secret');
    await settle();
    const gone = currentOf(client);
    server.reachable(false);
    client.eraseConversation();
    await settle(1_000);
    expect(client.getState().erasing).toEqual([gone]);
    client.destroy();
    return gone;
  };

  it('is shown as pending by the next page, and done once there is a connection', async () => {
    const gone = await requestOffline();
    const next = await visit('local');
    await settle(1_000);
    expect(next.getState().erasing).toEqual([gone]);
    expect(erasures()).toBe(0);
    server.reachable(true);
    await settle(60_000);
    expect(next.getState()).toMatchObject({ erasing: [], timeline: [], connection: 'connected' });
    expect(currentOf(next)).not.toBe(gone);
    expect(erasures()).toBe(1);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    next.destroy();
    await visit('local');
    await settle(60_000);
    expect(erasures()).toBe(1);
  });

  it.each([
    ['the session has ended, and another visitor has begun one', () => fakeStorage.delete(sessionKey(ROOT))],
    ['the visitor has signed out', () => undefined],
  ])('is dropped when %s', async (why, change) => {
    await requestOffline();
    change();
    const next = await visit('local');
    if (why.includes('signed out')) next.logout();
    await settle(1_000);
    expect(next.getState().erasing).toEqual([]);
    server.reachable(true);
    next.connect();
    await settle(60_000);
    expect(erasures()).toBe(0);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is done by the next page when this one ends before the code for it was loaded', async () => {
    const before = await visit('local');
    before.sendMessage('secret');
    await settle(1_000);
    const gone = currentOf(before);
    before.destroy();
    const load = () => new Promise<never>(() => undefined);
    const client = createInnerChatClient(
      { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' },
      { ...browserPorts('local', server.WebSocket), load },
    );
    client.connect();
    await settle(1_000);
    client.eraseConversation();
    client.destroy();
    const next = await visit('local');
    await settle(1_000);
    expect(erasures()).toBe(1);
    expect(currentOf(next)).not.toBe(gone);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is dropped when the server has no such conversation of this visitor', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.eraseConversation('cnv_unknown0000000000000');
    await settle(1_000);
    expect(client.getState().erasing).toEqual([]);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    expect(own(client)).toEqual([['hello', 'read']]);
  });
});
