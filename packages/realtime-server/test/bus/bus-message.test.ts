/** What a node of this version does with messages that have the right key, and are not what it knows. */
import { describe, expect, it } from 'vitest';
import { hintOf, readBusMessage } from '../../dist/bus/bus-message.js';
import { CNV, eventSaying, messagesOf } from './some-messages.js';

const delta = messagesOf('x').find((each) => each.kind === 'delta');
const grant = messagesOf('x').find((each) => each.kind === 'tool.frame' && each.frame.t === 'tool.grant');
const within = (message: object | undefined, field: string, over: object): object => {
  const known = message as Record<string, object>;
  return { ...known, [field]: { ...known[field], ...over } };
};

describe('a message between nodes', () => {
  it('is read as it was written', () => {
    for (const message of messagesOf('Größe 👟')) expect(readBusMessage(CNV, JSON.stringify(message))).toEqual(message);
  });

  it('has no words of an event', () => {
    const hint = hintOf({ kind: 'event', epoch: 'epoch-0001', event: eventSaying('my secret') });
    expect(hint).toEqual({ kind: 'head', seq: 7, body: 'message' });
  });

  it.each<[string, unknown]>([
    ['no object', null],
    ['a list', []],
    ['no kind', {}],
    ['the kind of a later version', { kind: 'from-a-later-version' }],
    ['a kind that every object has', { kind: 'toString' }],
    ['a kind that is no text', { kind: 1 }],
    ['an event itself', { kind: 'event', epoch: 'e', event: eventSaying('x') }],
    ['a head without its number', { kind: 'head', body: 'message' }],
    ['a head that is no number', { kind: 'head', seq: '1', body: 'message' }],
    ['an answer longer than answers are', within(delta, 'delta', { text: 'x'.repeat(32_001) })],
    ['a piece of another conversation', within(delta, 'delta', { conversation: 'cnv_00000000000000000002' })],
    ['another frame as a piece', within(delta, 'delta', { t: 'welcome' })],
    ['typing of no one', { kind: 'typing', who: { kind: 'human' }, on: true, from: '' }],
    ['typing of an unknown side', { kind: 'typing', who: { kind: 'bank', id: 'x' }, on: true, from: '' }],
    ['a frame of none', { kind: 'tool.frame', to: null, frame: {} }],
    ['a welcome', { kind: 'tool.frame', to: null, frame: { t: 'welcome', session: 'cws_evil', conversation: CNV } }],
    ['a drain', { kind: 'tool.frame', to: null, frame: { t: 'drain', windowMs: 0, conversation: CNV } }],
    ['a grant of another conversation', within(grant, 'frame', { conversation: 'cnv_00000000000000000002' })],
    ['a grant without a lease', within(grant, 'frame', { lease: '' })],
    ['a grant confirmed by anybody', within(grant, 'frame', { confirmedBy: 'the model' })],
    ['the end of a session for an unknown reason', { kind: 'ended', session: 'ses_1', why: 'because' }],
  ])('is dropped whole: %s', (_, message) => {
    expect(readBusMessage(CNV, JSON.stringify(message) ?? '')).toBeNull();
  });

  it.each(['', '{', '1', '"stop"', '{"message":'])('is dropped when it is no message at all: %j', (text) => {
    expect(readBusMessage(CNV, text)).toBeNull();
  });
});
