/** Functions of a page, as its developer writes them: what types they have, what is offered of them, and what a call gives. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { type AnyTool, defineTool, type StandardSchema, type ToolContext } from '../../src/client-tools/define-tool.js';
import { createToolRunner, type ToolRunRequest } from '../../src/client-tools/tool-runner.js';
import { FRAME_LIMITS, TOOL_LIMITS } from '../../src/limits.js';

let hints: unknown[];
beforeEach(() => {
  hints = [];
  vi.spyOn(console, 'warn').mockImplementation((hint) => hints.push(hint));
});
afterEach(() => vi.restoreAllMocks());

function benchOf(...tools: readonly AnyTool[]) {
  const complaints: string[] = [];
  return { ...createToolRunner(tools, (message) => complaints.push(message)), complaints };
}

const order = (name: string, args: object = {}, more: Partial<ToolRunRequest> = {}): ToolRunRequest => ({
  call: 'call_1',
  conversation: 'cnv_aaaaaaaaaaaaaaaaaaaa',
  attempt: 1,
  name,
  args: JSON.stringify(args),
  key: 'k'.repeat(64),
  timeoutMs: 20_000,
  confirmedBy: 'none',
  ...more,
});
const { signal } = new AbortController();
const still = (): void => undefined;
const tool = (given: Partial<AnyTool> = {}): AnyTool => ({
  name: 'look',
  description: 'Looks.',
  effects: 'read',
  handler: () => 1,
  ...given,
});

/** A schema of no library in particular, that can say nothing of itself. */
const SILENT: StandardSchema<{ size: number }> = {
  '~standard': {
    version: 1,
    vendor: 'unknown',
    validate: (value) => {
      const size = Number((value as { size?: unknown }).size);
      return Number.isFinite(size) ? { value: { size } } : { issues: [{ message: 'no size', path: ['size'] }] };
    },
  },
};

describe('a handler’s arguments have the types of', () => {
  it('a JSON Schema that is written down', () => {
    defineTool({
      name: 'a',
      description: 'a',
      parameters: {
        type: 'object',
        properties: {
          sku: { type: 'string' },
          count: { type: 'integer' },
          size: { enum: ['S', 'M'] },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['sku', 'size'],
      },
      handler(args) {
        expectTypeOf(args).toEqualTypeOf<{ sku: string; size: 'S' | 'M'; count?: number; tags?: string[] }>();
      },
      confirm: ({ sku }) => ({ title: sku }),
    });
  });

  it('a Standard Schema, as it comes out of it', () => {
    defineTool({
      name: 'a',
      description: 'a',
      parameters: z.object({ day: z.string().transform((text) => new Date(text)), times: z.number().default(1) }),
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ day: Date; times: number }>(),
    });
    defineTool({
      name: 'a',
      description: 'a',
      parameters: { validate: SILENT, jsonSchema: { type: 'object' } },
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ size: number }>(),
    });
  });

  it('nothing at all, when it takes none', () => {
    const none = defineTool({ name: 'a', description: 'a', handler: (args) => Object.keys(args).length });
    expectTypeOf<Parameters<typeof none.handler>[0]>().toEqualTypeOf<Record<string, never>>();
    expectTypeOf<Parameters<typeof none.handler>[1]>().toEqualTypeOf<ToolContext>();
    // @ts-expect-error: a tool without a description can't be chosen by anybody.
    defineTool({ name: 'a', handler: () => 1 });
  });
});

