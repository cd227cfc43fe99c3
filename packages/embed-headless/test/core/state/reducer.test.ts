/** Frames that answer a request of the client, frames for another conversation, discarded messages, and the hello. */
import {
  type ClientFrame,
  FRAME_LIMITS,
  IDENTITY_LIMITS,
  type ServerFrame,
  USER_FIELDS,
  USER_LIMITS,
  type UserContext,
} from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../../src/core/features/deferred.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Input } from '../../../src/core/state/input.js';
import { type Model, newModel } from '../../../src/core/state/model.js';
import { reduce } from '../../../src/core/state/reducer.js';

const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const PERSON = { kind: 'human', id: 'ingrid' } as const;
const identity = { inboxId: 'demo', hostOrigin: 'https://shop.example', instance: 'instance-1', sdk: 'test' };
const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };

/** A client that follows an empty log, and the effects of the last of `inputs`. `early` inputs come before the welcome. */
function liveClient(...inputs: readonly (ServerFrame | Input)[]): { model: Model; effects: readonly Effect[] } {
  return clientWith([], inputs);
}

function clientWith(
  early: readonly Input[],
  inputs: readonly (ServerFrame | Input)[],
  begun: Model = newModel(identity, null),
): { model: Model; effects: readonly Effect[] } {
  const limits = { frameBytes: 65_536, textLength: 8_000, outboxItems: 1, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
  const all: readonly (ServerFrame | Input)[] = [
    { type: 'connection', input: { type: 'connect' } },
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
    ({ model }, each) => reduce(model, 't' in each ? { type: 'frame', generation: 1, frame: each } : each, around),
    { model: begun, effects: [] },
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

describe('the user context of the page', () => {
  it('that is set between hello and welcome is sent as soon as the log is live', () => {
    const { effects } = clientWith([{ type: 'user', user: { name: 'Ada' } }], []);
    expect(effects).toContainEqual({ do: 'send', frame: { t: 'context', user: { name: 'Ada' } } });
  });

  it('that is in the hello is not sent again', () => {
    const { effects } = liveClient();
    expect(effects.some((effect) => effect.do === 'send')).toBe(false);
  });
});

describe('a hello', () => {
  const { fieldLength, attributes, attributeName, attributeLength } = USER_LIMITS;
  /** The largest user context, made of this letter. */
  const mostOf = (letter: string): UserContext => ({
    ...Object.fromEntries(USER_FIELDS.map((field) => [field, letter.repeat(fieldLength)])),
    customAttributes: Object.fromEntries(
      Array.from({ length: attributes }, (_, i) => [
        String(i).padEnd(attributeName, letter),
        letter.repeat(attributeLength),
      ]),
    ),
  });
  const session = `cws_${'s'.repeat(43)}`;
  const page = { url: `https://shop.example/${'a'.repeat(2_000)}`, title: '題'.repeat(256) };
  const proof = { identity: 'i'.repeat(IDENTITY_LIMITS.identityBytes), proof: 'p'.repeat(43) };
  const sizeOf = (frame: ClientFrame): number => Buffer.byteLength(JSON.stringify(frame));

  /** The hello of a connection, and the frames that follow as soon as its log is live. */
  function framesAtStart(begun: Model, withProof = {}): { hello: ClientFrame; later: readonly ClientFrame[] } {
    const opened: Input = { type: 'opened', generation: 1, token: session, ...withProof };
    const wanted = reduce(begun, { type: 'connection', input: { type: 'connect' } }, around).model;
    const framesOf = (effects: readonly Effect[]): ClientFrame[] =>
      effects.flatMap((each) => (each.do === 'send' ? [each.frame as ClientFrame] : []));
    const [hello] = framesOf(reduce(wanted, opened, around).effects);
    return { hello: hello as ClientFrame, later: framesOf(clientWith([opened], [], begun).effects) };
  }

  it.each(['a', 'é', '語', '😀'.slice(0, 1), '"'])(
    'is never larger than the server reads: the largest user context, in %j, is sent when the log is live',
    (letter) => {
      const user = mostOf(letter);
      const { hello, later } = framesAtStart(newModel({ ...identity, page }, user), { proof });
      expect(sizeOf(hello)).toBeLessThanOrEqual(FRAME_LIMITS.helloBytes);
      expect(clientFrameSchema.safeParse(JSON.parse(JSON.stringify(hello))).error).toBeUndefined();
      expect(hello).not.toHaveProperty('user');
      expect(later).toEqual([{ t: 'context', user }]);
      expect(clientFrameSchema.safeParse(later[0]).error).toBeUndefined();
    },
  );

  it.each(['a', 'é', '語'])('leaves the largest user context, in %j, small enough for a frame', (letter) => {
    expect(sizeOf({ t: 'context', user: mostOf(letter) })).toBeLessThanOrEqual(FRAME_LIMITS.frameBytes);
  });

  it('carries the user context when there is room', () => {
    const user = { name: '語'.repeat(fieldLength) };
    const { hello, later } = framesAtStart(newModel({ ...identity, page }, user));
    expect(hello).toMatchObject({ user, page });
    expect(later).toEqual([]);
  });

  it('shortens or drops the page rather than being refused', () => {
    const long = { url: `${page.url}${'b'.repeat(100)}`, title: 'Shoes, '.repeat(100) };
    const { hello } = framesAtStart(newModel({ ...identity, page: long }, null));
    expect(hello).toMatchObject({ page: { url: '', title: long.title.slice(0, 256) } });
    expect(clientFrameSchema.safeParse(JSON.parse(JSON.stringify(hello))).error).toBeUndefined();
    const unread = { url: `https://shop.example/${'語'.repeat(2_000)}`, title: '題'.repeat(256) };
    const crowded = framesAtStart(newModel({ ...identity, page: unread }, null), { proof });
    expect(sizeOf(crowded.hello)).toBeLessThanOrEqual(FRAME_LIMITS.helloBytes);
    expect(crowded.hello).toMatchObject(proof);
  });
});
