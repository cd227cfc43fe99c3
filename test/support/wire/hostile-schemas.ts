/** Schemas and values that are dear to check: lists as long as 16 KB can have them, and ways through them that multiply. */
import fc from 'fast-check';

const lengths = fc.constantFrom(0, 1, 2, 30, 200, 3_000);
const listOf = (entry: unknown) => lengths.map((length) => Array.from({ length }, () => entry));
const leaf = fc.oneof(
  fc.record({ type: listOf('a') }),
  fc.record({ enum: listOf('some word') }),
  fc.record({ enum: lengths.map((length) => Array.from({ length }, (_, at) => ({ at }))) }),
  fc.record({ required: listOf('x') }),
  fc.record({ const: lengths.map((length) => 'x'.repeat(length)) }),
  fc.record({ minLength: fc.constant(1e9), type: listOf('string') }),
  fc.record({ $ref: lengths.map((length) => `#${'/a'.repeat(length)}`) }),
  fc.record({ items: fc.boolean() }),
  fc.record({ additionalProperties: fc.boolean() }),
  fc.record({ not: fc.record({ type: listOf('a') }) }),
);
const ways = fc.record({
  by: fc.constantFrom('anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties', 'not'),
  times: fc.constantFrom(1, 2, 30, 200),
  to: fc.constantFrom('a', 'b', 'c', 'd'),
});
export const hostileSchema = fc
  .record({ ways: fc.array(ways, { minLength: 1, maxLength: 4 }), leaf })
  .map(({ ways, leaf }) => {
    const parts = ways.map(({ by, times, to }) => {
      const refs = Array.from({ length: times }, () => ({ $ref: `#/${to}` }));
      return by.endsWith('Of') ? { [by]: refs } : { [by]: refs[0] };
    });
    return { ...parts[0], d: leaf, ...Object.fromEntries(parts.slice(1).map((part, at) => ['abc'[at], part])) };
  });
export const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(1, null, 'some word', 'ä'.repeat(16_000), `${'x'.repeat(2_999)}y`),
  lengths.map(wide),
  listOf(1),
  fc.constantFrom(3, 2_000).map((length) => ({ a: Array.from({ length }, () => ({ at: 1 })) })),
);

export function wide(fields: number): object {
  return Object.fromEntries(Array.from({ length: fields }, (_, at) => [`k${at}`, 1]));
}
