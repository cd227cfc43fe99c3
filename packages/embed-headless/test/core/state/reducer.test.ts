/** Frames that answer a request of the client, frames for another conversation, and discarded messages. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../../src/core/features/deferred.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Input } from '../../../src/core/state/input.js';
import { type Model, newModel } from '../../../src/core/state/model.js';
import { reduce } from '../../../src/core/state/reducer.js';
import { viewOf } from '../../../src/core/view/chat-view.js';

const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const PERSON = { kind: 'human', id: 'ingrid' } as const;
const identity = { inboxId: 'demo', hostOrigin: 'https://shop.example', instance: 'instance-1', sdk: 'test' };
const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };

/** A client that follows an empty log, and the effects of the last of `inputs`. `early` inputs come before the welcome. */
function liveClient(...inputs: readonly (ServerFrame | Input)[]): { model: Model; effects: readonly Effect[] } {
  const limits = { frameBytes: 65_536, textLength: 8_000, outboxItems: 1, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
  const all: readonly (ServerFrame | Input)[] = [
    { type: 'connection', input: { type: 'connect' } },
    { type: 'opened', generation: 1, token: null },
    {
      t: 'welcome',
      v: 1,
      session: `cws_${'t'.repeat(43)}`,
      visitor: { kind: 'visitor', id: 'kim' },
      conversation: CNV,
      now: around.now,
      limits,
    },
    {
      t: 'following',
      conversation: CNV,
      epoch: 'epoch-1',
      head: 0,
      mode: 'snapshot',
      from: 1,
      read: 0,
      handler: 'agent',
    },
    { t: 'live', conversation: CNV, head: 0 },
    ...inputs,
  ];
  return all.reduce<{ model: Model; effects: readonly Effect[] }>(
    ({ model }, each) => reduce(model, 't' in each ? { type: 'frame', generation: 1, frame: each } : each, around),
    { model: newModel(identity), effects: [] },
  );
}

describe('a request that the server could not answer now', () => {
  it('is sent again after the delay of the server, because nothing else would close the gap', () => {
    const { effects } = liveClient(
      { t: 'ping', n: 1, heads: { [CNV]: 1 } },
      { type: 'timer', name: 'gap' },
      { t: 'error', re: 'gap-1', code: 'busy', message: 'Later.', retry: true, retryAfterMs: 2_000 },
    );
    expect(effects).toContainEqual({ do: 'timer', name: 'gap', ms: 2_000 });
  });
});

describe('another conversation', () => {
  it('shows no typing indicator here', () => {
    const { model } = liveClient(
      { type: 'loaded', name: 'deferred', feature: deferred },
      { t: 'typing', conversation: OTHER, who: PERSON, on: true },
    );
    expect(model.featureStates.deferred).toMatchObject({ typing: [] });
  });
});

describe('a discarded message', () => {
  const write = (clientId: string): Input => ({ type: 'append', clientId, body: { kind: 'message', text: 'hi' } });
  const discard = (clientId: string): Input => ({ type: 'discard', clientId });
  const clearsTimeout = { do: 'clear', name: 'request' };

  it('that is in flight no longer has a timeout, which would drop a live connection', () => {
    expect(liveClient(write('message-0001'), discard('message-0001')).effects).toContainEqual(clearsTimeout);
  });

  it('leaves the timeout of another message in flight', () => {
    const { effects } = liveClient(write('message-0001'), write('message-0002'), discard('message-0002'));
    expect(effects).not.toContainEqual(clearsTimeout);
  });
});

describe('the limits of the welcome', () => {
  it('limit the number of unsent messages', () => {
    const write = (clientId: string): Input => ({ type: 'append', clientId, body: { kind: 'message', text: 'hi' } });
    const { model } = liveClient(write('message-0001'), write('message-0002'));
    expect(model.outbox.items.map(({ failed }) => failed)).toEqual([null, 'outbox_full']);
  });
});

describe('a pause of the inbox', () => {
  const after = (...frames: readonly ServerFrame[]) => viewOf(liveClient(...frames).model, here).paused;
  const here = { online: true, durable: true, gated: false };
  const ping = { t: 'ping', n: 1, heads: {} } as const;

  it('is known from the latest welcome or ping, and not before the first', () => {
    expect(viewOf(newModel(identity), here).paused).toBeNull();
    expect(after()).toBe(false);
    expect(after({ ...ping, paused: true })).toBe(true);
    expect(after({ ...ping, paused: true }, ping)).toBe(false);
  });
});
