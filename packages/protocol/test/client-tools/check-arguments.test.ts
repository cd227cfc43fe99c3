import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileSchema, hostileValue, wide } from '../../../../test/support/wire/hostile-schemas.js';
import { checkArguments } from '../../src/client-tools/check-arguments.js';

/**
 * Everything that is read of a schema or a value is one step: counted from outside, so that it can't share a mistake with the
 * count inside. Thirty thousand units of work, and at most fifteen keywords that are looked up for one.
 */
const MOST_STEPS = 15 * 30_000;

function stepsOf(schema: unknown, value: unknown) {
  let steps = 0;
  const known = new WeakMap<object, unknown>();
  const counted = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (known.has(inner)) return known.get(inner);
    const proxy = new Proxy(inner, {
      get(target, key, self) {
        steps += 1;
        const found: unknown = Reflect.get(target, key, self);
        if (typeof found === 'string') steps += found.length / 1_000;
        return counted(found);
      },
      has: (target, key) => ++steps > 0 && Reflect.has(target, key),
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        steps += keys.length;
        return keys;
      },
      getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, key),
    });
    known.set(inner, proxy);
    return proxy;
  };
  const issues = checkArguments(counted(schema), counted(value));
  return { steps, issues };
}

describe('arguments against a JSON Schema', () => {
  const schema = {
    type: 'object',
    properties: {
      order: { type: 'string', minLength: 3, pattern: '^[A-Z]-\\d+$' },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      size: { enum: ['s', 'm'] },
      lines: { type: 'array', items: { $ref: '#/definitions/line' }, maxItems: 2 },
    },
    required: ['order'],
    additionalProperties: false,
    definitions: { line: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
  };
  const paths = (value: unknown, options = {}) => checkArguments(schema, value, options).map(({ path }) => path);

  it('fit when they fit', () => {
    expect(checkArguments(schema, { order: 'A-1001', count: 3, size: 'm', lines: [{ sku: 'x' }] })).toEqual([]);
  });

  it.each([
    [{}, ['/order']],
    [{ order: 5 }, ['/order']],
    [{ order: 'A-' }, ['/order']],
    [{ order: 'A-1', count: 0 }, ['/count']],
    [{ order: 'A-1', count: 1.5 }, ['/count']],
    [{ order: 'A-1', count: '3' }, ['/count']],
    [{ order: 'A-1', size: 'l' }, ['/size']],
    [{ order: 'A-1', lines: [{}] }, ['/lines/0/sku']],
    [{ order: 'A-1', lines: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }] }, ['/lines']],
    [{ order: 'A-1', extra: 1 }, ['/extra']],
    ['text', ['']],
    [null, ['']],
    [[], ['']],
  ])('X2: %j is refused at %j', (value, wrong) => {
    expect(paths(value)).toEqual(wrong);
  });

  it('checks a pattern only where its author can slow down no other machine', () => {
    expect(paths({ order: 'nonsense' })).toEqual([]);
    expect(paths({ order: 'nonsense' }, { patterns: true })).toEqual(['/order']);
  });

  it('X2: a key on a prototype is no argument and no schema', () => {
    expect(checkArguments({ type: 'object', required: ['toString'] }, {})).toHaveLength(1);
    expect(
      checkArguments({ type: 'object', properties: {}, additionalProperties: false }, { constructor: 1 }),
    ).toHaveLength(1);
    expect(checkArguments({ $ref: '#/constructor' }, {})).toHaveLength(1);
  });

  it('says little, however much a schema says: each word costs the visitor’s inbox tokens', () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `word ${at}`);
    const issues = checkArguments(
      { properties: { a: { enum: long }, ['x'.repeat(9_000)]: false } },
      {
        a: 1,
        ['x'.repeat(9_000)]: 1,
      },
    );
    expect(issues.map(({ path, message }) => [path.length, message.length])).toEqual([
      [2, 500],
      [200, expect.any(Number)],
    ]);
  });

  it.each<readonly [string, object, unknown]>([
    ['a long list of types is gone through again and again', { type: Array.from({ length: 3_200 }, () => 'a') }, 1],
    ['a long text is measured again and again', { minLength: 1e9 }, 'ä'.repeat(16_000)],
    ['a wide value is gone through again and again', { minProperties: 1e9 }, wide(2_000)],
    ['a wide value has no field that is known', { properties: {}, not: {} }, wide(2_000)],
    ['a long list is gone through again and again', { minItems: 1e9 }, Array.from({ length: 8_000 }, () => 1)],
    ['a long list has no entry that fits', { items: false }, Array.from({ length: 8_000 }, () => 1)],
    [
      'a large value is written out for each word of a list',
      { enum: Array.from({ length: 900 }, () => ({})) },
      wide(2_000),
    ],
    ['a long list of words is repeated', { enum: Array.from({ length: 900 }, (_, at) => `word ${at}`) }, 1],
    ['a long list of fields is missing again and again', { required: Array.from({ length: 3_000 }, () => 'x') }, {}],
    ['a long word is repeated', { const: 'x'.repeat(14_000) }, 1],
    ['two long words differ in their last letter', { const: `${'x'.repeat(14_000)}y` }, `${'x'.repeat(14_000)}z`],
    ['a way of many pieces leads to nothing', { $ref: `#${'/a'.repeat(6_000)}` }, 1],
  ])('S2: %s, and the steps of one check are bounded', (_what, part, value) => {
    const refs = (to: string) => ({ anyOf: Array.from({ length: 200 }, () => ({ $ref: `#/${to}` })) });
    const schema = { ...refs('a'), a: refs('b'), b: refs('c'), c: part };
    const { steps, issues } = stepsOf(schema, value);
    expect(issues.length).toBeGreaterThan(0);
    expect(steps).toBeLessThan(MOST_STEPS);
  });

  it('S2: whatever a stranger’s schema is made of, the steps of one check are bounded', () => {
    fc.assert(
      fc.property(hostileSchema, hostileValue, (schema, value) => {
        expect(stepsOf(schema, value).steps).toBeLessThan(MOST_STEPS);
      }),
      { numRuns: process.env.LONG === '1' ? 20_000 : 300 },
    );
  });

  it('takes the largest arguments that a call may have, row by row', () => {
    const row = { sku: 'A-1', count: 3, note: 'x' };
    const rows = Array.from({ length: Math.floor(16_000 / JSON.stringify(row).length) }, () => row);
    const number = { type: ['integer', 'null'], minimum: 0 };
    const form = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' }, count: number } };
    const items = { anyOf: [{ type: 'string' }, { type: 'number' }, { ...form, required: ['id'] }, form] };
    expect(checkArguments({ type: 'object', properties: { rows: { items } } }, { rows })).toEqual([]);
  });

  it('hostile schemas cost a bounded time and are answered, not thrown', () => {
    const loop = { $ref: '#' };
    const bomb: Record<string, unknown> = { definitions: {} };
    for (let i = 0; i < 30; i++)
      (bomb.definitions as Record<string, unknown>)[`d${i}`] = {
        oneOf: [{ $ref: `#/definitions/d${i + 1}` }, { $ref: `#/definitions/d${i + 1}` }],
      };
    for (const hostile of [loop, { allOf: [loop, loop] }, { ...bomb, $ref: '#/definitions/d0' }, 'x', 5, { type: 7 }])
      expect(checkArguments(hostile, { a: 1 }).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (any, value) => {
        expect(Array.isArray(checkArguments(any, value))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
