/** What both ends must agree on before anybody clicks: one spelling of arguments, one hash, one verdict on a schema. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../src/client-tools/canonical-json.js';
import { checkArguments } from '../src/client-tools/check-arguments.js';
import { sha256 } from '../src/client-tools/sha-256.js';
import { TOOL_ERRORS, toolError } from '../src/errors/tool-errors.js';

const wide = (fields: number): object => Object.fromEntries(Array.from({ length: fields }, (_, at) => [`k${at}`, 1]));

describe('canonical JSON', () => {
  it('has one text for what means the same, in whatever order it was written', () => {
    const shuffled = (value: unknown, reverse: boolean): unknown => {
      if (Array.isArray(value)) return value.map((item) => shuffled(item, reverse));
      if (typeof value !== 'object' || value === null) return value;
      const fields = Object.entries(value).map(([key, item]) => [key, shuffled(item, reverse)] as const);
      return Object.fromEntries(reverse ? fields.reverse() : fields);
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(value, true))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells different values apart', () => {
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  });

  it('throws on what JSON can’t say at all', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => canonicalJson(circular)).toThrow(TypeError);
    expect(() => canonicalJson({ n: 1n })).toThrow(TypeError);
  });
});

describe('the hash of a text', () => {
  it('is SHA-256, for every length around the block size and every script', () => {
    const texts = Array.from({ length: 200 }, (_, n) => 'a'.repeat(n));
    for (const text of [...texts, 'é👟 ありがとう', '\ud83d', 'x'.repeat(100_000)])
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
      }),
      { numRuns: 1_000 },
    );
  });
});

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

  it('a pattern is looked at only where its author harms nobody else', () => {
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
    ['a long list of words is told again and again', { enum: Array.from({ length: 900 }, (_, at) => `word ${at}`) }, 1],
    ['a long list of fields is missing again and again', { required: Array.from({ length: 3_000 }, () => 'x') }, {}],
    ['a long word is told again and again', { const: 'x'.repeat(14_000) }, 1],
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

describe('errors of calls', () => {
  it('never call a timeout a failure', () => {
    expect(TOOL_ERRORS.execution_timeout.outcome).toBe('unknown');
    expect(TOOL_ERRORS.client_gone.outcome).toBe('unknown');
  });

  it('what may have been carried out may not be retried', () => {
    for (const code of Object.keys(TOOL_ERRORS) as (keyof typeof TOOL_ERRORS)[])
      if (TOOL_ERRORS[code].outcome !== 'not_started') expect(toolError(code).retryable, code).toBe(false);
  });
});
