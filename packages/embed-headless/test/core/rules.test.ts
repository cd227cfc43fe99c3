/** Rules of the client: applying events, the timeline, the turn, and unsent messages. */
import { CLIENT_LIMITS, type FollowingFrame, type LogBody, type LogEvent } from '@service/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prependPage } from '../../src/core/features/history.js';
import { type AnswerStreams, applyDelta, dropEndedStreams } from '../../src/core/log/answer-stream.js';
import { applyEvents, beginFollowing, hasGap } from '../../src/core/log/conversation-log.js';
import { restoreItems } from '../../src/core/outbox/orphaned-messages.js';
import {
  clearInFlight,
  emptyOutbox,
  enqueue,
  markFailed,
  markHandedOver,
  markInFlight,
  nextToSend,
  type OutboxItem,
  postpone,
  rebindItems,
  removeStored,
  sendableFrom,
} from '../../src/core/outbox/outbox.js';
import { timelineOf } from '../../src/core/view/timeline.js';
import { turnOf } from '../../src/core/view/turn.js';

const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const MSG = 'msg_aaaaaaaaaaaaaaaaaaaa';
const RUN = 'run_aaaaaaaaaaaaaaaaaaaa';
const event = (
  seq: number,
  body: LogBody = { kind: 'message', text: `m${seq}` },
  kind: 'visitor' | 'ai' | 'human' = 'visitor',
): LogEvent => ({
  seq,
  at: seq,
  by: { kind, id: kind },
  clientId: `client-${seq}`,
  body,
});
const following = (over: Partial<FollowingFrame> = {}): FollowingFrame => ({
  t: 'following',
  conversation: CNV,
  epoch: 'epoch-1',
  head: 0,
  mode: 'snapshot',
  from: 1,
  read: 0,
  handler: 'agent',
  ...over,
});
const started: LogBody = { kind: 'answer.started', message: MSG, run: RUN, attempt: 1 };
const completed: LogBody = {
  kind: 'answer.completed',
  message: MSG,
  run: RUN,
  text: 'whole',
  outcome: 'answered',
  citations: [],
  offerPerson: false,
};

describe('the copy of the log', () => {
  it('is a prefix of the log without gaps, however events are ordered, repeated or split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 120 }), (arrivals) => {
        let log = beginFollowing(null, following());
        const applied: number[] = [];
        for (const seq of arrivals) {
          const step = applyEvents(log, 'epoch-1', [event(seq)]);
          log = step.log;
          applied.push(...step.fresh.map((each) => each.seq));
        }
        expect(applied).toEqual(applied.map((_, i) => i + 1));
        expect(log.events.map((each) => each.seq)).toEqual(applied);
        expect(hasGap(log)).toBe(arrivals.some((seq) => seq > log.applied));
      }),
    );
  });

  it('applies events that fill a gap, and never holds more than twice the limit behind one', () => {
    let { log } = applyEvents(beginFollowing(null, following()), 'epoch-1', []);
    const apply = (from: number, to: number): void => {
      for (let seq = from; seq <= to; seq++) log = applyEvents(log, 'epoch-1', [event(seq)]).log;
    };
    apply(1_000, 2_000);
    expect(log.held.size).toBe(CLIENT_LIMITS.heldEvents);
    apply(2, 999);
    expect(log.held.size).toBeLessThanOrEqual(2 * CLIENT_LIMITS.heldEvents);
    log = applyEvents(log, 'epoch-1', [event(1), event(2)]).log;
    expect(log.applied).toBe(CLIENT_LIMITS.heldEvents);
    apply(log.applied + 1, 2_000);
    expect(log.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1));
    expect(log.held.size).toBe(0);
  });

  it('ignores events of another epoch, and starts over when the epoch changes', () => {
    const log = applyEvents(beginFollowing(null, following()), 'epoch-1', [event(1)]).log;
    expect(applyEvents(log, 'epoch-2', [event(2)]).fresh).toEqual([]);
    expect(beginFollowing(log, following({ epoch: 'epoch-2', mode: 'replay', from: 2 })).events).toEqual([]);
  });

  it('continues after a replay and keeps what it has', () => {
    const log = applyEvents(beginFollowing(null, following()), 'epoch-1', [event(1), event(2)]).log;
    const resumed = beginFollowing(log, following({ mode: 'replay', from: 3, head: 3 }));
    expect(applyEvents(resumed, 'epoch-1', [event(2), event(3)]).log.events).toHaveLength(3);
  });

  it('takes an older page only when it joins without a gap', () => {
    const log = applyEvents(beginFollowing(null, following({ from: 5, head: 5 })), 'epoch-1', [event(5)]).log;
    expect(prependPage(log, 'epoch-1', [event(3), event(4)]).events.map((each) => each.seq)).toEqual([3, 4, 5]);
    expect(prependPage(log, 'epoch-1', [event(2), event(3)])).toBe(log);
  });

  it('has the handler of the head after a replay, not one from the middle of it', () => {
    const asked = following({ from: 1, head: 3, handler: 'human' });
    const { log } = applyEvents(beginFollowing(null, asked), 'epoch-1', [
      event(1),
      event(2, { kind: 'handoff.requested' }),
    ]);
    expect(log.handler).toBe('human');
    expect(applyEvents(log, 'epoch-1', [event(3, { kind: 'handoff.accepted' }, 'human')]).log.handler).toBe('human');
  });
});

