/** A visitor and their conversations as wholes, over the real wire and the real store. */
import { CLOSE } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { StoreUnavailable } from '../../dist/store/store.js';
import { DONE, echo, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

let server: TestServer;
afterEach(() => server.dispose());

const answered = (client: WireClient, text: string): Promise<void> =>
  client.until(
    () => client.events.some(({ body }) => body.kind === 'answer.completed' && body.text === `You wrote: ${text}`),
    `the answer to ${text}`,
  );
const beginAnother = async (client: WireClient, id = 'start-0001'): Promise<string> => {
  client.send({ t: 'open', id, conversation: null });
  const { conversation } = await client.next('opened', (frame) => frame.id === id);
  await client.next('live', (frame) => frame.conversation === conversation);
  return conversation;
};
const say = (client: WireClient, conversation: string, text: string): void =>
  client.send({ t: 'append', conversation, clientId: `client-${text}`, body: { kind: 'message', text } });

describe('several conversations of one visitor', () => {
  it('are begun in one session, each with a log of its own, and listed with the latest word first', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('first');
    await answered(visitor, 'first');
    const second = await beginAnother(visitor);
    expect(second).not.toBe(visitor.conversation);
    say(visitor, second, 'second');
    await answered(visitor, 'second');
    visitor.send({ t: 'read', conversation: second, seq: 3 });
    await visitor.next('read');
    visitor.send({ t: 'list', id: 'list-1' });
    const { conversations } = await visitor.next('conversations');
    expect(conversations).toMatchObject([
      { conversation: second, text: 'You wrote: second', unread: 0, handler: 'agent' },
      { conversation: visitor.conversation, text: 'You wrote: first', unread: 1, handler: 'agent' },
    ]);
  });

  it('are begun once, however often the request comes', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    const begun = await beginAnother(visitor);
    await visitor.close();
    const again = await WireClient.join(server.port, { session: visitor.token });
    expect(again.conversation).toBe(begun);
    expect(await beginAnother(again)).toBe(begun);
  });

  it('are gone back to, and a page that opens anew is in the one that was opened last', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('first');
    await answered(visitor, 'first');
    await beginAnother(visitor);
    visitor.send({ t: 'open', id: 'back-0001', conversation: visitor.conversation });
    await visitor.next('opened', ({ id }) => id === 'back-0001');
    expect((await WireClient.join(server.port, { session: visitor.token })).conversation).toBe(visitor.conversation);
  });

  it('lets a tab come back to where it was, also when another tab has gone elsewhere', async () => {
    server = await serve();
    const first = await WireClient.join(server.port);
    first.say('hello');
    await answered(first, 'hello');
    const { conversation, epoch } = first.first('following');
    const second = await WireClient.join(server.port, { session: first.token });
    await beginAnother(second);
    const cursor = { conversation, epoch, seq: 3 };
    expect((await WireClient.join(server.port, { session: first.token, cursor })).conversation).toBe(conversation);
  });

  it('P8, S8: are no one else’s: not to open, not to erase, not to read, not to come back to', async () => {
    server = await serve();
    const one = await WireClient.join(server.port);
    one.say('hello');
    await answered(one, 'hello');
    const { conversation, epoch } = one.first('following');
    const other = await WireClient.join(server.port);
    other.send({ t: 'open', id: 'steal-001', conversation });
    expect(await other.next('error', ({ re }) => re === 'steal-001')).toMatchObject({ code: 'not_found' });
    other.send({ t: 'erase', id: 'steal-002', conversation });
    expect(await other.next('error', ({ re }) => re === 'steal-002')).toMatchObject({ code: 'not_found' });
    const back = { session: other.token, cursor: { conversation, epoch, seq: 0 } };
    expect((await WireClient.join(server.port, back)).conversation).toBe(other.conversation);
    other.send({ t: 'list', id: 'list-0001' });
    expect((await other.next('conversations')).conversations).toEqual([]);
    // What a client exports, it reads page by page.
    other.send({ t: 'history', id: 'export-01', conversation, before: 100 });
    expect(await other.next('error', ({ re }) => re === 'export-01')).toMatchObject({ code: 'not_found' });
    expect(JSON.stringify(other.frames)).not.toContain('hello');
  });
});

describe('an erased conversation', () => {
  it('P7: is gone in every tab, its running answer ends, and what comes late is refused', async () => {
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    server = await serve(async function* (_question, signal) {
      yield { kind: 'text', text: 'This will take' };
      begun();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield DONE;
    });
    const first = await WireClient.join(server.port);
    const second = await WireClient.join(server.port, { session: first.token });
    first.say('secret');
    await hasBegun;
    const { conversation } = first;
    const { epoch } = first.first('following');
    first.send({ t: 'erase', id: 'erase-001', conversation });
    expect(await second.next('erased')).toEqual({ t: 'erased', conversation });
    expect(await second.end()).toBe(CLOSE.insufficientState.code);
    await first.next('erased');
    await first.end();

    const back = await WireClient.join(server.port, {
      session: first.token,
      cursor: { conversation, epoch, seq: 1 },
    });
    expect(back.frames.slice(0, 2)).toMatchObject([{ t: 'erased', conversation }, { t: 'welcome' }]);
    expect(back.conversation).not.toBe(conversation);
    expect(back.events).toEqual([]);
    say(back, conversation, 'too-late');
    expect(await back.next('error')).toMatchObject({ re: 'client-too-late', code: 'not_found', retry: false });
    back.send({ t: 'list', id: 'list-0001' });
    expect((await back.next('conversations')).conversations).toEqual([]);
    back.send({ t: 'erase', id: 'erase-002', conversation });
    await back.next('erased');
    expect(await server.store.eventsAfter(conversation, 0, 10)).toEqual([]);
  });
});

