/**
 * Functions of a page described with the libraries that people use: the handler's arguments have the library's types, the
 * assistant gets a JSON Schema, and what it makes up is checked by the library before the function sees it.
 */
import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type AnyTool, defineTool } from '../../src/client-tools/define-tool.js';
import { createToolRunner, type ToolRunRequest } from '../../src/client-tools/tool-runner.js';

interface Order {
  order: string;
  count?: number | undefined;
}

const withZod = defineTool({
  name: 'find',
  description: 'Finds.',
  effects: 'read',
  parameters: z.object({ order: z.string().regex(/^A-/), count: z.number().optional() }),
  confirm: (args) => {
    expectTypeOf(args).toEqualTypeOf<Order>();
    return false;
  },
  handler(args) {
    expectTypeOf(args).toEqualTypeOf<Order>();
    return args;
  },
});

const ofValibot = v.object({ order: v.pipe(v.string(), v.regex(/^A-/)), count: v.optional(v.number()) });
const withValibot = defineTool({
  name: 'find',
  description: 'Finds.',
  effects: 'read',
  parameters: toStandardJsonSchema(ofValibot),
  handler(args) {
    expectTypeOf(args).toEqualTypeOf<Order>();
    return args;
  },
});
const withValibotAlone = defineTool({
  name: 'find',
  description: 'Finds.',
  effects: 'read',
  parameters: { validate: ofValibot, jsonSchema: toJsonSchema(ofValibot) as { type: 'object' } },
  handler(args) {
    expectTypeOf(args).toEqualTypeOf<Order>();
    return args;
  },
});

const withArktype = defineTool({
  name: 'find',
  description: 'Finds.',
  effects: 'read',
  parameters: type({ order: /^A-/, 'count?': 'number' }),
  handler(args) {
    expectTypeOf(args.order).toBeString();
    expectTypeOf(args.count).toEqualTypeOf<number | undefined>();
    return args;
  },
});

const order = (args: object): ToolRunRequest => ({
  call: 'call_1',
  conversation: 'cnv_aaaaaaaaaaaaaaaaaaaa',
  attempt: 1,
  name: 'find',
  args: JSON.stringify(args),
  key: 'k'.repeat(64),
  timeoutMs: 20_000,
  confirmedBy: 'none',
});

describe.each<[string, AnyTool]>([
  ['zod', withZod],
  ['valibot, which describes itself', withValibot],
  ['valibot beside its JSON Schema', withValibotAlone],
  ['arktype', withArktype],
])('a function described with %s', (_, tool) => {
  const bench = () => createToolRunner([tool], (message) => expect.unreachable(message));

  it('is offered with a JSON Schema of an object', () => {
    const [manifest] = bench().manifests;
    expect(JSON.parse(manifest?.parameters ?? '')).toMatchObject({
      type: 'object',
      properties: { order: { type: 'string' }, count: { type: 'number' } },
      required: ['order'],
    });
  });

  it('gets what fits, and never what doesn’t', async () => {
    const { signal } = new AbortController();
    expect(await bench().run(order({ order: 'A-1', count: 2 }), signal, () => undefined)).toEqual({
      ok: true,
      json: '{"order":"A-1","count":2}',
    });
    for (const wrong of [{}, { order: 5 }, { order: 'B-1' }, { order: 'A-1', count: 'two' }])
      expect(await bench().prepare('find', JSON.stringify(wrong))).toMatchObject({
        ok: false,
        code: 'invalid_arguments',
        issues: [{ path: expect.stringMatching(/^(\/order|\/count|)$/) }],
      });
  });
});
