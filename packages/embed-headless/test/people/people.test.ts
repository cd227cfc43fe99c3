/** The responder, for a custom UI: derived from the state of a client in a real conversation. */
import { describe, expect, it } from 'vitest';
import { createChatClient } from '../../src/core/index.js';
import { getAuthorProfile, getResponder } from '../../src/people/index.js';
import { createFakeServer } from '../../src/testing/index.js';

const CHAT = 'https://chat.test';

describe('the responder', () => {
  it('is null while the assistant answers, and the person while a person does', async () => {
    const server = createFakeServer();
    const client = createChatClient({
      inboxId: 'demo',
      baseUrl: CHAT,
      hostOrigin: 'https://shop.test',
      WebSocket: server.WebSocket,
    });
    client.sendMessage('hello');
    await server.settled();
    expect(getResponder(client.getState(), CHAT)).toBeNull();
    client.requestHuman();
    await server.settled();
    expect(getResponder(client.getState(), CHAT)).toBeNull();
    server.conversation.say('Hei, this is Ingrid.', 'Ingrid Solheim');
    await server.settled();
    const { handledBy, timeline } = client.getState();
    expect(handledBy).toBe('human');
    const message = timeline.findLast((entry) => entry.type === 'person');
    expect(getResponder(client.getState(), CHAT)).toMatchObject({ name: 'Ingrid Solheim', initials: 'IS' });
    expect(getResponder(client.getState(), CHAT)).toEqual(message && getAuthorProfile(message.author, CHAT));
    client.endHandoff();
    await server.settled();
    expect(getResponder(client.getState(), CHAT)).toBeNull();
    client.destroy();
  });

  it('is the person who took over last, also before their first message, with the URL of their picture', () => {
    const by = { kind: 'human', id: 'opr_AAAAAAAAAAAAAAAAAAAAAA', name: 'Kim' } as const;
    const others = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    const timeline = [
      { type: 'person', key: '1', seq: 1, at: 0, author: others, text: 'Hei', files: [] },
      { type: 'notice', key: '2', seq: 2, at: 0, notice: 'handoff-ended', by: others },
      { type: 'notice', key: '3', seq: 3, at: 0, notice: 'handoff-accepted', by },
    ] as const;
    const who = getResponder({ handledBy: 'human', timeline }, CHAT);
    expect(who).toMatchObject({ name: 'Kim', pictureUrl: `${CHAT}/v1/people/${by.id}` });
    expect(getResponder({ handledBy: 'agent', timeline }, CHAT)).toBeNull();
    expect(getResponder({ handledBy: 'human', timeline: [] }, CHAT)).toBeNull();
    expect(getAuthorProfile(others, CHAT).pictureUrl).toBeNull();
  });
});