describe('what is offered', () => {
  it('says what a function may do by default: once, one at a time, without a question', () => {
    const { manifests, complaints } = benchOf({ name: 'pay', description: 'Pays.', handler: () => 1 });
    expect(manifests).toEqual([{ name: 'pay', description: 'Pays.', effects: 'once', confirm: 'never' }]);
    expect(complaints).toEqual([]);
    expect(hints).toEqual([expect.stringContaining('"pay"')]);
  });

  it('is the schema that a library makes of itself, and the one that is given beside one that can’t', () => {
    const { manifests } = benchOf(
      tool({ name: 'zod', parameters: z.object({ n: z.number() }) }),
      tool({ name: 'pair', parameters: { validate: SILENT, jsonSchema: { type: 'object' } } }),
    );
    expect(JSON.parse(manifests[0]?.parameters ?? '')).toMatchObject({ type: 'object', required: ['n'] });
    expect(manifests[1]?.parameters).toBe('{"type":"object"}');
  });

  it.each<[string, Partial<AnyTool>]>([
    ['a name with spaces', { name: 'no spaces' }],
    ['no description', { description: '' }],
    ['no handler', { handler: undefined as never }],
    ['a schema that can’t describe itself', { parameters: SILENT }],
    ['a schema that no JSON can say', { parameters: z.object({ at: z.date() }) }],
    ['a schema without end', { parameters: { type: 'object', title: 'x'.repeat(TOOL_LIMITS.toolParameters) } }],
  ])('leaves out one with %s, says why, and keeps the others', (_, wrong) => {
    const { manifests, complaints } = benchOf(tool({ name: 'other', ...wrong }), tool());
    expect(manifests.map(({ name }) => name)).toEqual(['look']);
    expect(complaints).toEqual([expect.stringMatching(/^Tool ".+" can’t be offered: ./)]);
  });

  it('keeps the first of two with one name, and no more than can travel in one frame', () => {
    expect(benchOf(tool(), tool()).complaints).toHaveLength(1);
    const many = benchOf(...Array.from({ length: 40 }, (_, i) => tool({ name: `t${i}` })));
    expect(many.manifests).toHaveLength(TOOL_LIMITS.tools);
    const large = { type: 'object', title: '"'.repeat(7_000) } as const;
    const heavy = benchOf(...Array.from({ length: 9 }, (_, i) => tool({ name: `t${i}`, parameters: large })));
    expect(JSON.stringify(heavy.manifests).length).toBeLessThan(FRAME_LIMITS.frameBytes - 8_192);
    expect(heavy.manifests.length).toBeGreaterThan(0);
    expect(heavy.complaints.length).toBe(9 - heavy.manifests.length);
  });
});

describe('before a call', () => {
  it('invalid arguments are refused with their issues, by either kind of schema', async () => {
    const bench = benchOf(
      tool({ parameters: { type: 'object', properties: { n: { type: 'string', pattern: '^A' } }, required: ['n'] } }),
      tool({ name: 'pair', parameters: { validate: SILENT, jsonSchema: { type: 'object' } } }),
      tool({ name: 'none' }),
    );
    const code = 'invalid_arguments';
    expect(await bench.prepare('look', '{"n":"B"}')).toMatchObject({ ok: false, code, issues: [{ path: '/n' }] });
    expect(await bench.prepare('pair', '{}')).toMatchObject({ code, issues: [{ path: '/size', message: 'no size' }] });
    expect(await bench.prepare('none', '{"x":1}')).toMatchObject({ ok: false, code });
    expect(await bench.prepare('look', '{"n":"A"}')).toEqual({ ok: true, confirm: null });
  });

  it('arguments with a key `__proto__` anywhere are refused, whatever the schema allows, and no others', async () => {
    const handler = vi.fn((args: unknown) => Object.assign({}, args));
    const bench = benchOf(tool({ parameters: { type: 'object' }, handler }));
    const key = fc.constantFrom('"__proto__"', '"\\u005f_proto__"', '"__proto_"', '"proto"', '"constructor"');
    const wrap = fc.constantFrom(
      (inner: string) => `[${inner}]`,
      (inner: string) => `[1,${inner}]`,
      (inner: string) => `{"a":${inner}}`,
      (inner: string) => `{"a":"__proto__","b":${inner}}`,
    );
    await fc.assert(
      fc.asyncProperty(key, fc.json(), fc.array(wrap, { maxLength: 20 }), async (name, value, around) => {
        const text = `{"x":${around.reduce((inner, each) => each(inner), `{${name}:${value}}`)}}`;
        const isHidden = value.includes('"__proto__":') || (JSON.parse(name) as string) === '__proto__';
        const refused = { ok: false, code: 'invalid_arguments', issues: [{ path: '' }] };
        expect(await bench.prepare('look', text)).toMatchObject(isHidden ? refused : { ok: true });
        const calls = handler.mock.calls.length;
        const report = await bench.run(order('look', JSON.parse(text) as object), signal, still);
        expect([report.ok, handler.mock.calls.length - calls]).toEqual(isHidden ? [false, 0] : [true, 1]);
      }),
    );
    const deep = `{"x":${'['.repeat(4_000)}{"__proto__":1}${']'.repeat(4_000)}}`;
    expect(await bench.prepare('look', deep)).toMatchObject({ ok: false, code: 'invalid_arguments' });
  });

  it('a tool that is missing, unavailable, or fails in `confirm` is not run', async () => {
    const bench = benchOf(
      tool({ name: 'shut', available: () => false }),
      tool({
        name: 'broken',
        confirm: () => {
          throw new Error('no');
        },
      }),
    );
    expect(await bench.prepare('gone', '{}')).toEqual({ ok: false, code: 'not_registered' });
    expect(await bench.prepare('shut', '{}')).toEqual({ ok: false, code: 'unavailable' });
    expect(await bench.prepare('broken', '{}')).toEqual({ ok: false, code: 'unavailable' });
  });

  it('the question is the page’s, made from checked arguments, and cut to what a card can hold', async () => {
    const bench = benchOf(
      tool({ name: 'plain', title: 'Look', confirm: true }),
      defineTool({
        name: 'by_args',
        description: 'Asks for many.',
        parameters: z.object({ n: z.number() }),
        confirm: ({ n }) => n > 5,
        handler: () => 1,
      }),
      tool({ name: 'long', confirm: { title: 't'.repeat(999), body: 'b'.repeat(999), danger: true } }),
    );
    expect(await bench.prepare('plain', '{}')).toEqual({ ok: true, confirm: { title: 'Look' } });
    expect(await bench.prepare('by_args', '{"n":5}')).toEqual({ ok: true, confirm: null });
    expect(await bench.prepare('by_args', '{"n":6}')).toEqual({ ok: true, confirm: { title: 'by_args' } });
    const confirm = {
      title: 't'.repeat(TOOL_LIMITS.confirmTitle),
      body: 'b'.repeat(TOOL_LIMITS.confirmBody),
      danger: true,
    };
    expect(await bench.prepare('long', '{}')).toEqual({ ok: true, confirm });
  });
});

