/** What the client does with frames of the server that concern something it asked, or something that isn't its own. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../src/core/effect.js';
import { typing } from '../src/core/features/typing.js';
import { step } from '../src/core/machine.js';
import { type Input, type Model, newModel } from '../src/core/model.js';

const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const PERSON = { kind: 'human', id: 'ingrid' } as const;
const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };

/** A client that follows an empty log, and what the last of `inputs` made it do; `early` happens before the welcome. */
function liveClient(...inputs: readonly (ServerFrame | Input)[]): { model: Model; effects: readonly Effect[] } {
  return clientWith([], inputs);
}

function clientWith(
  early: readonly Input[],
  inputs: readonly (ServerFrame | Input)[],
): { model: Model; effects: readonly Effect[] } {
  const limits = { frameBytes: 65_536, textLength: 8_000, outboxItems: 1, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
  const identity = { inboxId: 'demo', hostOrigin: 'https://shop.example', instance: 'instance-1', sdk: 'test' };
  const all: readonly (ServerFrame | Input)[] = [
    { type: 'link', input: { type: 'want' } },
    { type: 'opened', generation: 1, token: null },
    ...early,
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
    ({ model }, each) => step(model, 't' in each ? { type: 'frame', generation: 1, frame: each } : each, around),
    { model: newModel(identity, null), effects: [] },
  );
}

describe('a question that the server could not answer now', () => {
  it('is asked again when the server said, because nothing else would reveal the hole', () => {
    const { effects } = liveClient(
      { t: 'ping', n: 1, heads: { [CNV]: 1 } },
      { type: 'timer', name: 'gap' },
      { t: 'error', re: 'gap-1', code: 'busy', message: 'Later.', retry: true, retryAfterMs: 2_000 },
    );
    expect(effects).toContainEqual({ do: 'timer', name: 'gap', ms: 2_000 });
  });
});

describe('another conversation', () => {
  it('has people typing whom nobody sees here', () => {
    const { model } = liveClient(
      { type: 'loaded', name: 'typing', feature: typing },
      { t: 'typing', conversation: OTHER, who: PERSON, on: true },
    );
    expect(model.parts.typing).toEqual({ writing: [] });
  });
});

describe('the limits of the welcome', () => {
  it('decide how many unsent messages are held', () => {
    const say = (clientId: string): Input => ({ type: 'append', clientId, body: { kind: 'message', text: 'hi' } });
    const { model } = liveClient(say('message-0001'), say('message-0002'));
    expect(model.outbox.items.map(({ failed }) => failed)).toEqual([null, 'outbox_full']);
  });
});

describe('what the page says of the visitor', () => {
  it('between the greeting and the welcome is told as soon as the log is live', () => {
    const { effects } = clientWith([{ type: 'user', user: { name: 'Ada' } }], []);
    expect(effects).toContainEqual({ do: 'send', frame: { t: 'context', user: { name: 'Ada' } } });
  });

  it('before the greeting is in it, and not told twice', () => {
    const { effects } = liveClient();
    expect(effects.some((effect) => effect.do === 'send')).toBe(false);
  });
});
