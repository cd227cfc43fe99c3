/** What the client does with frames of the server that concern something it asked, or something that isn't its own. */
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

/** A client that follows an empty log, and what the last of `inputs` made it do; `early` happens before the welcome. */
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
      { type: 'loaded', name: 'deferred', feature: deferred },
      { t: 'typing', conversation: OTHER, who: PERSON, on: true },
    );
    expect(model.featureStates.deferred).toMatchObject({ typing: [] });
  });
});

describe('a message that is thrown away', () => {
  const say = (clientId: string): Input => ({ type: 'append', clientId, body: { kind: 'message', text: 'hi' } });
  const discard = (clientId: string): Input => ({ type: 'discard', clientId });
  const waitsNoLonger = { do: 'clear', name: 'request' };

  it('while it is under way is not waited for, or a line that lives would be given up for its silence', () => {
    expect(liveClient(say('message-0001'), discard('message-0001')).effects).toContainEqual(waitsNoLonger);
  });

  it('while another one is under way leaves that one waited for', () => {
    const { effects } = liveClient(say('message-0001'), say('message-0002'), discard('message-0002'));
    expect(effects).not.toContainEqual(waitsNoLonger);
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

describe('a greeting', () => {
  const { fieldLength, attributes, attributeName, attributeLength } = USER_LIMITS;
  /** All that a page may say of its visitor, in letters like this one. */
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

  /** What is said at the opening of a connection, and what as soon as its log is live. */
  function said(begun: Model, withProof = {}): { hello: ClientFrame; later: readonly ClientFrame[] } {
    const opened: Input = { type: 'opened', generation: 1, token: session, ...withProof };
    const wanted = reduce(begun, { type: 'connection', input: { type: 'connect' } }, around).model;
    const framesOf = (effects: readonly Effect[]): ClientFrame[] =>
      effects.flatMap((each) => (each.do === 'send' ? [each.frame as ClientFrame] : []));
    const [hello] = framesOf(reduce(wanted, opened, around).effects);
    return { hello: hello as ClientFrame, later: framesOf(clientWith([opened], [], begun).effects) };
  }

  it.each(['a', 'é', '語', '😀'.slice(0, 1), '"'])(
    'is never larger than the server reads: all that may be said of a visitor, in %j, is told when the log is live',
    (letter) => {
      const user = mostOf(letter);
      const { hello, later } = said(newModel({ ...identity, page }, user), { proof });
      expect(sizeOf(hello)).toBeLessThanOrEqual(FRAME_LIMITS.helloBytes);
      expect(clientFrameSchema.safeParse(JSON.parse(JSON.stringify(hello))).error).toBeUndefined();
      expect(hello).not.toHaveProperty('user');
      expect(later).toEqual([{ t: 'context', user }]);
      expect(clientFrameSchema.safeParse(later[0]).error).toBeUndefined();
    },
  );

  it.each(['a', 'é', '語'])('leaves all that may be said of a visitor, in %j, small enough for a frame', (letter) => {
    expect(sizeOf({ t: 'context', user: mostOf(letter) })).toBeLessThanOrEqual(FRAME_LIMITS.frameBytes);
  });

  it('says who the visitor is at once, where there is room', () => {
    const user = { name: '語'.repeat(fieldLength) };
    const { hello, later } = said(newModel({ ...identity, page }, user));
    expect(hello).toMatchObject({ user, page });
    expect(later).toEqual([]);
  });

  it('says less of its page rather than being refused', () => {
    const long = { url: `${page.url}${'b'.repeat(100)}`, title: 'Shoes, '.repeat(100) };
    const { hello } = said(newModel({ ...identity, page: long }, null));
    expect(hello).toMatchObject({ page: { url: '', title: long.title.slice(0, 256) } });
    expect(clientFrameSchema.safeParse(JSON.parse(JSON.stringify(hello))).error).toBeUndefined();
    const unread = { url: `https://shop.example/${'語'.repeat(2_000)}`, title: '題'.repeat(256) };
    const crowded = said(newModel({ ...identity, page: unread }, null), { proof });
    expect(sizeOf(crowded.hello)).toBeLessThanOrEqual(FRAME_LIMITS.helloBytes);
    expect(crowded.hello).toMatchObject(proof);
  });
});
