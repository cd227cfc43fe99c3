/** A visitor with several conversations: what is shown and sent where, and what belongs to one of them. */
import { FRAME_LIMITS } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { currentOf, own, server, settle, visit } from './visits.js';

describe('several conversations', () => {
  it('can be started, listed and opened again, each with its own messages', async () => {
    const client = await visit();
    client.sendMessage('about shoes');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle(1_000);
    expect(currentOf(client)).not.toBe(first);
    client.sendMessage('about shirts');
    await settle();
    client.loadConversations();
    await settle();
    expect(client.getState().conversations?.map(({ text }) => text)).toEqual([
      'You asked: about shirts',
      'You asked: about shoes',
    ]);
    client.openConversation(first);
    await settle();
    expect(own(client)).toEqual([['about shoes', 'read']]);
    expect(currentOf(client)).toBe(first);
  });

  it('are not started again while the new one is empty', async () => {
    const client = await visit();
    client.newConversation();
    client.sendMessage('hello');
    await settle();
    for (let i = 0; i < 3; i++) client.newConversation();
    await settle();
    client.newConversation();
    await settle();
    expect(server.received.filter(({ t }) => t === 'open')).toHaveLength(1);
    expect(server.conversations).toHaveLength(2);
  });

  it('can be opened without a connection: the request goes out again until it is answered', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    server.reachable(false);
    client.newConversation();
    client.sendMessage('in the new one');
    await settle(1_000);
    expect(own(client)).toEqual([['in the new one', 'sending']]);
    server.reachable(true);
    await settle(60_000);
    expect(own(client)).toEqual([['in the new one', 'read']]);
    expect(server.conversations.map(({ log }) => log[0]?.body)).toMatchObject([
      { text: 'first' },
      { text: 'in the new one' },
    ]);
  });

  it('keep their waiting messages: each is sent and shown only where it was written', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle();
    client.sendMessage('second');
    await settle();
    const second = currentOf(client);
    server.reachable(false);
    client.sendMessage('second, offline');
    client.openConversation(first);
    await settle();
    expect(own(client)).toEqual([]);
    client.sendMessage('first, offline');
    expect(own(client)).toEqual([['first, offline', 'sending']]);
    server.reachable(true);
    await settle(60_000);
    expect(own(client).map(([text]) => text)).toEqual(['first', 'first, offline']);
    client.openConversation(second);
    await settle();
    expect(own(client).map(([text]) => text)).toEqual(['second', 'second, offline']);
    const stored = server.conversations.flatMap(({ log }) => log.filter(({ by }) => by.kind === 'visitor'));
    expect(stored).toHaveLength(4);
  });

  it('reopen with a new page where the last page was', async () => {
    const client = await visit('local');
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle();
    client.openConversation(first);
    await settle();
    client.destroy();
    const again = await visit('local');
    expect(currentOf(again)).toBe(first);
  });

  it('can be started after a closed one', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    server.conversation.close();
    await settle();
    expect(client.getState().handledBy).toBe('closed');
    client.newConversation();
    await settle();
    expect(client.getState()).toMatchObject({ handledBy: 'agent', timeline: [], loaded: true });
  });

  it('stay at the current one when the requested one does not exist', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.openConversation('cnv_unknown0000000000000');
    await settle(1_000);
    expect(currentOf(client)).toBe(first);
    expect(client.getState().loaded).toBe(true);
  });
});

describe('a whole conversation', () => {
  it('is fetched to its first event, however long it is', async () => {
    const client = await visit();
    const { conversation } = server;
    client.sendMessage('hello');
    await settle();
    for (let i = 0; i < 5 * FRAME_LIMITS.historyPage; i++) conversation.say(`news ${i}`);
    client.destroy();
    const reader = await visit();
    reader.sendMessage('mine');
    await settle();
    for (let i = 0; i < 3 * FRAME_LIMITS.historyPage; i++) server.conversation.say(`more ${i}`);
    server.killConnections(4003);
    await settle(30_000);
    expect(reader.getState().hasOlder).toBe(true);
    const whole = reader.loadTranscript();
    await settle(30_000);
    expect((await whole).map(({ seq }) => seq)).toEqual(server.conversation.log.map(({ seq }) => seq));
  });

  it('is not returned under the id of another one', async () => {
    const client = await visit();
    server.reachable(false);
    await settle();
    const whole = client.loadTranscript();
    const refused = expect(whole).rejects.toBeInstanceOf(Error);
    client.destroy();
    await refused;
  });

  it('is refused at once by a client that was destroyed', async () => {
    const client = await visit();
    client.destroy();
    await expect(client.loadTranscript()).rejects.toBeInstanceOf(Error);
  });
});

describe('a rating of an answer', () => {
  it('is shown at once, is stored once, and is replaced by a later one', async () => {
    const client = await visit();
    client.sendMessage('hello');
    await settle();
    const answer = () => client.getState().timeline.find(({ type }) => type === 'answer');
    const key = answer()?.key as string;
    client.rateAnswer(key, 'up');
    expect(answer()).toMatchObject({ feedback: 'up' });
    client.rateAnswer(key, 'down');
    await settle();
    expect(answer()).toMatchObject({ feedback: 'down' });
    const values = server.conversation.log.flatMap(({ body }) => (body.kind === 'feedback' ? [body.value] : []));
    expect(values).toEqual(['up', 'down']);
    client.rateAnswer(key, null);
    await settle();
    expect(answer()).toMatchObject({ feedback: null });
    expect(client.getState().turn).toBe('ready');
  });
});
