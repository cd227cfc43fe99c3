import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArguments } from '../../src/client-tools/check-arguments.js';

const wide = (fields: number): object => Object.fromEntries(Array.from({ length: fields }, (_, at) => [`k${at}`, 1]));

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

  it.each<readonly [string, object, unknown]>([
    ['a long text is measured again and again', { minLength: 1e9 }, 'ä'.repeat(16_000)],
    ['a wide value is gone through again and again', { minProperties: 1e9 }, wide(2_000)],
    ['a long list is gone through again and again', { minItems: 1e9 }, Array.from({ length: 8_000 }, () => 1)],
    [
      'a large value is written out for each word of a list',
      { enum: Array.from({ length: 900 }, () => ({})) },
      wide(2_000),
    ],
    ['a long list of words is repeated', { enum: Array.from({ length: 900 }, (_, at) => `word ${at}`) }, 1],
    ['a long list of fields is missing again and again', { required: Array.from({ length: 3_000 }, () => 'x') }, {}],
    ['a long word is repeated', { const: 'x'.repeat(14_000) }, 1],
  ])('W14: %s, and it costs next to nothing', (_what, part, value) => {
    const refs = (to: string) => ({ anyOf: Array.from({ length: 200 }, () => ({ $ref: `#/${to}` })) });
    const schema = { ...refs('a'), a: refs('b'), b: refs('c'), c: part };
    const before = process.cpuUsage();
    expect(checkArguments(schema, value)).toHaveLength(1);
    expect(process.cpuUsage(before).user / 1_000, 'milliseconds of work').toBeLessThan(1_000);
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