describe('a call', () => {
  it('passes the handler the parsed arguments and the context of the call', async () => {
    const handler = vi.fn(() => ({ ok: 'yes' }));
    const parameters = z.object({ n: z.number().default(3) });
    const bench = benchOf(tool({ parameters, handler }));
    const report = await bench.run(order('look', {}, { attempt: 2, confirmedBy: 'user' }), signal, still);
    expect(report).toEqual({ ok: true, json: '{"ok":"yes"}' });
    expect(handler).toHaveBeenCalledExactlyOnceWith(
      { n: 3 },
      {
        callId: 'call_1',
        idempotencyKey: 'k'.repeat(64),
        attempt: 2,
        signal,
        conversationId: 'cnv_aaaaaaaaaaaaaaaaaaaa',
        source: 'assistant',
        confirmedBy: 'user',
        progress: still,
      },
    );
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  it.each<[string, unknown, object]>([
    ['nothing', undefined, { json: 'null' }],
    ['33 KiB', 'x'.repeat(33 * 1_024), { omitted: 'too_large' }],
    ['text that doubles in a frame', '"'.repeat(32_000), { omitted: 'too_large' }],
    ['a circle', circular, { omitted: 'not_serializable' }],
    ['a BigInt', 7n, { omitted: 'not_serializable' }],
    ['a promise of something', Promise.resolve([1]), { json: '[1]' }],
  ])('X6, X7: that ends with %s is done all the same', async (_, result, expected) => {
    const bench = benchOf(tool({ handler: () => result }));
    expect(await bench.run(order('look'), signal, still)).toEqual({ ok: true, ...expected });
  });

  it('reports the result of `toModel`', async () => {
    const bench = benchOf(tool({ handler: () => ({ secret: 1, open: 2 }), toModel: ({ open }) => ({ open }) }));
    expect(await bench.run(order('look'), signal, still)).toEqual({ ok: true, json: '{"open":2}' });
  });

  it.each<[string, unknown, object]>([
    ['an error', new Error('It is sold out.'), { message: 'It is sold out.' }],
    ['an endless message', new Error('x'.repeat(2_000)), { message: 'x'.repeat(TOOL_LIMITS.toolMessage) }],
    ['a text', 'sold out', { message: 'sold out' }],
    ['what is no error', { stack: 'secret' }, {}],
    ['nothing', undefined, {}],
  ])('X7: that throws %s has failed, and no stack leaves the page', async (_, thrown, more) => {
    const bench = benchOf(
      tool({
        handler: () => {
          throw thrown;
        },
      }),
    );
    const failed = { ok: false, code: 'handler_error', outcome: 'failed' };
    expect(await bench.run(order('look'), signal, still)).toEqual({ ...failed, ...more });
  });

  it('of an unregistered tool is reported as not started', async () => {
    expect(await benchOf().run(order('look'), signal, still)).toEqual({
      ok: false,
      code: 'cancelled',
      outcome: 'not_started',
    });
  });
});
