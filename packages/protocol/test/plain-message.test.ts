/** The frame that is known at sight: exactly those that the schema takes are taken, whatever is wrong with the others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MESSAGE_LIMITS } from '../src/limits.js';
import { clientFrameSchema } from '../src/schema/index.js';
import { isPlainMessage } from '../src/schema/plain-message.js';
import { token } from './any-frame.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(-1, 0, 1).map((more) => '\ud83d'.repeat(MESSAGE_LIMITS.textLength + more)),
);
/** Often right, else one step beyond what is allowed, or anything at all. */
const mostly = <T>(right: fc.Arbitrary<T>, ...wrong: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() }, ...wrong);
const seldom = <T>(some: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, some);
/** The fields, now and then one too few or one too many. */
const fieldsOf = (fields: Record<string, fc.Arbitrary<unknown>>, more: readonly object[]) =>
  fc
    .tuple(fc.record(fields), seldom(fc.constantFrom(...Object.keys(fields))), seldom(fc.constantFrom(...more)))
    .map(([all, missing, added]) => {
      const some = Object.entries(all).filter(([name]) => name !== missing);
      return { ...Object.fromEntries(some), ...added };
    });
const PROTO: object = JSON.parse('{"__proto__": {"t": "append"}}');
const body = fieldsOf(
  { kind: mostly(fc.constant('message'), fc.constantFrom('handoff.requested', 'feedback')), text: mostly(text) },
  [PROTO, { attachments: [`att_${'0'.repeat(32)}`] }, { filled: null }],
);
const frame = fieldsOf(
  {
    t: mostly(fc.constant('append'), fc.constantFrom('hello', 'open', 'appends')),
    conversation: mostly(
      token(16, 40).map((rest) => `cnv_${rest}`),
      token(14, 42).map((rest) => `cnv_${rest}`),
      token(16, 40).map((rest) => `cnv_${rest}\n`),
    ),
    clientId: mostly(
      token(8, 80),
      token(6, 82),
      token(8, 80).map((id) => `${id}\n`),
    ),
    body: mostly(body, fc.array(body, { maxLength: 2 })),
  },
  [PROTO, { id: 'more' }],
);
/** As it comes from the wire. */
const anyFrame = frame.map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);

const isOfWordsOnly = (made: Record<string, unknown>): boolean =>
  made.t === 'append' &&
  Object.keys(made.body as object)
    .sort()
    .join() === 'kind,text';

describe('a message of nothing but words', () => {
  it('is known at sight exactly when the schema takes it, and is then what the schema makes of it', () => {
    let taken = 0;
    fc.assert(
      fc.property(anyFrame, (made) => {
        const checked = clientFrameSchema.safeParse(made);
        const isTaken = checked.success && isOfWordsOnly(made);
        expect(isPlainMessage(made)).toBe(isTaken);
        if (isTaken) expect(made).toEqual(checked.data);
        taken += Number(isTaken);
      }),
      { numRuns: 4_000 },
    );
    // Or nothing would have been shown.
    expect(taken).toBeGreaterThan(100);
  });
});
