/** What goes to the writer thread and back arrives as it was, whatever is written and whatever comes of it. */
import type { Author, Handler, LogBody } from '@service/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersOf, listOfAnswers, listOfRequests, requestsOf } from '../src/store/sqlite/thread-list.js';
import type { WriteAnswer, WriteRequest } from '../src/store/sqlite/writing.js';
import type { Append, Appended } from '../src/store/store.js';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const number = fc.maxSafeNat();
/** Plain objects, as they are after the way to another thread; those of `optional` sometimes missing. */
const record = <T extends object>(fields: Record<string, fc.Arbitrary<unknown>>, optional: readonly string[] = []) =>
  fc.record(fields, {
    requiredKeys: Object.keys(fields).filter((name) => !optional.includes(name)),
    noNullPrototype: true,
  }) as unknown as fc.Arbitrary<T>;

const author = record<Author>({ kind: fc.constantFrom('visitor', 'ai', 'human', 'system'), id: text, name: text }, [
  'name',
]);
const body = fc.oneof(
  record<LogBody>({ kind: fc.constant('message'), text }),
  record<LogBody>({ kind: fc.constant('message'), text, parts: text }),
  record<LogBody>({ kind: fc.constant('handoff.requested') }),
);
const append = record<Append>(
  {
    conversation: text,
    by: author,
    clientId: text,
    body,
    at: number,
    run: record({ id: text, message: text }),
    writes: record({ run: text, attempt: number }),
    attaches: fc.array(text, { minLength: 1, maxLength: 2 }),
    fills: number,
  },
  ['run', 'writes', 'attaches', 'fills'],
);
const handler = fc.constantFrom<Handler>('agent', 'queued', 'human', 'closed');

/** An append, often of words alone, and what comes of it. */
const appending = fc
  .tuple(append, fc.boolean(), number, handler, text, fc.integer({ min: 0, max: 3 }))
  .map(([made, isOfWords, seq, handler, epoch, outcome]): readonly [WriteRequest, WriteAnswer] => {
    const { conversation, by, clientId, body, at, run } = made;
    const words: Append = { conversation, by, clientId, body, at, ...(run && { run }) };
    const input = isOfWords ? words : made;
    const event = { seq, at, by, clientId, body };
    const fresh: Appended = { kind: 'appended', event, handler, epoch };
    const outcomes: readonly WriteAnswer[] = [
      { ok: true, value: fresh },
      { ok: true, value: { kind: 'duplicate', event: { ...event, at: at - 1 }, epoch } satisfies Appended },
      { ok: true, value: { kind: 'closed' } satisfies Appended },
      { ok: false, message: 'The disk is full.' },
    ];
    return [{ command: 'append', input }, outcomes[outcome] as WriteAnswer];
  });
const ANYTHING_ELSE: readonly (readonly [WriteRequest, WriteAnswer])[] = [
  [
    { command: 'pulse', input: null },
    { ok: true, value: undefined },
  ],
  [
    { command: 'markRead', input: { conversation: 'words', seq: 3 } },
    { ok: true, value: 3 },
  ],
  [
    { command: 'forgetQuiet', input: { inbox: 'shop', before: 1, limit: 2 } },
    { ok: false, message: 'The disk is full.' },
  ],
];
const batch = fc.array(fc.oneof({ weight: 3, arbitrary: appending }, fc.constantFrom(...ANYTHING_ELSE)), {
  maxLength: 6,
});

describe('a list between the store and its writer thread', () => {
  it('brings every request there as it was made', () => {
    fc.assert(
      fc.property(batch, (pairs) => {
        const requests = pairs.map(([request]) => request);
        expect(requestsOf(structuredClone(listOfRequests(requests)))).toStrictEqual(requests);
      }),
    );
  });

  it('brings every answer back to its own request', () => {
    fc.assert(
      fc.property(batch, (pairs) => {
        const requests = pairs.map(([request]) => request);
        const answers = pairs.map(([, answer]) => answer);
        expect(answersOf(requests, structuredClone(listOfAnswers(requests, answers)))).toStrictEqual(answers);
      }),
    );
  });
});