describe('an answer being written', () => {
  const delta = (from: number, text: string, attempt = 1) => ({
    t: 'delta' as const,
    conversation: CNV,
    message: MSG,
    run: RUN,
    attempt,
    from,
    text,
  });

  it('is complete after repeated, overlapping and late pieces', () => {
    const whole = 'The quick brown fox jumps over the lazy dog';
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(12)), { maxLength: 60 }), (cuts) => {
        let streams: AnswerStreams = new Map();
        for (const [from, length] of cuts)
          streams = applyDelta(streams, delta(from, whole.slice(from, from + length))).streams;
        const text = streams.get(MSG)?.text ?? '';
        expect(whole.startsWith(text)).toBe(true);
        streams = applyDelta(streams, delta(0, whole)).streams;
        expect(streams.get(MSG)).toEqual({ attempt: 1, text: whole, torn: false });
      }),
    );
  });

  it('reports a gap once, and drops pieces of an older attempt', () => {
    const torn = applyDelta(new Map(), delta(5, 'fox'));
    expect(torn.torn).toBe(true);
    expect(applyDelta(torn.streams, delta(9, 'dog')).torn).toBe(false);
    const second = applyDelta(torn.streams, delta(0, 'Again', 2));
    expect(applyDelta(second.streams, delta(0, 'Old')).streams).toBe(second.streams);
  });

  it('is replaced by the completed event', () => {
    const streams = applyDelta(new Map(), delta(0, 'half')).streams;
    const shown = timelineOf([event(1), event(2, started, 'ai')], streams, []);
    expect(shown[1]).toMatchObject({ type: 'answer', key: MSG, text: 'half', state: 'streaming' });
    const events = [event(1), event(2, started, 'ai'), event(3, completed, 'ai')];
    expect(dropEndedStreams(streams, events).size).toBe(0);
    expect(timelineOf(events, new Map(), [])[1]).toMatchObject({ key: MSG, text: 'whole', state: 'done' });
    expect(timelineOf(events, new Map(), [])).toHaveLength(2);
  });
});

