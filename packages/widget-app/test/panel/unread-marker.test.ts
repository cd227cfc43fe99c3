/** What a page's storage remembers of the conversation, and when. */
import type { ChatState } from '@service/embed-headless/core';
import type { FrameMessage } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { ClientLoader } from '../../src/panel/client/client-loader.js';
import { createUnreadMarker, unreadMarker } from '../../src/panel/client/unread-marker.js';
import type { PanelState } from '../../src/panel/state.js';
import { createPanelStore } from '../../src/panel/store.js';
import { chatState, context, panelState } from '../support/panel-fixtures.js';

interface Case {
  readonly what: string;
  readonly chat?: Partial<ChatState> | null;
  readonly panel?: Partial<PanelState>;
  readonly marker: number | null | undefined;
}

const CASES: readonly Case[] = [
  { what: 'everything is read and nothing is outstanding', marker: null },
  { what: 'three messages are unread', chat: { unread: 3 }, marker: 3 },
  { what: 'one is unread and an answer is being written', chat: { unread: 1, turn: 'streaming' }, marker: 1 },
  { what: 'an answer was asked for', chat: { turn: 'submitted' }, marker: 0 },
  { what: 'an answer is being written', chat: { turn: 'streaming' }, marker: 0 },
  { what: 'a person has the conversation', chat: { handledBy: 'human' }, marker: 0 },
  { what: 'the visitor waits for a person', chat: { handledBy: 'queued' }, marker: 0 },
  { what: 'the conversation is closed', chat: { handledBy: 'closed' }, marker: null },
  { what: 'a message has not reached the server', chat: { outbox: 1, loaded: false }, marker: 0 },
  { what: 'a conversation is to be erased', chat: { erasing: ['cnv_1'] }, marker: 0 },
  {
    what: 'a message was written before the client had loaded',
    chat: null,
    panel: { unsent: [{ clientId: 'client-0001', text: 'hello' }] },
    marker: 0,
  },
  { what: 'the conversation has not loaded', chat: { loaded: false }, marker: undefined },
  { what: 'there is no client', chat: null, marker: undefined },
  { what: 'the visitor has agreed', chat: { unread: 2 }, panel: { consent: 'given' }, marker: 2 },
  { what: 'the visitor has not agreed', chat: null, panel: { consent: 'needed' }, marker: null },
  {
    what: 'the visitor has written and then declined',
    chat: null,
    panel: { consent: 'declined', unsent: [{ clientId: null, text: 'hello' }] },
    marker: null,
  },
];

describe('the unread marker', () => {
  it.each(CASES)('is $marker when $what', ({ chat = {}, panel = {}, marker }) => {
    expect(unreadMarker(panelState(panel), chat && chatState(chat))).toBe(marker);
  });
});

describe('the page', () => {
  function follow(unread?: true) {
    const posted: FrameMessage[] = [];
    let chat: ChatState | null = null;
    const given = context({}, posted);
    const store = createPanelStore(panelState(), () => undefined);
    const loader = { current: () => chat && { getState: () => chat } } as unknown as ClientLoader;
    const connect = { ...given.connect, ...(unread && { unread }) };
    const marker = createUnreadMarker({ context: { ...given, connect }, store, loader });
    return {
      store,
      marker,
      become(over: Partial<ChatState>) {
        chat = chatState(over);
        marker.update();
      },
      counts: () => posted.flatMap((message) => (message.t === 'unread-marker' ? [message.count] : [])),
    };
  }

  it('hears of each change once', () => {
    const { become, counts } = follow();
    become({});
    become({ turn: 'submitted' });
    become({ turn: 'streaming' });
    become({ unread: 1 });
    become({ unread: 1 });
    become({});
    expect(counts()).toEqual([0, 1, null]);
  });

  it('keeps what an earlier page has stored until the conversation has loaded', () => {
    const { become, counts } = follow(true);
    become({ loaded: false });
    expect(counts()).toEqual([]);
    become({});
    expect(counts()).toEqual([null]);
  });

  it('removes it when the visitor withdraws their consent', () => {
    const { become, store, marker, counts } = follow();
    become({ handledBy: 'human' });
    store.dispatch({ type: 'gate', withdrawn: true });
    marker.update();
    expect(counts()).toEqual([0, null]);
  });

  it('removes it when the visitor leaves, also what another tab has stored', () => {
    const { marker, counts } = follow();
    marker.remove();
    expect(counts()).toEqual([null]);
  });
});
