/**
 * The same contract is written twice: by hand for the browser (`readServerFrame`) and as a schema for the server. They
 * must not drift apart. They differ in two places, both on purpose, so that an older client survives a newer server:
 * the hand-written one lets through fields it doesn't know, and log events of a kind it doesn't know.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyRuns } from '../../../../test/support/runs/daily.js';
import { readConversationFrame } from '../../src/frames/conversations.js';
import { readQueueFrame } from '../../src/frames/queue.js';
import { type FrameReading, readServerFrame } from '../../src/frames/read-server-frame.js';
import { readFoundFrame } from '../../src/frames/search.js';
import { readToolBody, readToolFrame } from '../../src/frames/tools.js';
import { serverFrameSchema } from '../../src/schema/frames.js';
import { anyServerFrame, LOG_KINDS, SERVER_FRAME_TYPES } from './any-frame.js';
import { damagedServerFrame, everyNearMiss, extendedServerFrame } from './damaged-frame.js';

const CONVERSATION = 'cnv_0123456789abcdef';

/** As a client reads that also knows calls of tools and whole conversations: those are checked by parts of their own. */
function read(frame: unknown): FrameReading {
  const reading = readServerFrame(JSON.stringify(frame));
  if (reading.kind === 'ignored' && (SERVER_FRAME_TYPES as readonly string[]).includes(reading.frame.t)) {
    const { frame } = reading;
    const known =
      readToolFrame(frame) ?? readConversationFrame(frame) ?? readFoundFrame(frame) ?? readQueueFrame(frame);
    return known ? { kind: 'frame', frame: known } : { kind: 'malformed' };
  }
  if (reading.kind !== 'frame') return reading;
  const bodies = 'events' in reading.frame ? reading.frame.events.map(({ body }) => body) : [];
  return bodies.some((body) => body.kind.startsWith('tool.') && LOG_KINDS.includes(body.kind) && !readToolBody(body))
    ? { kind: 'malformed' }
    : reading;
}

const eventsWith = (body: unknown) => ({
  t: 'events',
  conversation: CONVERSATION,
  epoch: 'epoch-01',
  events: [{ seq: 1, at: 0, by: { kind: 'ai', id: 'a' }, clientId: 'client-01', body }],
});

/** The schema's verdict with the two differences taken out. */
function schemaAllows(frame: unknown): boolean {
  const { error } = serverFrameSchema.safeParse(frame);
  return (error?.issues ?? []).every((issue) => issue.code === 'unrecognized_keys' || isUnknownKind(frame, issue.path));
}

function isUnknownKind(frame: unknown, path: readonly PropertyKey[]): boolean {
  if (path.at(-2) !== 'body' || path.at(-1) !== 'kind') return false;
  const kind = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], frame);
  return typeof kind === 'string' && !LOG_KINDS.includes(kind as never) && !(kind in {});
}

describe('what a server may send', () => {
  it('is accepted by the client’s guard and by the schema, unchanged', () => {
    fc.assert(
      fc.property(anyServerFrame, (frame) => {
        expect(read(frame)).toEqual({ kind: 'frame', frame: JSON.parse(JSON.stringify(frame)) });
        expect(serverFrameSchema.safeParse(frame).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: dailyRuns(3_000) },
    );
  });

  it('covers every frame type of the contract', () => {
    for (const type of SERVER_FRAME_TYPES) expect(read({ t: type }).kind).not.toBe('ignored');
  });
});

describe('what is damaged', () => {
  it('gets the same verdict from both', () => {
    fc.assert(
      fc.property(damagedServerFrame, (frame) => {
        const onTheWire = JSON.parse(JSON.stringify(frame));
        expect(read(frame).kind === 'frame').toBe(schemaAllows(onTheWire));
      }),
      { numRuns: dailyRuns(10_000) },
    );
  });

  it('gets the same verdict from both wherever a frame can be damaged, and with every value that is nearly right', () => {
    fc.assert(
      fc.property(anyServerFrame, (frame) => {
        for (const damaged of everyNearMiss(frame))
          if ((read(damaged).kind === 'frame') !== schemaAllows(damaged))
            expect.fail(`Guard and schema disagree about ${JSON.stringify(damaged).slice(0, 2_000)}`);
      }),
      { numRuns: dailyRuns(500) },
    );
  }, 60_000);

  it('never causes an exception, for any input', () => {
    const kinds = ['frame', 'ignored', 'malformed'];
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.json()), (data) => {
        expect(kinds).toContain(readServerFrame(data).kind);
      }),
      { numRuns: dailyRuns(5_000) },
    );
  });

  it.each([
    ['nothing', undefined],
    ['bytes', new ArrayBuffer(8)],
    ['no JSON', '{'],
    ['JSON that is no object', '[]'],
    ['an object without a type', '{}'],
    ['a type that is no text', '{"t":1}'],
    ['brackets without end', '['.repeat(32_000)],
    ['objects without end', '{"a":'.repeat(10_000)],
  ])('%s is malformed', (_, data) => {
    expect(readServerFrame(data).kind).toBe('malformed');
  });

  it('a gap or a step back inside one frame is malformed, because the client applies only the next number', () => {
    const event = (seq: number) => ({ ...eventsWith({ kind: 'message', text: 'x' }).events[0], seq });
    for (const numbers of [
      [1, 3],
      [2, 1],
      [1, 1],
    ])
      expect(read({ ...eventsWith(null), events: numbers.map(event) }).kind).toBe('malformed');
  });
});

describe('what a newer server adds', () => {
  it('a field the contract doesn’t name is let through by the client and refused by the schema', () => {
    fc.assert(
      fc.property(extendedServerFrame, (frame) => {
        expect(read(frame).kind).toBe('frame');
        const { error } = serverFrameSchema.safeParse(frame);
        expect(error?.issues.map(({ code }) => code)).toEqual(['unrecognized_keys']);
      }),
      { numRuns: dailyRuns(2_000) },
    );
  });

  it('a log event of an unknown kind is let through by the client, so that its number counts, and refused by the schema', () => {
    const frame = eventsWith({ kind: 'survey.sent', anything: [1] });
    expect(read(frame)).toEqual({ kind: 'frame', frame });
    expect(serverFrameSchema.safeParse(frame).success).toBe(false);
  });

  it('a frame of an unknown type is ignored', () => {
    expect(read({ t: 'hologram', conversation: 7 })).toMatchObject({ kind: 'ignored' });
  });
});

describe('names that every object has', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

  it.each(names)('`%s` is no frame type', (name) => {
    expect(readServerFrame(`{"t":"${name}"}`).kind).toBe('ignored');
    expect(serverFrameSchema.safeParse({ t: name }).success).toBe(false);
  });

  it.each(names)('`%s` is no kind of log event', (name) => {
    expect(read(eventsWith({ kind: name })).kind).toBe('malformed');
  });

  it.each(names)('`%s` as an error code is unknown, and its own fields say what follows', (name) => {
    expect(read({ t: 'error', code: name, message: 'No.', retry: false }).kind).toBe('frame');
  });

  it('a field that exists only on a prototype is missing, also when the page has polluted every prototype', () => {
    expect(readServerFrame('{"t":"pong","__proto__":{"n":1}}').kind).toBe('malformed');
    Object.defineProperty(Object.prototype, 'n', { value: 1, configurable: true });
    try {
      expect(readServerFrame('{"t":"pong"}').kind).toBe('malformed');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'n');
    }
  });
});