describe('the outbox', () => {
  const item = (clientId: string, over: Partial<OutboxItem> = {}): OutboxItem => ({
    clientId,
    conversation: null,
    body: { kind: 'message', text: clientId },
    createdAt: 0,
    sent: 0,
    failed: null,
    ...over,
  });
  const two = enqueue(enqueue(emptyOutbox, item('client-a')), item('client-b'));

  it('sends one message at a time, in the order of writing', () => {
    const first = nextToSend(two, CNV, 0);
    expect(first).toMatchObject({ clientId: 'client-a', conversation: CNV, sent: 1 });
    const busy = markInFlight(two, first as OutboxItem);
    expect(nextToSend(busy, CNV, 0)).toBeNull();
    expect(nextToSend(removeStored(busy, 'client-a'), CNV, 0)?.clientId).toBe('client-b');
  });

  it('sends again under the same id after the connection broke', () => {
    const busy = markInFlight(two, nextToSend(two, CNV, 0) as OutboxItem);
    expect(nextToSend(clearInFlight(busy), CNV, 0)).toMatchObject({ clientId: 'client-a', sent: 2 });
  });

  it('waits as long as the server asks, and skips a message that was refused for good', () => {
    const busy = markInFlight(two, nextToSend(two, CNV, 0) as OutboxItem);
    const later = postpone(busy, 'client-a', 5_000);
    expect(nextToSend(later, CNV, 4_999)).toBeNull();
    expect(nextToSend(later, CNV, 5_000)?.clientId).toBe('client-a');
    // A shorter pause does not replace a longer one.
    expect(sendableFrom(postpone(later, '', 4_000))).toBe(5_000);
    const never = markFailed(busy, 'client-a', 'too_large', 'Too long.');
    expect(never.items[0]).toMatchObject({ failed: 'too_large', why: 'Too long.' });
    expect(nextToSend(never, CNV, 0)?.clientId).toBe('client-b');
  });

  it('never moves a message that may be stored already into another conversation', () => {
    const mixed = {
      ...emptyOutbox,
      items: [item('client-a', { conversation: CNV, sent: 1 }), item('client-b', { conversation: CNV })],
    };
    const [maybeStored, neverSent] = rebindItems(mixed).items;
    expect(maybeStored?.failed).toBe('not_found');
    expect(neverSent).toMatchObject({ conversation: null, failed: null });
  });

  it('sends a message where it was written, and one written before any conversation to the current one', () => {
    const elsewhere = { conversation: OTHER_CNV };
    const [fresh, sent] = [item('client-a'), item('client-b', { ...elsewhere, sent: 1 })];
    expect(nextToSend({ ...emptyOutbox, items: [fresh] }, CNV, 0)?.conversation).toBe(CNV);
    expect(nextToSend({ ...emptyOutbox, items: [sent] }, CNV, 0)?.conversation).toBe(OTHER_CNV);
  });

  it('never moves a message that another tab may have sent while this page was away', () => {
    const away = markHandedOver({ ...emptyOutbox, items: [item('client-a')] }, CNV);
    expect(rebindItems(away).items[0]).toMatchObject({ failed: 'not_found' });
    expect(nextToSend(away, CNV, 0)).toMatchObject({ clientId: 'client-a', conversation: CNV });
  });

  it('holds as many messages as the server allows', () => {
    const two = { ...emptyOutbox, most: 2 };
    const full = ['a', 'b', 'c'].reduce((box, id) => enqueue(box, item(id)), two);
    expect(full.items.map(({ failed }) => failed)).toEqual([null, null, 'outbox_full']);
  });

  it('shows a message as failed when it is full, and one that is older than a week', () => {
    let full = emptyOutbox;
    for (let i = 0; i < 101; i++) full = enqueue(full, item(`client-${i}`));
    expect(full.items[100]?.failed).toBe('outbox_full');
    expect(restoreItems(emptyOutbox, [item('client-old')], 8 * 86_400_000).items[0]?.failed).toBe('expired');
  });
});

describe('the turn', () => {
  it('is never `ready` while an answer is due', () => {
    expect(turnOf([], 'agent', 0)).toBe('ready');
    expect(turnOf([], 'agent', 1)).toBe('submitted');
    expect(turnOf([event(1)], 'agent', 0)).toBe('submitted');
    expect(turnOf([event(1), event(2, started, 'ai')], 'agent', 0)).toBe('streaming');
    expect(turnOf([event(1), event(2), event(3, started, 'ai'), event(4, completed, 'ai')], 'agent', 0)).toBe(
      'submitted',
    );
    expect(turnOf([event(1), event(2, started, 'ai'), event(3, completed, 'ai')], 'agent', 0)).toBe('ready');
  });

  it('is `ready` once a person has taken over, also without a request', () => {
    const interrupted: LogBody = { kind: 'answer.interrupted', message: MSG, run: RUN, text: '', reason: 'handoff' };
    const taken = [
      event(1),
      event(2, started, 'ai'),
      event(3),
      event(4, { kind: 'handoff.accepted' }, 'human'),
      event(5, { kind: 'handoff.ended' }, 'human'),
    ];
    expect(turnOf(taken, 'agent', 0)).toBe('ready');
    expect(turnOf([...taken, event(6)], 'agent', 0)).toBe('submitted');
    expect(turnOf([...taken, event(6), event(7, interrupted, 'ai')], 'agent', 0)).toBe('submitted');
  });

  it('is `ready` while the visitor waits for a person', () => {
    expect(turnOf([event(1), event(2, { kind: 'handoff.requested' })], 'queued', 0)).toBe('ready');
  });

  it('ignores an answer whose question is before the window', () => {
    expect(turnOf([event(7, completed, 'ai'), event(8)], 'agent', 0)).toBe('submitted');
  });
});