describe('what comes late for an erased conversation', () => {
  it('P7: is dropped, from any author: the assistant, a person, the visitor with a file', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let finished = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      finished = resolve;
    });
    // An assistant that does not listen to being stopped, as someone else's service may not.
    server = await serve(async function* () {
      try {
        await held;
        yield { kind: 'text', text: 'Your order 4711 …' };
        yield DONE;
      } finally {
        finished();
      }
    });
    const visitor = await WireClient.join(server.port);
    visitor.say('where is my order 4711?');
    await visitor.next('ack');
    const { conversation, token } = visitor;
    const { contact } = (await server.session(token)) as { contact: string };
    const file = { id: `att_${'f'.repeat(32)}`, name: 'order.png', type: 'image/png', size: 9 } as const;
    await server.store.addAttachment({
      attachment: file,
      inbox: 'demo',
      contact,
      owner: { session: null, conversation },
      at: Date.now(),
      quota: { since: 0, contactBytes: 1e6, inboxBytes: 1e6 },
    });
    visitor.send({ t: 'erase', id: 'erase-001', conversation });
    await visitor.end();
    goOn();
    await written;
    const person = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    expect(await server.append(conversation, person, 'desk-late-1', { kind: 'message', text: '4711?' })).toMatchObject({
      ok: false,
    });
    const back = await WireClient.join(server.port, { session: token });
    back.send({
      t: 'append',
      conversation,
      clientId: 'late-file-1',
      body: { kind: 'message', text: '', attachments: [file.id] },
    });
    expect(await back.next('error')).toMatchObject({ re: 'late-file-1', code: 'not_found' });
    await server.restart();
    expect(await server.store.eventsAfter(conversation, 0, 10)).toEqual([]);
    expect(await server.store.eventsAfter(back.conversation, 0, 10)).toEqual([]);
  });
});

describe('a withdrawn consent', () => {
  it('P6: ends the session in every tab at once, and closes what was open', async () => {
    server = await serve();
    const first = await WireClient.join(server.port);
    const second = await WireClient.join(server.port, { session: first.token });
    first.say('hello');
    await answered(second, 'hello');
    first.send({ t: 'withdraw' });
    expect(await first.end()).toBe(CLOSE.consentWithdrawn.code);
    expect(await second.end()).toBe(CLOSE.consentWithdrawn.code);
    expect((await server.store.conversation(first.conversation))?.handler).toBe('closed');
    const again = await WireClient.open(server.port);
    // Not begun anew with the consent of before, as a session is that has only run out.
    again.hello({ session: first.token });
    expect(await again.end()).toBe(CLOSE.consentWithdrawn.code);
  });

  it('P6: leaves nothing open when the store fails right after it, since no one comes back to finish it', async () => {
    let fails = false;
    server = await serve(echo, undefined, 0, {}, async (folder) => {
      const store = await openSqliteStore(folder);
      return {
        ...store,
        append: (input) => (fails ? Promise.reject(new StoreUnavailable('cut off')) : store.append(input)),
      };
    });
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await answered(visitor, 'hello');
    const { conversation } = visitor;
    visitor.send({ t: 'append', conversation, clientId: 'client-person', body: { kind: 'handoff.requested' } });
    await visitor.next('ack', ({ clientId }) => clientId === 'client-person');
    fails = true;
    visitor.send({ t: 'withdraw' });
    expect(await visitor.end()).toBe(CLOSE.consentWithdrawn.code);
    expect((await server.store.conversation(conversation))?.handler).toBe('closed');
    expect(await server.store.handoffs(10, ['demo', 'other', 'calm'])).toEqual([]);
  });

  it('P6: ends the answer that is being written', async () => {
    let ended = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    server = await serve(async function* (_question, signal) {
      yield { kind: 'text', text: 'Well' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended();
    });
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await visitor.next('delta');
    visitor.send({ t: 'withdraw' });
    await over;
    const kinds = async (): Promise<string[]> =>
      (await server.store.eventsAfter(visitor.conversation, 0, 10)).map(({ body }) => body.kind);
    await expect.poll(kinds).toEqual(['message', 'answer.started', 'conversation.closed', 'answer.interrupted']);
  });
});

describe('an opinion of an answer', () => {
  it('is stored once and shown in every tab; the last one counts', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await answered(visitor, 'hello');
    const { conversation } = visitor;
    const done = visitor.events.find(({ body }) => body.kind === 'answer.completed')?.body as { message: string };
    for (const [clientId, value] of [
      ['opinion-01', 'up'],
      ['opinion-02', 'down'],
      ['opinion-02', 'down'],
    ] as const) {
      const body = { kind: 'feedback', message: done.message, value } as const;
      visitor.send({ t: 'append', conversation, clientId, body });
    }
    await visitor.next('ack', ({ duplicate }) => duplicate === true);
    const second = await WireClient.join(server.port, { session: visitor.token });
    expect(second.events.slice(3).map(({ body }) => body)).toMatchObject([
      { kind: 'feedback', value: 'up' },
      { kind: 'feedback', value: 'down' },
    ]);
  });
});
