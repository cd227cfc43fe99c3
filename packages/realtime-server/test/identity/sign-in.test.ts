/** Anonymous visitors who sign in, over the real wire and store, named by the lines of the list of hostile inputs (S1 to S10). */
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
    expect(await entering(server.port, { session: anonymous.token })).toBe(CLOSE.sessionExpired.code);
    expect(await entering(server.port, { session: known.token })).toBe('before');
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
